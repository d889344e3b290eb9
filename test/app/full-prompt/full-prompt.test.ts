/** Whole prompts of a scene in which everything comes up, as each kind of model reads them. */
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import type { StructuredContextItem } from '#domain/context-item';
import { checkChatPrompt } from '#playground/novelai-server/chat-prompt';
import { checkStoryPrompt } from '#playground/novelai-server/story-prompt';
import { credentialOf, type SceneVariant } from './scene.ts';
import { KNOWLEDGE, SCOPES } from './scene-knowledge.ts';
import { composed, customPrompt, customText, itemsText, novelaiPrompt } from './scene-prompts.ts';

const SIGHT = { seesImages: true, seesVideos: false, hasTools: true };
const TEXT = { seesImages: false, seesVideos: false, hasTools: false };
const WORDS = { ...TEXT, hasTools: true };

/** Sees pictures and calls tools in fields of the reply. */
const SEEING: SceneVariant = { capabilities: SIGHT };
/** Reads text alone. */
const BLIND: SceneVariant = { capabilities: TEXT };
/** Is blind, has another model look, and calls in its words; called by hand, with a wish and a beginning. */
const VERBATIM: SceneVariant = {
	capabilities: WORDS,
	scopes: {
		server: { ...(SCOPES.server ?? never()), verbatimToolCallingEnabled: true },
		channel: { ...(SCOPES.channel ?? never()), promptMode: 'replace' },
		persona: null,
	},
	facts: {
		vision: credentialOf(SIGHT),
		knowledge: { ...KNOWLEDGE, shortTerm: { ...KNOWLEDGE.shortTerm, depth: 4 } },
	},
	request: { cause: 'command', wishes: { instruction: 'Answer in\none line.', prefill: 'It is ' } },
};

function never(): never {
	throw new Error('The scene has settings of every scope.');
}

async function fixture(name: string): Promise<string> {
	return await readFile(new URL(`../../fixtures/prompts/scene/${name}.txt`, import.meta.url), 'utf8');
}

/** A file's first line says what it holds. */
function without(head: string): string {
	return head.slice(head.indexOf('\n') + 1);
}

const written: Readonly<Record<string, () => Promise<string>>> = {
	'items-seeing': async () => itemsText(composed(SEEING).items),
	'items-verbatim': async () => itemsText(composed(VERBATIM).items),
	seeing: async () => customText(await customPrompt(SEEING)),
	blind: async () => customText(await customPrompt(BLIND)),
	verbatim: async () => customText(await customPrompt(VERBATIM)),
	glm: async () => (await novelaiPrompt(BLIND, 'glm-4-6')).prompt,
	kayra: async () => (await novelaiPrompt(BLIND, 'kayra-v1')).prompt,
};

test.each(Object.keys(written))('the scene is written as it is stored: %s', async (name) => {
	expect(await written[name]?.()).toBe(without(await fixture(name)));
});

/** The order of the parts, by the table of the specification: what stands in one slot is in the order given here. */
const SLOTS: readonly (readonly [tag: StructuredContextItem['tag'], role: StructuredContextItem['role']])[] = [
	/* 01 */ ['SYSTEM_HUMANIZER_RULES', 'system'],
	/* 01 */ ['SYSTEM_CHANNEL_PROMPT', 'system'],
	/* 01 */ ['SYSTEM_PERSONA_PROMPT', 'system'],
	/* 01 */ ['SYSTEM_PERSONALITY', 'system'],
	/* 02 */ ['KNOWLEDGE_SERVER_INFO', 'system'],
	/* 02 */ ['KNOWLEDGE_PERSONA_USER_BLOCKS', 'system'],
	/* 03 */ ['KNOWLEDGE_SERVER_MEMORIES', 'system'],
	/* 04 */ ['KNOWLEDGE_SERVER_EMOJIS', 'system'],
	/* 05 */ ['KNOWLEDGE_SERVER_STICKERS', 'system'],
	/* 06 */ ['KNOWLEDGE_USERS_IN_CONVERSATION', 'user'],
	/* 07 */ ['KNOWLEDGE_SHORT_TERM_MEMORY', 'user'],
	/* 07b */ ['KNOWLEDGE_VERBATIM_TOOL_DEFINITIONS', 'system'],
	/* 08 */ ['KNOWLEDGE_LOREBOOK', 'system'],
	/* 09 */ ['KNOWLEDGE_SERVER_CONDITIONING', 'system'],
];
const CONVERSATION = ['DIALOGUE_SAMPLE', 'DIALOGUE_HISTORY', 'CONTEXT_NOTE_INJECTION'];
const VARIANTS = { seeing: SEEING, blind: BLIND, verbatim: VERBATIM };
/** Slots that one variant leaves empty, and why it may. */
const ABSENT: Readonly<Record<keyof typeof VARIANTS, readonly string[]>> = {
	seeing: ['KNOWLEDGE_VERBATIM_TOOL_DEFINITIONS'],
	blind: ['KNOWLEDGE_VERBATIM_TOOL_DEFINITIONS'],
	// The channel's prompt takes the place of the rules, the persona has no settings, the last hours are deferred.
	verbatim: ['SYSTEM_CHANNEL_PROMPT', 'SYSTEM_PERSONA_PROMPT', 'KNOWLEDGE_SHORT_TERM_MEMORY'],
};

describe.each(Object.entries(VARIANTS))('the order of the parts: %s', (name, variant) => {
	const { items } = composed(variant);
	const start = items.findIndex(({ tag }) => CONVERSATION.includes(tag));
	const above = items.slice(0, start);
	const below = items.slice(start);
	const place = (identity: string): number => items.findIndex((item) => item.identity === identity);

	test('above the conversation is that of the table, with every slot filled that can be', () => {
		const absent = ABSENT[name as keyof typeof VARIANTS];
		const expected = SLOTS.filter(([tag]) => !absent.includes(tag));
		const runs = above.filter((item, index) => item.tag !== above[index - 1]?.tag);
		expect(runs.map(({ tag, role }) => [tag, role])).toEqual(expected);
	});

	test('of the conversation: samples, then the history with notes and activated lore, then the tail', () => {
		const lastSample = below.findLastIndex(({ tag }) => tag === 'DIALOGUE_SAMPLE');
		const firstLine = below.findIndex(({ tag }) => tag === 'DIALOGUE_HISTORY');
		expect(lastSample).toBe(firstLine - 1);
		const tags = new Set(below.slice(firstLine).map(({ tag }) => tag));
		const deep = ['KNOWLEDGE_LOREBOOK', 'CONTEXT_NOTE_INJECTION', 'DIALOGUE_HISTORY'];
		const hasShortTerm = name === 'blind' ? [] : ['KNOWLEDGE_SHORT_TERM_MEMORY'];
		expect([...tags].sort()).toEqual([...deep, ...hasShortTerm].sort());
		const ids = below.flatMap(({ messageId, identity }) => (identity.startsWith('history:') ? (messageId ?? []) : []));
		expect(ids).toEqual(ids.toSorted());
		const tail = name === 'verbatim' ? ['history:1056', 'tail-directives', 'prefill'] : ['history:1056'];
		expect(items.slice(-tail.length).map(({ identity }) => identity)).toEqual(tail);
	});

	test('of the notes is that of their depths, counted in entries', () => {
		const depthOf = (identity: string): number => {
			const later = items.slice(place(identity)).flatMap((item) => /^history:(.*)$/.exec(item.identity)?.[1] ?? []);
			return new Set(later).size;
		};
		const isVerbatim = name === 'verbatim';
		// Without settings of the persona the server's own note stands there.
		expect(depthOf('context-note:0')).toBe(1);
		expect(items[place('context-note:0')]?.text).toContain(isVerbatim ? 'note of the server' : 'Tomori is cold');
		expect(depthOf('context-note:1')).toBe(6);
		expect(depthOf('reunion-note')).toBe(3);
		expect(place('stm-nudge') < 0 ? null : depthOf('stm-nudge')).toBe(name === 'blind' ? null : 2);
		expect(place('verbatim-tool-nudge') < 0 ? null : depthOf('verbatim-tool-nudge')).toBe(isVerbatim ? 3 : null);
		expect(depthOf('short-term-memory')).toBe(isVerbatim ? 4 : depthOf('participants'));
	});

	test('of activated lore is above the fourth speaker turn from the end', () => {
		const behind = items.slice(place('lorebook:53') + 1).filter(({ completionText }) => completionText);
		const speakers = behind.flatMap(({ sender }) => sender?.name ?? []);
		expect(speakers.filter((speaker, index) => speaker !== speakers[index - 1])).toHaveLength(4);
	});

	test('in what is sent is the same, the system first and everything else behind it', async () => {
		const { prompt } = await customPrompt(variant);
		const isHead = (item: StructuredContextItem): boolean => above.includes(item) && item.role === 'system';
		const isLore = ({ tag }: StructuredContextItem): boolean => tag === 'KNOWLEDGE_LOREBOOK';
		const heads = items.filter(isHead);
		const sent = [
			...heads.filter((item) => !isLore(item)),
			...heads.filter(isLore),
			...items.filter((item) => !isHead(item)),
		];
		let from = 0;
		for (const { text, identity } of sent) {
			const at = prompt.indexOf(text, from);
			expect(at, identity).toBeGreaterThanOrEqual(from);
			from = at + text.length;
		}
	});
});

describe('what a NovelAI model reads of the scene', () => {
	test.each([
		['glm-4-6', checkChatPrompt],
		['kayra-v1', checkStoryPrompt],
	] as const)(
		'is a prompt of its own form, without anything that is said to chat models alone: %s',
		async (model, check) => {
			const { prompt } = await novelaiPrompt(BLIND, model);
			expect(check(prompt, { model, isContinuation: false })).toEqual([]);
			const told = ['[System: People', 'The tide is high', 'is cold', 'Ellen is back', 'server time', 'Reactions on'];
			const rules = [
				'Speak as',
				'Here only boats',
				'never lies',
				'Harbour Town',
				'Media ID',
				'media_',
				'ref_',
				'blocked',
			];
			for (const words of [...told, ...rules, ':wave:', 'scolded', 'title 51', 'id:31'])
				expect(prompt).not.toContain(words);
		},
	);

	test('is the same whatever the attempts before it could do', async () => {
		for (const model of ['glm-4-6', 'kayra-v1']) {
			const plain = (await novelaiPrompt(BLIND, model)).prompt;
			expect((await novelaiPrompt(SEEING, model)).prompt).toBe(plain);
		}
	});
});
