/** Memories, short-term memory and lore: blocks for chat models, plain contents for completion models, and their places. */

import { describe, expect, test } from 'vitest';
import { composeContext } from '#core/context/compose-context';
import { type ContextKnowledge, EMPTY_CONTEXT_KNOWLEDGE } from '#core/context/stage';
import { EMPTY_TALK_FACTS } from '#core/context/talk-facts';
import { tailSlot } from '#core/text/tail-slot';
import type { StructuredContextItem } from '#domain/context-item';
import type { LineageId, PersonaId, ServerId, UserId } from '#domain/ids';
import { type ActiveLore, LOREBOOK_DEFAULTS, type LorebookEntryId } from '#domain/lorebook';
import type { PersonalMemoryId, ServerMemoryId, ShortTermNoteId } from '#domain/memory';
import { EMPTY_ATTG, type Persona } from '#domain/persona';
import type { SimplifiedMessageForContext } from '#domain/simplified-message';

const persona: Persona = {
	id: 1 as PersonaId,
	serverId: 1 as ServerId,
	lineageId: 1 as LineageId,
	isAlter: false,
	name: 'Tomori',
	attributes: ['kind'],
	samples: [{ user: 'hi', persona: 'hey' }],
	triggerWords: [],
	aliases: [],
	attg: EMPTY_ATTG,
};

function entry(id: string, name: string): SimplifiedMessageForContext {
	return {
		id,
		authorId: name === 'Bo' ? '11' : '12',
		authorName: name,
		authorType: 'user',
		personaName: null,
		authorPersonaId: null,
		authorPersonaLineageId: null,
		content: 'text',
		systemNotes: [],
		completionContent: 'text',
		createdAtMs: null,
		imageAttachments: [],
		videoAttachments: [],
		documentAttachments: [],
		remoteMediaSourceKind: null,
		combined: null,
	};
}

function lore(id: number, activation: ActiveLore['activation']): ActiveLore {
	return {
		activation,
		entry: {
			...LOREBOOK_DEFAULTS,
			id: id as LorebookEntryId,
			serverId: 1 as ServerId,
			lineageId: null,
			title: 'A title',
			content: `{{char}} and <@11> ${id}`,
			keys: [],
			createdAtMs: 0,
			updatedAtMs: 0,
		},
	};
}

const base = { gates: { channels: ['lounge'], keywords: ['sea'] }, createdAtMs: 1, updatedAtMs: 5 };
const knowledge: ContextKnowledge = {
	...EMPTY_CONTEXT_KNOWLEDGE,
	serverMemories: [
		{
			...base,
			id: 7 as ServerMemoryId,
			serverId: 1 as ServerId,
			lineageId: 1 as LineageId,
			authorUserId: null,
			content: '{{char}} knows <@11>.',
		},
	],
	personalMemories: [
		{
			...base,
			id: 8 as PersonalMemoryId,
			userId: 1 as UserId,
			userDiscordId: '11',
			lineageId: null,
			content: '{{user}} sails.',
		},
	],
	shortTerm: {
		notes: [{ id: 9 as ShortTermNoteId, content: 'They met <@12>.', updatedAtMs: 6 }],
		depth: null,
		nudge: 'Call the tool.',
	},
	lore: [lore(1, 'always'), lore(2, 'activated')],
	names: {
		users: new Map([
			['11', 'Bo'],
			['12', 'Ellen'],
		]),
		roles: new Map(),
		channels: new Map(),
	},
};
const history = ['Bo', 'Ellen', 'Bo', 'Ellen', 'Bo'].map((name, index) => entry(`${index}`, name));

function compose(change: Partial<ContextKnowledge> = {}, lines = history): readonly StructuredContextItem[] {
	return composeContext({
		persona,
		userName: 'Ellen',
		history: lines,
		knowledge: { ...knowledge, ...change },
		talk: EMPTY_TALK_FACTS,
	}).items;
}

const identities = (items: readonly StructuredContextItem[]) => items.map(({ identity }) => identity);

describe('the parts of knowledge', () => {
	test('stand in their order, activated lore above the last four turns, the nudge two entries deep', () => {
		expect(identities(compose())).toEqual([
			'system-rules',
			'personality',
			'server-info',
			'server-memories',
			'participants',
			'short-term-memory',
			'lorebook:1',
			'sample:0',
			'sample:0',
			'history:0',
			'lorebook:2',
			'history:1',
			'history:2',
			'stm-nudge',
			'history:3',
			'history:4',
		]);
	});

	test('completion models get plain contents with identity and recency, chat models ids, tags and owners', () => {
		const [, , , memories, people, lately, always] = compose();
		expect(memories?.completionEntries).toEqual([
			{ identity: 'memory:server:7', text: 'Tomori knows Bo.', recencyMs: 5 },
		]);
		expect(memories?.text).toContain('[id:7] Tomori knows Bo. (tags: #lounge, sea)');
		expect(people?.completionEntries).toEqual([{ identity: 'memory:personal:8', text: 'Bo sails.', recencyMs: 5 }]);
		expect(people?.participants?.map(({ name }) => name)).toEqual(['Bo', 'Ellen']);
		expect(people?.text).toContain('- Bo, @{Bo}\n  (id:8) Bo sails.\n- Ellen, @{Ellen}');
		expect(lately?.completionEntries).toEqual([{ identity: 'stm:9', text: 'They met Ellen.', recencyMs: 6 }]);
		expect(always?.text).toBe('Tomori and Bo 1');
		expect(always?.lore).toEqual({ activation: 'always', position: 'before', insertionOrder: 100 });
	});

	test('the nudge is for models with tools: its projection is empty', () => {
		const nudge = compose().find(({ identity }) => identity === 'stm-nudge');
		expect([nudge?.text, nudge?.completionText]).toEqual(['[System: Call the tool.]', '']);
		expect(identities(compose({ shortTerm: { ...knowledge.shortTerm, nudge: null } }))).not.toContain('stm-nudge');
	});

	test.each([
		[0, 'history:4', 'last'],
		[1, 'history:4', 'before'],
		[3, 'history:2', 'before'],
		[99, 'history:0', 'before'],
	])('notes deferred to a depth of %i stand where %s is %s', (depth, neighbour, side) => {
		const shortTerm = { ...knowledge.shortTerm, depth, nudge: null };
		const order = identities(compose({ shortTerm, lore: [] }));
		const at = order.indexOf('short-term-memory');
		expect(order[side === 'last' ? at - 1 : at + 1]).toBe(neighbour);
		expect(order.filter((identity) => identity === 'short-term-memory')).toHaveLength(1);
	});

	test('people without memories leave an empty projection of their block', () => {
		const people = compose({ personalMemories: [] }).find(({ identity }) => identity === 'participants');
		expect(people?.completionEntries).toEqual([]);
	});

	test('samples supply missing turns, and a conversation of fewer than four has the lore at its start', () => {
		const at = (lines: SimplifiedMessageForContext[]) => {
			const order = identities(compose({}, lines)).filter((identity) => identity !== 'stm-nudge');
			return order[order.indexOf('lorebook:2') + 1];
		};
		expect(at(history.slice(0, 3))).toBe('sample:0');
		expect(at(history.slice(0, 1))).toBe('sample:0');
		expect(at(history.slice(0, 4))).toBe('history:0');
	});
});

describe('the tail slot', () => {
	test.each([
		[['a', 'b', 'c', 'd', 'e'], 1],
		[['a', 'a', 'b', 'b', 'c', 'c', 'd', 'd'], 0],
		[['x', 'a', 'a', 'b', 'c', 'd', 'd'], 1],
		[['a', 'b', 'a', 'b', 'a', 'b'], 2],
		[['a', 'b', null, 'b', 'c', null, 'd', null, 'e'], 1],
		[['x', null, 'a', 'b', 'c', 'd'], 2],
		[['a', 'b', 'c'], 0],
		[[], 0],
	])('of %j is %i', (keys, wanted) => {
		expect(tailSlot(keys)).toBe(wanted);
	});
});
