/** The order of a prompt's parts, and what stands below the conversation. */
import { describe, expect, test } from 'vitest';
import { composeContext } from '#core/context/compose-context';
import { type ContextFacts, EMPTY_CONTEXT_KNOWLEDGE } from '#core/context/stage';
import { EMPTY_TALK_FACTS, type TalkFacts } from '#core/context/talk-facts';
import type { LineageId, ServerId } from '#domain/ids';
import { LOREBOOK_DEFAULTS, type LorebookEntry, type LorebookEntryId } from '#domain/lorebook';
import type { ServerMemoryId, ShortTermNoteId } from '#domain/memory';
import { factsOf, line, personaLine, TOMORI } from './dialogue-case.ts';

function lore(id: number): LorebookEntry {
	return {
		...LOREBOOK_DEFAULTS,
		id: id as LorebookEntryId,
		serverId: 1 as ServerId,
		lineageId: null,
		title: 't',
		content: `lore ${id}`,
		keys: [],
		createdAtMs: 0,
		updatedAtMs: 0,
	};
}

const knowledge: ContextFacts['knowledge'] = {
	...EMPTY_CONTEXT_KNOWLEDGE,
	serverMemories: [
		{
			id: 1 as ServerMemoryId,
			serverId: 1 as ServerId,
			lineageId: 1 as LineageId,
			authorUserId: null,
			content: 'm',
			gates: { channels: [], keywords: [] },
			createdAtMs: 1,
			updatedAtMs: 1,
		},
	],
	shortTerm: { notes: [{ id: 1 as ShortTermNoteId, content: 's', updatedAtMs: 1 }], depth: null, nudge: 'n' },
	lore: [
		{ activation: 'always', entry: lore(1) },
		{ activation: 'activated', entry: lore(2) },
	],
};
const everything: Partial<TalkFacts> = {
	room: {
		...EMPTY_TALK_FACTS.room,
		kind: 'guild',
		name: 'Harbour',
		emojis: [{ name: 'wave' }],
		stickers: [{ name: 'hello', description: null }],
	},
	prompts: { systemPrompt: 'a', channelPrompt: { text: 'b', mode: 'append' }, personaPrompt: 'c' },
	blocks: [{ name: 'Max', blockType: 'block' }],
	conditioning: { rewards: ['r'], punishments: [] },
	notes: [{ text: 'note', depth: 1 }],
	tools: [{ name: 'tool', description: 'd', parameters: {} }],
	callsVerbatim: true,
	impersonationPrompt: 'speak as Ellen does',
};
const history = [line('1', 'Ellen'), personaLine('2', 'Tomori'), line('3', 'Ellen')];
const persona = { ...TOMORI, attributes: ['kind'], samples: [{ user: 'hi', persona: 'hey' }] };

function itemsOf(talk: Partial<TalkFacts>, change: Partial<ContextFacts> = {}) {
	return composeContext(factsOf(history, { ...everything, ...talk }, { persona, knowledge, ...change })).items;
}

describe('the order of a prompt', () => {
	test('holds every slot in its place', () => {
		expect(itemsOf({}).map(({ tag, identity }) => `${tag} ${identity}`)).toEqual([
			'SYSTEM_HUMANIZER_RULES system-rules',
			'SYSTEM_CHANNEL_PROMPT channel-prompt',
			'SYSTEM_PERSONA_PROMPT persona-prompt',
			'SYSTEM_PERSONALITY personality',
			'KNOWLEDGE_SERVER_INFO server-info',
			'KNOWLEDGE_PERSONA_USER_BLOCKS persona-user-blocks',
			'KNOWLEDGE_SERVER_MEMORIES server-memories',
			'KNOWLEDGE_SERVER_EMOJIS server-emojis',
			'KNOWLEDGE_SERVER_STICKERS server-stickers',
			'KNOWLEDGE_USERS_IN_CONVERSATION participants',
			'KNOWLEDGE_SHORT_TERM_MEMORY short-term-memory',
			'KNOWLEDGE_VERBATIM_TOOL_DEFINITIONS verbatim-tool-definitions',
			'KNOWLEDGE_LOREBOOK lorebook:1',
			'KNOWLEDGE_SERVER_CONDITIONING conditioning',
			'DIALOGUE_SAMPLE sample:0',
			'KNOWLEDGE_LOREBOOK lorebook:2',
			'DIALOGUE_SAMPLE sample:0',
			'CONTEXT_NOTE_INJECTION verbatim-tool-nudge',
			'DIALOGUE_HISTORY history:1',
			'KNOWLEDGE_SHORT_TERM_MEMORY stm-nudge',
			'DIALOGUE_HISTORY history:2',
			'CONTEXT_NOTE_INJECTION context-note:0',
			'DIALOGUE_HISTORY history:3',
		]);
	});

	test('activated lore parts no line from the notes beside it', () => {
		const noted = personaLine('2', 'Tomori', { systemNotes: [{ text: 'it answers Ellen', place: 'before' }] });
		const said = [line('1', 'Ellen'), noted, line('3', 'Ellen'), line('4', 'Bo'), line('5', 'Kim')];
		const { items } = composeContext(factsOf(said, {}, { knowledge }));
		const identities = items.map(({ identity }) => identity);
		const from = identities.indexOf('history:1');
		expect(identities.slice(from, from + 4)).toEqual(['history:1', 'lorebook:2', 'history-notes:2', 'history:2']);
	});

	test('the definitions of tools and the nudge to call them stand and fall together', () => {
		const identities = itemsOf({ callsVerbatim: false }).map(({ identity }) => identity);
		expect(identities).not.toContain('verbatim-tool-definitions');
		expect(identities).not.toContain('verbatim-tool-nudge');
	});

	test('in a person’s name the prompt is what that person gave, without memories, blocks, samples and lore', () => {
		const items = itemsOf({ impersonatedUserId: '91', reunionNote: 'Ellen is back' });
		expect(items.map(({ identity }) => identity)).toEqual([
			'persona-prompt',
			'server-info',
			'server-emojis',
			'server-stickers',
			'participants',
			'history:1',
			'history:2',
			'context-note:0',
			'history:3',
			'tail-directives',
		]);
		expect(items.at(-1)?.text).toMatch(/^\[System: Write the next message of \S+ as they would write it themselves/);
		expect(items[0]?.text).toBe('speak as Ellen does');
		expect(items.filter(({ role }) => role === 'model').map(({ identity }) => identity)).toEqual(['history:1']);
	});
});

describe('below the conversation', () => {
	const tailOf = (change: Partial<ContextFacts>) =>
		composeContext(factsOf(change.history ?? history, {}, change)).items.filter(
			({ identity }) => identity === 'tail-directives' || identity === 'prefill',
		);
	const onOwnWord = [...history, personaLine('4', 'Tomori')];

	test('a one-off instruction is one note that completion models never read', () => {
		expect(tailOf({ wishes: { instruction: '  Tell {user}\n[about] the sea ' } })).toEqual([
			{
				role: 'user',
				tag: 'DIALOGUE_HISTORY',
				text: '[System: Tell Ellen (about) the sea]',
				identity: 'tail-directives',
			},
		]);
	});

	test('called by hand after its own word the persona is told to go on, and else not', () => {
		const goesOn = '[System: Go on as Tomori from where the last message ended, without repeating it.]';
		expect(tailOf({ history: onOwnWord, cause: 'command' }).map(({ text }) => text)).toEqual([goesOn]);
		expect(tailOf({ history: onOwnWord, cause: 'mention' })).toEqual([]);
		expect(tailOf({ history, cause: 'command' })).toEqual([]);
		expect(tailOf({ history: [], cause: 'command' })).toEqual([]);
	});

	test('a given beginning stands last, below the word on it, and instruction and word are one note', () => {
		const tail = tailOf({ cause: 'command', wishes: { instruction: 'Be brief.', prefill: 'Once ' } });
		expect(tail.map(({ role, text, explicitPrefill }) => [role, text, explicitPrefill])).toEqual([
			[
				'user',
				'[System: Be brief.\nGo on with the message that Tomori has begun, without repeating its beginning.]',
				undefined,
			],
			['model', 'Tomori: Once ', true],
		]);
	});

	test('blank wishes are none', () => {
		expect(tailOf({ wishes: { instruction: ' ', prefill: ' ' } })).toEqual([]);
	});
});
