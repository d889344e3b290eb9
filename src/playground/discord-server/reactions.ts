/** Reactions of messages and their gateway events. */
import type { MessageRecord } from './records.ts';
import type { World } from './world.ts';

/** An emoji as reactions name it. */
export interface ReactionEmoji {
	readonly id: string | null;
	readonly name: string;
}

/** Reads a Unicode emoji or `name:id`. */
export function emojiOf(text: string): ReactionEmoji {
	const custom = /^(?:a:)?(\w+):(\d+)$/.exec(text);
	return custom === null ? { id: null, name: text } : { id: custom[2] ?? null, name: custom[1] ?? text };
}

/** The key under which a message keeps the reactions with this emoji. */
export function emojiKey(emoji: ReactionEmoji): string {
	return emoji.id ?? emoji.name;
}

/** Adds or removes one user's reaction; nothing happens when it is so already. */
export function setReaction(
	world: World,
	record: MessageRecord,
	change: { readonly emoji: ReactionEmoji; readonly userId: string; readonly on: boolean },
): void {
	const key = emojiKey(change.emoji);
	const entry = record.reactions.get(key) ?? { emoji: change.emoji, userIds: new Set<string>() };
	if (entry.userIds.has(change.userId) === change.on) return;
	if (change.on) entry.userIds.add(change.userId);
	else entry.userIds.delete(change.userId);
	if (entry.userIds.size === 0) record.reactions.delete(key);
	else record.reactions.set(key, entry);
	const { message, guildId } = record;
	world.dispatch({
		t: change.on ? 'MESSAGE_REACTION_ADD' : 'MESSAGE_REACTION_REMOVE',
		d: {
			user_id: change.userId,
			channel_id: message.channel_id,
			message_id: message.id,
			emoji: change.emoji,
			burst: false,
			type: 0,
			...(change.on ? { message_author_id: message.author.id } : {}),
			...(guildId === null ? {} : { guild_id: guildId }),
		},
		guildId,
		channelId: message.channel_id,
	});
	world.announce({ kind: 'reaction', record });
}

/** Removes every reaction, or every reaction with one emoji. */
export function clearReactions(world: World, record: MessageRecord, emoji?: ReactionEmoji): void {
	const { message, guildId } = record;
	if (emoji === undefined) record.reactions.clear();
	else record.reactions.delete(emojiKey(emoji));
	world.dispatch({
		t: emoji === undefined ? 'MESSAGE_REACTION_REMOVE_ALL' : 'MESSAGE_REACTION_REMOVE_EMOJI',
		d: {
			channel_id: message.channel_id,
			message_id: message.id,
			...(guildId === null ? {} : { guild_id: guildId }),
			...(emoji === undefined ? {} : { emoji }),
		},
		guildId,
		channelId: message.channel_id,
	});
	world.announce({ kind: 'reaction', record });
}
