/** Bytes of a file that a person attached to a command. */
import type { Result } from '#lib/result';

/** Why it could not be had. */
export type AttachmentRefusal = 'too-large' | 'unreachable';

/** Fetches from Discord's own attachment hosts only, bounded in size and time. */
export interface AttachmentSource {
	fetchAttachment(url: string, signal: AbortSignal): Promise<Result<Uint8Array, AttachmentRefusal>>;
}
