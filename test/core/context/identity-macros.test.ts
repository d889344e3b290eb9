/** Identity macros: they resolve in everything that we or the persona's keepers wrote, and stay in what people wrote. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { composeContext } from '#core/context/compose-context';
import { EMPTY_CONTEXT_KNOWLEDGE } from '#core/context/stage';
import { convertMentions } from '#core/text/mentions';
import type { LineageId, ServerId, UserId } from '#domain/ids';
import { LOREBOOK_DEFAULTS, type LorebookEntry, type LorebookEntryId } from '#domain/lorebook';
import type { PersonalMemoryId, ServerMemoryId, ShortTermNoteId } from '#domain/memory';
import { factsOf, line, TOMORI } from './dialogue-case.ts';

const SAID = '{bot} and {{char}} greet {user} and {{user}}, {user_formatted} and {{user_term}}';
const RESOLVED = 'Tomori and Tomori greet Ellen and Ellen, Ellen and Ellen';

const memory = { gates: { channels: [], keywords: [] }, createdAtMs: 1, updatedAtMs: 1, content: SAID };
const lore: LorebookEntry = {
	...LOREBOOK_DEFAULTS,
	id: 1 as LorebookEntryId,
	serverId: 1 as ServerId,
	lineageId: null,
	title: 't',
	content: SAID,
	keys: [],
	createdAtMs: 0,
	updatedAtMs: 0,
};
const knowledge = {
	...EMPTY_CONTEXT_KNOWLEDGE,
	serverMemories: [
		{ ...memory, id: 1 as ServerMemoryId, serverId: 1 as ServerId, lineageId: 1 as LineageId, authorUserId: null },
	],
	personalMemories: [
		{ ...memory, id: 1 as PersonalMemoryId, userId: 1 as UserId, userDiscordId: '91', lineageId: null },
	],
	shortTerm: {
		notes: [{ id: 1 as ShortTermNoteId, content: SAID, updatedAtMs: 1 }],
		depth: null,
		nudge: null,
	},
	lore: [
		{ activation: 'always', entry: lore },
		{ activation: 'activated', entry: { ...lore, id: 2 as LorebookEntryId } },
	],
} as const;

const facts = factsOf(
	[line('1', 'Ellen', { content: SAID, completionContent: SAID })],
	{
		prompts: {
			systemPrompt: SAID,
			channelPrompt: { text: SAID, mode: 'append' },
			personaPrompt: SAID,
		},
		notes: [{ text: SAID, depth: 0 }],
	},
	{
		persona: { ...TOMORI, attributes: [SAID], samples: [{ user: SAID, persona: SAID }] },
		knowledge,
		wishes: { instruction: SAID },
	},
);
const { items } = composeContext(facts);

describe('identity macros', () => {
	test.each([
		'system-rules',
		'channel-prompt',
		'persona-prompt',
		'personality',
		'server-memories',
		'participants',
		'short-term-memory',
		'lorebook:1',
		'lorebook:2',
		'sample:0',
		'context-note:0',
		'tail-directives',
	])('resolve in %s', (identity) => {
		const found = items.filter((item) => item.identity === identity);
		expect(found.length).toBeGreaterThan(0);
		for (const item of found) {
			expect(item.text).toContain(RESOLVED);
			const projections = [item.completionText, ...(item.completionEntries ?? []).map(({ text }) => text)];
			expect(projections.filter((text) => text?.includes('{'))).toEqual([]);
		}
	});

	test('stay in what people wrote, for every model', () => {
		const said = items.find(({ identity }) => identity === 'history:1');
		expect([said?.text, said?.completionText]).toEqual([`Ellen: ${SAID}`, SAID]);
		expect(items.filter(({ text }) => /\{+(?:bot|char|user)\}+/.test(text))).toEqual([said]);
	});

	test('are asked to stay by the dialogue stage alone', () => {
		const folder = join(import.meta.dirname, '..', '..', '..', 'src');
		const askers = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
			(name) => name.endsWith('.ts') && /'preserve'/.test(readFileSync(join(folder, name), 'utf8')),
		);
		expect(askers.sort()).toEqual(['core/context/dialogue-history/message-line.ts', 'core/text/mentions.ts']);
	});

	test('resolve by default where the names tell who is meant', () => {
		const names = { users: new Map(), roles: new Map(), channels: new Map() };
		const identity = { persona: 'Tomori', user: 'Ellen' };
		expect(convertMentions(SAID, { ...names, identity })).toBe(RESOLVED);
		expect(convertMentions(SAID, { ...names, identity }, 'preserve')).toBe(SAID);
		expect(convertMentions(SAID, names)).toBe(SAID);
	});
});
