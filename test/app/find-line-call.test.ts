/** Whom a line calls, as far as it depends on what is stored. */
import { describe, expect, test } from 'vitest';
import type { ChatPorts } from '#app/chat/chat-ports';
import { LineCallFinder } from '#app/chat/find-line-call';
import { firstPersona } from '#app/first-persona';
import type { PersonaId, ServerId, Snowflake } from '#domain/ids';
import type { ChatMessage, ReferencedMessage } from '#domain/message';
import type { Persona } from '#domain/persona';
import { EMPTY_SETTINGS_ROW, type SettingsRow } from '#domain/settings';
import { chatMessage, OUR_WEBHOOK, SELF, webhookAuthor } from '../support/chat-message.ts';
import { ManualClock } from '../support/manual-clock.ts';

function persona(id: number, name: string, aliases: readonly string[] = []): Persona {
	return { id: id as PersonaId, isAlter: id > 1, name, aliases, triggerWords: [] } as unknown as Persona;
}

const COMPANY = [persona(1, 'Tomori'), persona(2, 'Rin', ['Foxy']), persona(3, 'Mio')];

interface Stored {
	/** None where nobody has spoken with the bot yet. */
	readonly personas?: readonly Persona[];
	readonly speakers?: ReadonlyMap<Snowflake, PersonaId>;
	readonly server?: Partial<SettingsRow>;
	readonly user?: Partial<SettingsRow>;
}

/** A finder over what is stored, and how often the settings were read. */
function openFinder({ personas, speakers = new Map(), server, user }: Stored) {
	let reads = 0;
	const row = (change?: Partial<SettingsRow>) => (change ? { ...EMPTY_SETTINGS_ROW, ...change } : null);
	const stores = {
		workspaces: {
			findWorkspace: async () => (personas ? { id: 4 as ServerId } : null),
			findUser: async () => null,
		},
		personas: { listPersonas: async () => personas },
		turns: { findSpeakers: async () => speakers },
		settings: {
			readScopes: async () => {
				reads += 1;
				return { server: row(server), user: row(user), channel: null, persona: null };
			},
		},
	};
	const ports = {
		stores,
		clock: new ManualClock(),
		firstPersona: firstPersona('Tomori', ['ともり']),
		guildLocale: () => null,
	};
	const finder = new LineCallFinder(ports as unknown as ChatPorts);
	return { find: finder.find.bind(finder), reads: () => reads };
}

const said = (content: string): ChatMessage => chatMessage({ content });

function replyTo(target: Pick<ReferencedMessage, 'author' | 'webhook'>, content = 'hi'): ChatMessage {
	const known = { id: '77', body: chatMessage(), mentionedUsers: [], noticeKind: null, createdAtMs: null, ...target };
	return chatMessage({ content, reply: { messageId: '77', channelId: '20', state: 'known', target: known } });
}

const ids = async (call: ReturnType<LineCallFinder['find']>): Promise<readonly number[] | null> =>
	(await call)?.personas.map(({ id }) => id) ?? null;

describe('LineCallFinder', () => {
	test('where nothing is stored the first persona listens, and nobody in particular is named', async () => {
		const { find } = openFinder({});
		expect(await find(said('ともり!'), null)).toMatchObject({ cause: 'trigger-word', personas: [] });
		expect(await find(said('@tomori'), null)).toMatchObject({ cause: 'mention', personas: [] });
		expect(await find(said('rin?'), null)).toBeNull();
		expect(await find(said('hi'), 'mention')).toMatchObject({ cause: 'mention', personas: [] });
	});

	test('a line without a word of anybody reads no settings', async () => {
		const { find, reads } = openFinder({ personas: COMPANY });
		expect(await find(said('hello there'), null)).toBeNull();
		expect(await ids(find(said('hello there'), 'mention'))).toEqual([1]);
		expect(await ids(find(said('hello there'), 'direct-message'))).toEqual([1]);
		expect(reads()).toBe(0);
		expect(await ids(find(said('hello rin'), null))).toEqual([2]);
		expect(reads()).toBe(1);
	});

	test.each([
		['a name', 'Rin', 2],
		['a further name', 'foxy', 2],
		['a look', 'Rin (Bo)', 2],
		['a flipped look', 'Bo (Mio)', 3],
		['nobody', 'Somebody', 1],
	])('a reply to a webhook of ours under %s means its persona', async (_under, name, expected) => {
		const { find } = openFinder({ personas: COMPANY });
		const target = { author: webhookAuthor(name), webhook: OUR_WEBHOOK };
		expect(await ids(find(replyTo(target), 'reply'))).toEqual([expected]);
	});

	test('what is stored of a message outranks its name, also where the bot stood in', async () => {
		const { find } = openFinder({ personas: COMPANY, speakers: new Map([['77', 3 as PersonaId]]) });
		expect(await ids(find(replyTo({ author: webhookAuthor('Rin'), webhook: OUR_WEBHOOK }), 'reply'))).toEqual([3]);
		expect(await ids(find(replyTo({ author: SELF, webhook: null }, 'rin, mio?'), 'reply'))).toEqual([3, 2]);
	});

	test('a persona that was removed since is answered for by the main one', async () => {
		const { find } = openFinder({ personas: COMPANY, speakers: new Map([['77', 9 as PersonaId]]) });
		expect(await ids(find(replyTo({ author: SELF, webhook: null }), 'reply'))).toEqual([1]);
	});

	test('deliberate mode is the person\u2019s own choice before the server\u2019s', async () => {
		const strict = openFinder({ personas: COMPANY, server: { deliberateTriggersOnly: true } });
		expect(await strict.find(said('rin?'), null)).toBeNull();
		expect(await ids(strict.find(said('@rin and mio'), null))).toEqual([2]);
		expect(await ids(strict.find(said('rin?'), 'mention'))).toEqual([1]);
		const own = openFinder({
			personas: COMPANY,
			server: { deliberateTriggersOnly: true },
			user: { deliberateTriggersOnly: false },
		});
		expect(await ids(own.find(said('rin?'), null))).toEqual([2]);
	});

	test('as many answer as the limit allows, who is meant first', async () => {
		const { find } = openFinder({ personas: COMPANY, server: { matchLimit: 2 } });
		expect(await ids(find(said('mio, rin, tomori'), null))).toEqual([3, 2]);
		expect(await ids(find(said('mio, rin'), 'mention'))).toEqual([1, 3]);
	});
});
