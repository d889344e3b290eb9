/** People who keep out of every context stay out of it by whatever way they might come in. */
import { describe, expect, test } from 'vitest';
import type { ChatPorts, ChatStores } from '#app/chat/chat-ports';
import { gatherHistory } from '#app/chat/gather-history';
import type { TurnPlace } from '#app/chat/gather-place';
import { nameReactions } from '#app/chat/name-reactions';
import type { ServerId } from '#domain/ids';
import type { ChatMessage, Reaction, ReferencedMessage } from '#domain/message';
import { chatMessage, person, webhookAuthor } from '../support/chat-message.ts';

const never = new AbortController().signal;
const settings = { isEnabled: true, callsMax: 10, reactionsMax: 5, usersMax: 5 };

function reaction(emoji: string): Reaction {
	return { emoji, count: 2, isMine: false, userNames: [] };
}

describe('reactions', () => {
	const given: Readonly<Record<string, readonly (readonly [id: string, displayName: string])[]>> = {
		'❤️': [
			['2', 'Bo'],
			['3', 'Ann'],
		],
		'👍': [['2', 'Bo']],
	};

	async function named(privateIds: readonly string[]) {
		const asked: (readonly string[])[] = [];
		const surface = {
			readReactionUsers: async ({ reaction: { emoji } }: { readonly reaction: Reaction }) =>
				(given[emoji] ?? []).map(([id, displayName]) => ({ id, displayName })),
		};
		const privateAmong = async (ids: readonly string[]) => {
			asked.push(ids);
			return new Set(privateIds);
		};
		const message = chatMessage({ reactions: [reaction('❤️'), reaction('👍')] });
		const [read] = await nameReactions([message], { surface, settings, signal: never, privateAmong });
		return { names: read?.reactions.map(({ userNames }) => userNames), asked };
	}

	test('name everybody but people who keep out, about whom is asked once', async () => {
		expect(await named([])).toEqual({ names: [['Bo', 'Ann'], ['Bo']], asked: [['2', '3']] });
		expect((await named(['2'])).names).toEqual([['Ann'], []]);
	});
});

describe('a message that is replied to', () => {
	test('belongs to the person behind its proxy or borrowed voice, also where it is too old to be read itself', async () => {
		const asked: Readonly<Record<string, string[]>> = { messages: [], webhooks: [] };
		const none = async () => [];
		const stores = {
			personas: { listPersonas: none },
			turns: { findSpeakers: async () => new Map() },
			notices: { findNotices: none },
			proxies: {
				findProxied: async (ids: readonly string[]) => {
					asked['messages']?.push(...ids);
					return ids.includes('50') ? [{ messageId: '50', channelId: '1', userDiscordId: '2' }] : [];
				},
				findImpersonations: async (ids: readonly string[]) => {
					asked['webhooks']?.push(...ids);
					return ids.includes('77') ? [{ webhookId: '77', channelId: '1', userDiscordId: '3' }] : [];
				},
			},
			blocks: { findBlocks: none },
			people: {
				findPeople: async ({ discordIds }: { readonly discordIds: readonly string[] }) =>
					discordIds
						.filter((discordId) => discordId === '2' || discordId === '3')
						.map((discordId) => ({ discordId, nickname: null, privacyLevel: 2, mayBePersonal: true })),
			},
		} as unknown as ChatStores;
		const ports = { stores, clock: { now: () => 1 }, reactions: settings } as unknown as ChatPorts;
		const place = { workspace: { id: 1 as ServerId, kind: 'guild' }, persona: { id: 1 } } as unknown as TurnPlace;
		const { history } = await gatherHistory(
			[replyTo('50', '66', '100'), replyTo('51', '77', '101')],
			{ place, turnLines: [] },
			ports,
		);
		expect(history.proxiedUserByMessageId.get('50')).toBe('2');
		expect(history.impersonationWebhooks.get('77')).toBe('3');
		expect([...history.privateUserIds].sort()).toEqual(['2', '3']);
	});
});

/** Ellen answers what a webhook posted. */
function replyTo(messageId: string, webhookId: string, id: string): ChatMessage {
	const body = chatMessage({ content: 'secret' });
	const webhook = { id: webhookId, isOurs: webhookId === '77' } as unknown as NonNullable<ReferencedMessage['webhook']>;
	const target: ReferencedMessage = {
		id: messageId,
		author: webhookAuthor('Kit'),
		webhook,
		body,
		mentionedUsers: [],
		noticeKind: null,
		createdAtMs: 1,
	};
	const reply = { messageId, channelId: '1', state: 'known', target } as const;
	return chatMessage({ id, author: person('1', 'Ellen'), reply });
}
