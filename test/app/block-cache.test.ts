/** Blocks are asked for once in a while, and seen at once when they were written here. */
import { describe, expect, test } from 'vitest';
import { cachedBlocks } from '#app/chat/block-cache';
import { isIgnored } from '#app/chat/gather-history';
import type { PersonaId, ServerId } from '#domain/ids';
import type { PersonaUserBlock } from '#domain/person';
import type { PersonaBlockStore } from '#ports/persona-block-store';
import { ManualClock } from '../support/manual-clock.ts';

const serverId = 1 as ServerId;
const personaId = 2 as PersonaId;
const block: PersonaUserBlock = { personaId, userDiscordId: '5', blockType: 'block', reason: null, expiresAtMs: null };

function openCache(ttlMs: number) {
	const clock = new ManualClock();
	const rows: PersonaUserBlock[] = [];
	let asked = 0;
	const store: PersonaBlockStore = {
		findBlocks: async () => {
			asked += 1;
			return [...rows];
		},
		saveBlock: async (_, saved) => void rows.push(saved),
		removeBlock: async () => rows.splice(0).length > 0,
	};
	return { clock, rows, blocks: cachedBlocks(store, clock, ttlMs), asked: () => asked };
}

describe('the memory of blocks', () => {
	test('asks the store once until the time is over', async () => {
		const { clock, rows, blocks, asked } = openCache(60_000);
		expect(await blocks.findBlocks(serverId, personaId)).toEqual([]);
		rows.push(block);
		clock.advance(59_999);
		expect(await blocks.findBlocks(serverId, personaId)).toEqual([]);
		clock.advance(1);
		expect(await blocks.findBlocks(serverId, personaId)).toEqual([block]);
		expect(asked()).toBe(2);
	});

	test('sees its own writes at once', async () => {
		const { blocks } = openCache(60_000);
		await blocks.findBlocks(serverId, personaId);
		await blocks.saveBlock(serverId, block);
		expect(await blocks.findBlocks(serverId, personaId)).toEqual([block]);
		expect(await blocks.removeBlock(serverId, personaId, '5')).toBe(true);
		expect(await blocks.findBlocks(serverId, personaId)).toEqual([]);
	});

	test('with no time at all asks every time', async () => {
		const { blocks, asked } = openCache(0);
		await blocks.findBlocks(serverId, personaId);
		await blocks.findBlocks(serverId, personaId);
		expect(asked()).toBe(2);
	});
});

test.each<[string, Partial<PersonaUserBlock>, boolean]>([
	['for good', {}, true],
	['that has not run out', { expiresAtMs: 1_001 }, true],
	['that ran out', { expiresAtMs: 1_000 }, false],
	['of somebody else', { userDiscordId: '6' }, false],
	['that only mutes', { blockType: 'mute' }, true],
])('a block %s ignores its person: %s %s', (...[, change, ignored]) => {
	expect(isIgnored([{ ...block, ...change }], '5', 1_000)).toBe(ignored);
});
