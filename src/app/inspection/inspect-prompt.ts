/** Reconstructs the prompt that a reply would be written from now, without writing one. */
import type { ChatPorts } from '#app/chat/chat-ports';
import { findPlace } from '#app/chat/gather-place';
import type { PersonaId, Snowflake } from '#domain/ids';
import { err, ok, type Result } from '#lib/result';
import { findTrigger, linesOf } from './find-trigger.ts';
import { inspectRequest } from './inspect-request.ts';
import type { InspectedPrompt, InspectionQuery, InspectionRefusal } from './inspection.ts';

/** The current request of the conversation's newest turn. */
export async function inspectPrompt(
	query: InspectionQuery,
	ports: ChatPorts,
): Promise<Result<InspectedPrompt, InspectionRefusal>> {
	const { signal } = query;
	const found = await findTrigger(query, ports);
	if (!found.ok) return found;
	const { trigger } = found.value;
	const place = await findPlace(trigger, ports, query.persona);
	if (place === null) return err({ kind: 'no-turn' });
	const cause = trigger.guildId === null ? ('direct-message' as const) : ('mention' as const);
	const lines = await linesOf(found.value, place.workspace.id, ports);
	const request = { cause, trigger, lines };
	// A turn that waited for others knows what the persona said meanwhile, so the reply itself is where its reading ended.
	const beginning = await ports.stores.replies.beginningOf(place.workspace.id, trigger.id);
	const beforeId = beginning ?? justAfter(trigger.id);
	const reunionNote = await noteTold(beginning, place.persona.id, ports);
	const inspected = await inspectRequest({ request, place, beforeId, reunionNote, signal }, ports);
	return inspected.ok ? ok(inspected.value) : err({ kind: 'failure', failure: inspected.error });
}

/** What the persona was told of a person who came back when it wrote the reply that begins so; null for another persona. */
async function noteTold(
	beginning: Snowflake | null,
	personaId: PersonaId,
	{ stores }: Pick<ChatPorts, 'stores'>,
): Promise<string | null> {
	const turnId = beginning === null ? null : await stores.replies.turnOf(beginning);
	const reply = turnId === null ? null : await stores.replies.findReply(turnId);
	return reply?.personaId === personaId ? reply.reunionNote : null;
}

/** Ids are ordered by time, so what is older than this one ends with the message itself. */
function justAfter(messageId: Snowflake): Snowflake {
	return String(BigInt(messageId) + 1n);
}
