/** What a model writes for a room outside of turns is asked for, and counted, like a reply (S108). */
import type { ChatPorts } from '#app/chat/chat-ports';
import type { TurnPlace } from '#app/chat/gather-place';
import { mayAnswer } from '#app/chat/may-answer';
import type { QuotaWarning, ReplyRefusal } from '#domain/access';
import type { TurnRequest } from '#domain/turn';

/** Something that is to be written. */
export interface LimitedWriting<Written> {
	readonly request: TurnRequest;
	readonly place: TurnPlace;
	readonly write: () => Promise<Written>;
	/** What came to nothing is not counted. */
	readonly hasWritten: (written: Written) => boolean;
}

/** What came of it. */
export type LimitedEnd<Written> =
	| { readonly kind: 'refused'; readonly refusal: ReplyRefusal }
	| { readonly kind: 'written'; readonly written: Written; readonly warnings: readonly QuotaWarning[] };

/** Nothing is written where access rules, a cooldown or a quota stand against it. */
export async function writeWithinLimits<Written>(
	job: LimitedWriting<Written>,
	ports: ChatPorts,
): Promise<LimitedEnd<Written>> {
	const leave = await mayAnswer(job, ports);
	if (leave.kind === 'refused') return leave;
	let hasEnded = false;
	try {
		const written = await job.write();
		hasEnded = true;
		return { kind: 'written', written, warnings: await leave.permit.end(job.hasWritten(written)) };
	} finally {
		if (!hasEnded) await leave.permit.end(false);
	}
}
