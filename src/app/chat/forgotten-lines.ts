/** Keeps processes from answering what somebody had written before they asked another one to forget them. */
import type { Snowflake } from '#domain/ids';
import type { TurnRequest } from '#domain/turn';
import { sha256Base64Url } from '#lib/sha256';
import type { ChatPorts } from './chat-ports.ts';
import { logTrouble } from './log-trouble.ts';

type ForgottenPorts = Pick<ChatPorts, 'leases' | 'log'>;

/** Tells every process that a person is forgotten from now on. Never rejects. */
export async function noteForgotten(userId: Snowflake, { leases, log }: ForgottenPorts): Promise<void> {
	try {
		await leases.noteNow(nameOf(userId));
	} catch (error) {
		logTrouble(log, 'that a person is forgotten could not be noted', { error });
	}
}

/**
 * The request without what its person had written before; null when nothing is left of it. The claims of those lines are
 * gone, so nothing else tells that they were answered, or were not to be. Never rejects.
 */
export async function withoutForgottenLines(
	request: TurnRequest,
	{ leases, log }: ForgottenPorts,
): Promise<TurnRequest | null> {
	try {
		const notedAtMs = await leases.notedAtMs(nameOf(request.trigger.author.id));
		if (notedAtMs === null) return request;
		const lines = request.lines.filter(({ createdAtMs }) => createdAtMs === null || createdAtMs >= notedAtMs);
		const trigger = lines.at(-1);
		if (request.lines.length === 0 || lines.length === request.lines.length) return request;
		return trigger === undefined ? null : { ...request, lines, trigger };
	} catch (error) {
		logTrouble(log, 'whether a person was forgotten could not be found out', { error });
		return request;
	}
}

/** A name that says nothing of whom it is about. */
function nameOf(userId: Snowflake): string {
	return `forgotten:${sha256Base64Url(userId)}`;
}
