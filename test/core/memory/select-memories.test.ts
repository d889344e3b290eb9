/** Which memories come up: lineage, channel, keywords, privacy, blacklist, and who speaks. */
import { describe, expect, test } from 'vitest';
import { selectMemories } from '#core/memory/select-memories';
import type { LineageId, ServerId, UserId } from '#domain/ids';
import type { PersonalMemory, PersonalMemoryId, ServerMemory, ServerMemoryId } from '#domain/memory';
import { EMPTY_KNOWLEDGE, type Knowledge } from '#domain/turn-facts';

const lineageId = 1 as LineageId;
const open = { channels: [], keywords: [] };
const common = { content: 'text', gates: open, createdAtMs: 0, updatedAtMs: 0 };

function server(id: number, change: Partial<ServerMemory> = {}): ServerMemory {
	return { ...common, id: id as ServerMemoryId, serverId: 1 as ServerId, lineageId, authorUserId: null, ...change };
}

function personal(id: number, change: Partial<PersonalMemory> = {}): PersonalMemory {
	return {
		...common,
		id: id as PersonalMemoryId,
		userId: 1 as UserId,
		userDiscordId: '11',
		lineageId: null,
		...change,
	};
}

function select(knowledge: Partial<Knowledge>, corpus = 'we went to the Café in 北京市') {
	const { server: ofServer, personal: ofPeople } = selectMemories({
		knowledge: { ...EMPTY_KNOWLEDGE, channelNames: ['Lounge', '777'], ...knowledge },
		lineageId,
		participants: new Set(['11', '12']),
		corpus,
	});
	return [...ofServer, ...ofPeople].map(({ id }) => id as number);
}

describe('server memories', () => {
	test('only those of the persona’s lineage', () => {
		expect(select({ serverMemories: [server(1), server(2, { lineageId: 2 as LineageId })] })).toEqual([1]);
	});

	test.each([
		[{ channels: ['lounge'], keywords: [] }, true],
		[{ channels: ['#LOUNGE'], keywords: [] }, true],
		[{ channels: ['777'], keywords: [] }, true],
		[{ channels: ['other'], keywords: [] }, false],
		[{ channels: [], keywords: ['café'] }, true],
		[{ channels: [], keywords: ['北京'] }, true],
		[{ channels: [], keywords: ['caf'] }, false],
		[{ channels: ['lounge'], keywords: ['moon'] }, false],
		[{ channels: ['other'], keywords: ['café'] }, false],
		[{ channels: ['other', 'lounge'], keywords: ['moon', 'went'] }, true],
	])('the gates %j are independent: %s', (gates, wanted) => {
		expect(select({ serverMemories: [server(1, { gates })] })).toEqual(wanted ? [1] : []);
		expect(select({ personalMemories: [personal(1, { gates })] })).toEqual(wanted ? [1] : []);
	});
});

describe('personal memories', () => {
	test('of those who speak, for every lineage or for this one', () => {
		const personalMemories = [
			personal(1),
			personal(2, { lineageId }),
			personal(3, { lineageId: 2 as LineageId }),
			personal(4, { userDiscordId: '12' }),
			personal(5, { userDiscordId: '99' }),
		];
		expect(select({ personalMemories })).toEqual([1, 2, 4]);
	});

	test('not of those who are private or blacklisted, and of nobody where the server does not want them', () => {
		const personalMemories = [personal(1), personal(2, { userDiscordId: '12' })];
		const person = { discordId: '11', nickname: null, privacyLevel: 0, mayBePersonal: true } as const;
		expect(select({ personalMemories, people: [person] })).toEqual([1, 2]);
		expect(select({ personalMemories, people: [{ ...person, privacyLevel: 1 }] })).toEqual([2]);
		expect(select({ personalMemories, people: [{ ...person, privacyLevel: 2 }] })).toEqual([2]);
		expect(select({ personalMemories, people: [{ ...person, mayBePersonal: false }] })).toEqual([2]);
		expect(select({ personalMemories, personalizationEnabled: false })).toEqual([]);
	});
});
