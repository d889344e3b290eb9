/** Writing in a person's name. */
import type { Snowflake } from './ids.ts';
import type { RenderIdentity } from './reply.ts';

/** In whose name one message is written. */
export interface Impersonation {
	readonly userDiscordId: Snowflake;
	/** As the channel shows them. */
	readonly identity: RenderIdentity;
	/** What the person gave to be written by; null when nothing. */
	readonly prompt: string | null;
}
