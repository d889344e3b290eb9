/** Messages for tests that do not need Discord. */
import type { Attachment, Sticker } from '#domain/media';
import type { Author, ChatMessage, Embed, Forward, MessageBody, ReferencedMessage } from '#domain/message';

/** The bot of these messages. */
export const SELF_ID = '900000000000000000';

/** A person. */
export function person(id: string, displayName: string): Author {
	return { id, kind: 'user', displayName, username: displayName.toLowerCase() };
}

/** The bot itself. */
export const SELF: Author = { id: SELF_ID, kind: 'self', displayName: 'Tomori', username: 'tomori' };

/** A persona's webhook, made by us. */
export const OUR_WEBHOOK = { id: '700000000000000001', applicationId: '900000000000000001', isOurs: true } as const;

/** A webhook's author: its name is what the channel reads. */
export function webhookAuthor(displayName: string, id: string = OUR_WEBHOOK.id): Author {
	return { id, kind: 'webhook', displayName, username: displayName };
}

/** A plain message of Ellen's in a guild channel, with the given differences. */
export function chatMessage(change: Partial<ChatMessage> = {}): ChatMessage {
	return {
		id: '1000',
		channelId: '20',
		guildId: '30',
		author: person('1', 'Ellen'),
		content: 'hello',
		...EMPTY_BODY_PARTS,
		webhook: null,
		createdAtMs: 1_700_000_000_000,
		editedAtMs: null,
		mentionsEveryone: false,
		reply: null,
		forward: null,
		reactions: [],
		kind: 'conversation',
		systemEvent: null,
		noticeKind: null,
		transcript: null,
		...change,
	};
}

const EMPTY_BODY_PARTS = {
	attachments: [],
	stickers: [],
	embeds: [],
	componentTexts: [],
	componentMedia: [],
	poll: null,
	mentionedUsers: [],
	mentionedRoles: [],
	mentionedChannels: [],
} satisfies Omit<MessageBody, 'content'>;

/** A body with nothing but text, with the given differences. */
export function messageBody(change: Partial<MessageBody> = {}): MessageBody {
	return { content: '', ...EMPTY_BODY_PARTS, ...change };
}

/** The target of a reply, written by the given author. */
export function referenced(id: string, author: Author, body: Partial<MessageBody> = {}): ReferencedMessage {
	return {
		id,
		author,
		webhook: null,
		body: messageBody(body),
		mentionedUsers: [],
		noticeKind: null,
		createdAtMs: 1_700_000_000_000,
	};
}

/** A picture with the given differences. */
export function attachment(change: Partial<Attachment> = {}): Attachment {
	const { id = '500', fileName = 'picture.png' } = change;
	return {
		id,
		fileName,
		kind: 'image',
		mimeType: 'image/png',
		url: `https://cdn.example/attachments/${id}/${fileName}`,
		proxyUrl: `https://media.example/attachments/${id}/${fileName}`,
		sizeBytes: 1_000,
		description: null,
		durationSeconds: null,
		isVoiceMessage: false,
		isSpoiler: false,
		...change,
	};
}

/** A sticker called `wave`, with a picture. */
export const WAVE_STICKER: Sticker = {
	id: '9',
	name: 'wave',
	picture: { url: 'https://cdn.example/stickers/9.png', mimeType: 'image/png' },
};

/** A card without anything, with the given differences. */
export function embed(change: Partial<Embed> = {}): Embed {
	return {
		kind: 'card',
		title: null,
		description: null,
		url: null,
		authorName: null,
		providerName: null,
		footerText: null,
		fields: [],
		imageUrl: null,
		imageProxyUrl: null,
		thumbnailUrl: null,
		thumbnailProxyUrl: null,
		videoUrl: null,
		...change,
	};
}

/** A forward from the channel `general` that says `far away`, with the given differences. */
export function forwarded(change: Partial<Forward> = {}): Forward {
	return {
		messageId: '800',
		channelId: '21',
		channelName: 'general',
		body: messageBody({ content: 'far away' }),
		hops: 0,
		createdAtMs: null,
		...change,
	};
}
