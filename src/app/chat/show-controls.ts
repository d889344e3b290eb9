/** Keeps the row of buttons below the newest reply of a channel only. */
import type { Snowflake } from '#domain/ids';
import type { MessageButton, PostedMessage } from '#domain/reply';
import type { ChatPorts } from './chat-ports.ts';
import { controlButtons } from './control-buttons.ts';
import type { ChatTurnContext } from './turn-context.ts';

const EDIT_TIMEOUT_MS = 15_000;

/** Puts the row below a message, or takes it away with an empty one. A message that is gone needs none. */
export async function setButtons(
	message: PostedMessage,
	buttons: readonly MessageButton[],
	ports: ChatPorts,
): Promise<void> {
	const signal = AbortSignal.timeout(EDIT_TIMEOUT_MS);
	const changed = await ports.surface.edit(message, { buttons, notifiableUserIds: [] }, signal);
	if (!changed.ok) ports.log.info({ failure: changed.error.code, messageId: message.id }, 'a row of buttons stayed');
}

/** After a reply: the row stands below its last message, and below no other in the channel. Never rejects. */
export async function moveButtons(
	turn: Pick<ChatTurnContext, 'turnId' | 'controls'>,
	messages: readonly PostedMessage[],
	ports: ChatPorts,
): Promise<void> {
	const last = messages.at(-1);
	if (!last) return;
	const { turnId } = turn;
	try {
		if (last.hasButtons !== true) await setButtons(last, turn.controls, ports);
		const before = await ports.stores.replies.newestReply(last.channelId, turnId);
		if (before) await setButtons(before.last, [], ports);
	} catch (error) {
		ports.log.warn({ error, turnId }, 'a row of buttons could not be moved');
	}
}

/** After a reply was taken back: the row stands below the one that is the newest now. */
export async function returnButtons(channelId: Snowflake, ports: ChatPorts): Promise<void> {
	const { replies } = ports.stores;
	const newest = await replies.newestReply(channelId);
	const reply = newest && (await replies.findReply(newest.turnId));
	if (!newest || !reply) return;
	const { turnId, variant, variants } = reply;
	await setButtons(newest.last, controlButtons({ turnId, variant, variants: variants.length }), ports);
}
