/** Which message of a channel an inspection is about. */
import type { ChatPorts } from '#app/chat/chat-ports';
import { findPlace } from '#app/chat/gather-place';
import { isIgnoredHere } from '#app/chat/run-turn';
import type { ServerId } from '#domain/ids';
import type { ChatMessage } from '#domain/message';
import { err, ok, type Result } from '#lib/result';
import type { LineClaim } from '#ports/turn-store';
import type { InspectionQuery, InspectionRefusal } from './inspection.ts';

/** Messages that are looked through, the most that Discord lists at once. */
const messagesMax = 100;

/** The message that is answered, and what people said around it. */
export interface FoundTrigger {
	readonly trigger: ChatMessage;
	/** Oldest first. */
	readonly spoken: readonly ChatMessage[];
}

/**
 * For those who manage the place the newest message of anybody whom the persona would answer; for everyone else the
 * newest of their own that it did answer.
 */
export async function findTrigger(
	query: InspectionQuery,
	ports: ChatPorts,
): Promise<Result<FoundTrigger, InspectionRefusal>> {
	const { channelId, userId, canManage, signal } = query;
	const read = await ports.surface.readMessages({ channelId, limit: messagesMax }, signal);
	if (!read.ok) return err({ kind: 'failure', failure: read.error });
	const spoken = read.value.filter((message) => message.author.kind === 'user' && message.kind === 'conversation');
	if (canManage) return await newestAnswerable(spoken, ports);
	const own = spoken.filter((message) => message.author.id === userId);
	const storedId = await ports.stores.workspaces.findUser(userId);
	const ids = own.map((message) => message.id);
	const triggers = storedId === null ? new Set() : await ports.stores.turns.findTriggers(storedId, ids);
	const newest = own.findLast((message) => triggers.has(message.id));
	return newest ? ok({ trigger: newest, spoken }) : err({ kind: 'not-yours' });
}

/**
 * The lines that the trigger's turn answered together, the trigger itself at least: they stand last in the prompt and are
 * read as one, so without them it would be another prompt.
 */
export async function linesOf(
	{ trigger, spoken }: FoundTrigger,
	serverId: ServerId,
	ports: ChatPorts,
): Promise<readonly ChatMessage[]> {
	const own = spoken.filter((message) => message.author.id === trigger.author.id);
	const ids = own.map((message) => message.id);
	const claims = await ports.stores.turns.findClaims(serverId, ids);
	const isOf = (found: readonly LineClaim[] = []) => found.some(({ triggerId }) => triggerId === trigger.id);
	const earlier = own.filter((message) => message.id !== trigger.id && isOf(claims.get(message.id)));
	return [...earlier, trigger];
}

async function newestAnswerable(
	spoken: readonly ChatMessage[],
	ports: ChatPorts,
): Promise<Result<FoundTrigger, InspectionRefusal>> {
	const ignored = new Set<string>();
	for (const message of spoken.toReversed()) {
		if (ignored.has(message.author.id)) continue;
		const place = await findPlace(message, ports);
		if (place === null) break;
		if (!(await isIgnoredHere({ trigger: message }, place, ports))) return ok({ trigger: message, spoken });
		ignored.add(message.author.id);
	}
	return err({ kind: 'no-turn' });
}
