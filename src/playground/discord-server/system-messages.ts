/** Messages Discord writes by itself: of a new thread, at a thread's start, of a pin. */
import type { APIUser } from 'discord-api-types/v10';
import type { ChannelRecord, MessageRecord } from './records.ts';
import { storeMessage, updateMessage } from './store-message.ts';
import type { World } from './world.ts';

const forumTypes: readonly number[] = [15, 16];
const privateThread = 12;

/** Notes a thread in its parent, or the message it grew from in the thread; forum posts and private threads have neither. */
export function noteThread(
	world: World,
	input: { readonly parent: ChannelRecord; readonly thread: ChannelRecord; readonly fromMessage: boolean },
): void {
	const { parent, thread } = input;
	if (forumTypes.includes(parent.type) || thread.type === privateThread) return;
	const author = world.user(thread.thread?.ownerId ?? world.application.owner.id);
	const guild = parent.guildId === null ? {} : { guild_id: parent.guildId };
	if (input.fromMessage) {
		const reference = { type: 0 as const, channel_id: parent.id, message_id: thread.id, ...guild };
		const extra = { message_reference: reference };
		storeMessage(world, { channel: thread, author, origin: 'system', content: '', type: 21, extra });
		return;
	}
	const extra = { message_reference: { type: 0 as const, channel_id: thread.id, ...guild } };
	storeMessage(world, { channel: parent, author, origin: 'system', content: thread.name, type: 18, extra });
}

/** Pins or unpins a message and tells everybody; a pin is also noted in the channel. */
export function setPin(world: World, record: MessageRecord, pin: { readonly on: boolean; readonly by: APIUser }): void {
	const channel = world.channel(record.message.channel_id);
	const guild = channel.guildId === null ? {} : { guild_id: channel.guildId };
	record.pinnedAt = pin.on ? world.timestamp() : null;
	updateMessage(world, record, { fields: { pinned: pin.on }, edited: false });
	const d = { channel_id: channel.id, last_pin_timestamp: record.pinnedAt, ...guild };
	world.dispatch({ t: 'CHANNEL_PINS_UPDATE', d, guildId: channel.guildId, channelId: channel.id });
	if (!pin.on) return;
	const reference = { type: 0 as const, channel_id: channel.id, message_id: record.message.id, ...guild };
	const extra = { message_reference: reference };
	storeMessage(world, { channel, author: pin.by, origin: 'system', content: '', type: 6, extra });
}
