/** A given text as a persona's own words. */
import type { ChatPorts } from '#app/chat/chat-ports';
import { controlButtons } from '#app/chat/control-buttons';
import { gatherPlace } from '#app/chat/gather-place';
import { moveButtons } from '#app/chat/show-controls';
import type { Failure } from '#domain/failure';
import type { ChatMessage } from '#domain/message';
import { messageNonce } from '#domain/message-nonce';
import type { Persona } from '#domain/persona';
import type { OutgoingMessage, RenderIdentity } from '#domain/reply';
import { err, ok, type Result } from '#lib/result';

const postTimeoutMs = 15_000;

/** What is to be said. */
export interface GivenWords {
	/** Stands for the message that nobody wrote; its author owns the words from then on. */
	readonly trigger: ChatMessage;
	readonly persona: Persona;
	/** At most one message, never blank. */
	readonly text: string;
}

/** Posts it as a turn of its own, so that it can be edited, deleted and regenerated like any reply; notifies nobody. */
export async function sayAsPersona(words: GivenWords, ports: ChatPorts): Promise<Result<void, Failure>> {
	const { trigger, persona, text } = words;
	const { surface, stores } = ports;
	const { channelId, id: triggerId } = trigger;
	if (!surface.mayPost(channelId)) return err({ code: 'discord-forbidden' });
	const place = await gatherPlace({ trigger, personaId: persona.id }, ports);
	const turnId = await stores.turns.claimTurn({
		serverId: place.workspace.id,
		channelId,
		personaId: persona.id,
		userId: place.userId,
		triggerMessageId: triggerId,
		cause: 'command',
		lineIds: [],
	});
	if (turnId === null) return err({ code: 'internal-error' });
	const identity = await lookOf(persona, trigger, ports);
	const controls = controlButtons({ turnId, variant: 0, variants: 1 });
	const message: OutgoingMessage = {
		channelId,
		text,
		replyToId: null,
		nonce: messageNonce({ triggerId, turnId, attempt: 0, variant: 0, part: 0 }),
		notifiableUserIds: [],
		buttons: controls,
		...(identity === null ? {} : { identity }),
	};
	const isOurs = await stores.openTurns.beginPart({ turnId, variant: 0, part: 0, message, isLast: true });
	if (!isOurs) return err({ code: 'internal-error' });
	const letGo = ports.turnLeases.hold(turnId, () => {});
	const posted = await surface.post(message, AbortSignal.timeout(postTimeoutMs)).finally(letGo);
	if (!posted.ok) {
		await stores.turns.setTurnState(turnId, 'failed');
		return posted;
	}
	const { id: messageId, webhookId } = posted.value;
	const webhook = webhookId === undefined ? {} : { webhookId };
	const part = { turnId, personaId: persona.id, messageId, part: 0, variant: 0, ...webhook };
	await stores.turns.recordPart({ ...part, content: { text, identity } });
	await stores.turns.setTurnState(turnId, 'done');
	await moveButtons({ turnId, controls }, [{ ...posted.value, hasButtons: true }], ports);
	return ok(undefined);
}

/** The main persona speaks as the bot, and so does everybody in direct messages. */
async function lookOf(
	persona: Persona,
	{ guildId }: ChatMessage,
	{ avatars }: ChatPorts,
): Promise<RenderIdentity | null> {
	if (!persona.isAlter || guildId === null) return null;
	return { name: persona.name, avatarUrl: await avatars.urlOf(persona.id) };
}
