/** Reconstructs the prompt of a reply that stands in a channel. */
import { channelBefore } from '#app/chat/channel-before';
import type { ChatPorts } from '#app/chat/chat-ports';
import { findPlace, type TurnPlace } from '#app/chat/gather-place';
import { storedRequest } from '#app/chat/stored-turn';
import type { Snowflake } from '#domain/ids';
import type { TurnRequest } from '#domain/turn';
import { err, ok, type Result } from '#lib/result';
import { inspectRequest } from './inspect-request.ts';
import type { InspectedPrompt, InspectionQuery, InspectionRefusal } from './inspection.ts';

/** Whose reply is looked at, and by whom. */
export interface ReplyInspection extends Pick<InspectionQuery, 'userId' | 'canManage' | 'signal'> {
	/** Any message of the reply. */
	readonly messageId: Snowflake;
}

/**
 * What regenerating the reply would send: its turn's lines as they read now, with the channel as it was before the
 * reply. Only whoever was answered may see it, and whoever manages the place.
 */
export async function inspectReply(
	{ messageId, userId, canManage, signal }: ReplyInspection,
	ports: ChatPorts,
): Promise<Result<InspectedPrompt, InspectionRefusal>> {
	const { replies } = ports.stores;
	const turnId = await replies.turnOf(messageId);
	const reply = turnId === null ? null : await replies.findReply(turnId);
	if (reply === null) return err({ kind: 'no-reply' });
	if (!canManage && reply.ownerId !== userId) return err({ kind: 'not-your-reply' });
	const then = channelBefore(ports, reply.messages[0]?.id ?? reply.triggerMessageId);
	const request = await storedRequest(reply, then.surface, { signal });
	const place = await placeOf(request, then);
	if (place === null) return err({ kind: 'no-reply' });
	const inspected = await inspectRequest({ request, place, reunionNote: reply.reunionNote, signal }, then);
	return inspected.ok ? ok(inspected.value) : err({ kind: 'failure', failure: inspected.error });
}

/** As the persona that answered, or the main one where that is gone. */
async function placeOf({ trigger, personaId }: TurnRequest, ports: ChatPorts): Promise<TurnPlace | null> {
	const place = await findPlace(trigger, ports);
	if (place === null || personaId === place.persona.id) return place;
	const personas = await ports.stores.personas.listPersonas(place.workspace.id);
	const persona = personas.find(({ id }) => id === personaId);
	return persona === undefined ? place : await findPlace(trigger, ports, persona);
}
