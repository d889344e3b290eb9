/** Where a turn happens, and whom its persona ignores there. */
import { describe, expect, test } from 'vitest';
import type { ChatPorts, ChatStores } from '#app/chat/chat-ports';
import { gatherHistory } from '#app/chat/gather-history';
import type { TurnPlace } from '#app/chat/gather-place';
import { gatherRoom } from '#app/chat/gather-room';
import type { PersonaId, ServerId } from '#domain/ids';
import type { PersonaUserBlock, PersonFacts } from '#domain/person';
import { chatMessage, person } from '../support/chat-message.ts';

const NOW_MS = 1_000;

function block(userDiscordId: string, change: Partial<PersonaUserBlock> = {}): PersonaUserBlock {
	return { personaId: 1 as PersonaId, userDiscordId, blockType: 'mute', reason: null, expiresAtMs: null, ...change };
}

function someone(discordId: string, change: Partial<PersonFacts> = {}): PersonFacts {
	return {
		discordId,
		displayName: `Name ${discordId}`,
		nickname: null,
		privacyLevel: 0,
		mayBePersonal: true,
		...change,
	};
}

async function ignoredIn(
	kind: 'guild' | 'direct',
	blocks: readonly PersonaUserBlock[],
	people: readonly PersonFacts[],
) {
	const asked: string[] = [];
	const none = async () => [];
	const stores = {
		personas: { listPersonas: none },
		turns: { findSpeakers: async () => new Map() },
		notices: { findNotices: none },
		proxies: { findProxied: none, findImpersonations: none },
		blocks: { findBlocks: async () => blocks },
		people: {
			findPeople: async ({ discordIds }: { readonly discordIds: readonly string[] }) => {
				asked.push(...discordIds);
				return people.filter(({ discordId }) => discordIds.includes(discordId));
			},
		},
	} as unknown as ChatStores;
	const ports = { stores, clock: { now: () => NOW_MS }, reactions: { isEnabled: false } } as unknown as ChatPorts;
	const place = { workspace: { id: 1 as ServerId, kind }, persona: { id: 1 } } as unknown as TurnPlace;
	const messages = [chatMessage({ author: person('1', 'Ellen') })];
	const { history } = await gatherHistory(messages, { place, turnLines: [] }, ports);
	return { ignored: history.ignored, blocks: history.blocks, asked };
}

describe('people whom the persona ignores', () => {
	test('are told by the name that it may use, whether or not they have spoken lately', async () => {
		const blocks = [block('2'), block('3', { blockType: 'block' }), block('4'), block('5')];
		const people = [
			someone('2', { nickname: 'Kim' }),
			someone('3', { nickname: 'Bo', mayBePersonal: false }),
			someone('4', { privacyLevel: 2 }),
		];
		const found = await ignoredIn('guild', blocks, people);
		expect(found.asked.sort()).toEqual(['1', '2', '3', '4', '5']);
		expect(found.ignored).toEqual([
			{ userDiscordId: '2', blockType: 'mute', displayName: 'Kim' },
			{ userDiscordId: '3', blockType: 'block', displayName: 'Name 3' },
			{ userDiscordId: '5', blockType: 'mute', displayName: null },
		]);
		expect([...found.blocks.keys()]).toEqual(['3']);
	});

	test('are those only whose time has not run out', async () => {
		const blocks = [block('2', { expiresAtMs: NOW_MS }), block('3', { expiresAtMs: NOW_MS + 1 })];
		const { ignored } = await ignoredIn('guild', blocks, [someone('2'), someone('3')]);
		expect(ignored.map(({ userDiscordId }) => userDiscordId)).toEqual(['3']);
	});

	test('are nobody in direct messages', async () => {
		expect((await ignoredIn('direct', [block('2')], [someone('2')])).ignored).toEqual([]);
	});

	test('are at most fifty', async () => {
		const blocks = Array.from({ length: 60 }, (_, index) => block(`${100 + index}`));
		expect((await ignoredIn('guild', blocks, [])).ignored).toHaveLength(50);
	});
});

describe('the room of a turn', () => {
	test('is a person in direct messages, and never asks for a guild', () => {
		const room = () => {
			throw new Error('there is no guild');
		};
		const direct = gatherRoom(chatMessage({ guildId: null }), ['<#1> <@&2>'], { room });
		expect(direct).toMatchObject({ kind: 'direct', name: 'Ellen', emojis: [], stickers: [], channelNames: [] });
		expect([direct.names.roles.size, direct.names.channels.size]).toEqual([0, 0]);
	});

	test('is a guild without a name where nothing of it was told', () => {
		const untold = gatherRoom(chatMessage(), [], { room: () => null });
		expect([untold.kind, untold.name, untold.description]).toEqual(['guild', '', null]);
	});

	test('looks up the ids that stored texts mention, each once, links included', () => {
		const asked: string[] = [];
		const nameOf = (id: string) => {
			asked.push(id);
			return id === '9' ? null : `n${id}`;
		};
		const room = {
			guildName: 'G',
			guildDescription: null,
			emojis: [],
			stickers: [],
			channelNames: [],
			roleName: nameOf,
			channelName: nameOf,
		};
		const texts = ['<@&1> and <#2>', '<#2> https://discord.com/channels/30/3/4', '<#9>', 'plain'];
		const { names } = gatherRoom(chatMessage(), texts, { room: () => room });
		expect(asked.sort()).toEqual(['1', '2', '3', '9']);
		expect([...names.roles]).toEqual([['1', 'n1']]);
		expect(names.channels).toEqual(
			new Map([
				['2', 'n2'],
				['3', 'n3'],
			]),
		);
	});
});
