/** Takes a turn up again from what is stored of it and what Discord still has. */
import type { Snowflake } from '#domain/ids';
import type { ChatMessage } from '#domain/message';
import type { TurnRequest, TurnWishes } from '#domain/turn';
import type { ChatSurface } from '#ports/chat-surface';
import type { StoredReply } from '#ports/reply-store';

/** Who asks, and where, when there is no message that asks. */
export interface WordlessTrigger {
	readonly id: Snowflake;
	readonly channelId: Snowflake;
	readonly guildId: Snowflake | null;
	readonly userId: Snowflake;
	readonly userName: string;
}

/** A message that was never written, in the place of a turn's trigger. */
export function wordlessTrigger({ id, channelId, guildId, userId, userName }: WordlessTrigger): ChatMessage {
	return {
		id,
		channelId,
		guildId,
		author: { id: userId, kind: 'user', displayName: userName, username: userName },
		webhook: null,
		createdAtMs: null,
		editedAtMs: null,
		content: '',
		attachments: [],
		stickers: [],
		embeds: [],
		componentTexts: [],
		componentMedia: [],
		poll: null,
		mentionedUsers: [],
		mentionedRoles: [],
		mentionedChannels: [],
		mentionsEveryone: false,
		reply: null,
		forward: null,
		reactions: [],
		kind: 'conversation',
		systemEvent: null,
		noticeKind: null,
		transcript: null,
	};
}

const LINES_READ_MAX = 100;

/**
 * The turn's request, with its lines as they read now. Lines that are gone are left out; without its trigger the turn is
 * as one that a command began.
 */
export async function storedRequest(
	reply: StoredReply,
	surface: Pick<ChatSurface, 'readMessages'>,
	use: { readonly wishes?: TurnWishes; readonly signal: AbortSignal },
): Promise<TurnRequest> {
	const { channelId, guildId, ownerId, ownerName, personaId, triggerMessageId } = reply;
	const beforeId = reply.messages[0]?.id;
	const query = { channelId, limit: LINES_READ_MAX, ...(beforeId === undefined ? {} : { beforeId }) };
	const read = await surface.readMessages(query, use.signal);
	const lines = (read.ok ? read.value : []).filter((message) => reply.lineIds.includes(message.id));
	const found = lines.find((line) => line.id === triggerMessageId);
	const wordless = { id: triggerMessageId, channelId, guildId, userId: ownerId, userName: ownerName };
	const trigger = found ?? lines.at(-1) ?? wordlessTrigger(wordless);
	const wishes = use.wishes === undefined ? {} : { wishes: use.wishes };
	return { cause: found ? 'mention' : 'command', trigger, lines, personaId, ...wishes };
}
