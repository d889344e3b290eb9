/** Which message of a channel an inspection is about. */
import type { ChatPorts } from '#app/chat/chat-ports';
import { findPlace } from '#app/chat/gather-place';
import { isIgnoredHere } from '#app/chat/run-turn';
import type { ChatMessage } from '#domain/message';
import { err, ok, type Result } from '#lib/result';
import type { InspectionQuery, InspectionRefusal } from './inspection.ts';

/** Messages that are looked through, the most that Discord lists at once. */
const messagesMax = 100;

/**
 * For those who manage the place the newest message of anybody whom the persona would answer; for everyone else the
 * newest of their own that it did answer.
 */
export async function findTrigger(
	query: InspectionQuery,
	ports: ChatPorts,
): Promise<Result<ChatMessage, InspectionRefusal>> {
	const { channelId, userId, canManage, signal } = query;
	const read = await ports.surface.readMessages({ channelId, limit: messagesMax }, signal);
	if (!read.ok) return err({ kind: 'failure', failure: read.error });
	const spoken = read.value.filter((message) => message.author.kind === 'user' && message.kind === 'conversation');
	if (canManage) return await newestAnswerable(spoken.toReversed(), ports);
	const own = spoken.filter((message) => message.author.id === userId);
	const storedId = await ports.stores.workspaces.findUser(userId);
	const ids = own.map((message) => message.id);
	const triggers = storedId === null ? new Set() : await ports.stores.turns.findTriggers(storedId, ids);
	const newest = own.findLast((message) => triggers.has(message.id));
	return newest ? ok(newest) : err({ kind: 'not-yours' });
}

async function newestAnswerable(
	newestFirst: readonly ChatMessage[],
	ports: ChatPorts,
): Promise<Result<ChatMessage, InspectionRefusal>> {
	const ignored = new Set<string>();
	for (const message of newestFirst) {
		if (ignored.has(message.author.id)) continue;
		const place = await findPlace(message, ports);
		if (place === null) break;
		if (!(await isIgnoredHere({ trigger: message }, place, ports))) return ok(message);
		ignored.add(message.author.id);
	}
	return err({ kind: 'no-turn' });
}
