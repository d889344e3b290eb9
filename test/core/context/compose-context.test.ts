/** The parts of a prompt, in order, with their projections. */
import { describe, expect, test } from 'vitest';
import { composeContext } from '#core/context/compose-context';
import { EMPTY_CONTEXT_KNOWLEDGE } from '#core/context/stage';
import { dialogueHistory } from '#core/context/stages/dialogue-history';
import { EMPTY_TALK_FACTS } from '#core/context/talk-facts';
import { resolveIdentityMacros } from '#core/text/macros';
import type { LineageId, PersonaId, ServerId } from '#domain/ids';
import { EMPTY_ATTG, type Persona } from '#domain/persona';
import type { SimplifiedMessageForContext } from '#domain/simplified-message';

const persona: Persona = {
	id: 1 as PersonaId,
	serverId: 1 as ServerId,
	lineageId: 1 as LineageId,
	isAlter: false,
	name: 'Tomori',
	attributes: ['{{char}} likes {{user}}.', 'Second line'],
	samples: [
		{ user: 'Hi {{char}}', persona: 'Hello {{user}}' },
		{ user: null, persona: 'alone' },
	],
	triggerWords: [],
	aliases: [],
	attg: EMPTY_ATTG,
};

const knowledge = EMPTY_CONTEXT_KNOWLEDGE;

const entry = (id: string, name: string, type: 'user' | 'persona' | 'system'): SimplifiedMessageForContext => ({
	id,
	authorId: id,
	authorName: name,
	authorType: type,
	personaName: type === 'persona' ? name : null,
	authorPersonaId: null,
	authorPersonaLineageId: null,
	content: 'text with {{user}}',
	systemNotes: [],
	completionContent: 'text with {{user}}',
	createdAtMs: null,
	imageAttachments: [],
	videoAttachments: [],
	documentAttachments: [],
	remoteMediaSourceKind: null,
	combined: null,
});

describe('composeContext', () => {
	const history = [entry('1', 'Ellen', 'user'), entry('2', 'Tomori', 'persona'), entry('3', 'Kuro', 'persona')];
	const { items } = composeContext({ persona, userName: 'Ellen', history, knowledge, talk: EMPTY_TALK_FACTS });

	test('personality, samples, then history', () => {
		expect(items.map((item) => `${item.identity} ${item.role}`)).toEqual([
			'system-rules system',
			'personality system',
			'server-info system',
			'participants user',
			'sample:0 user',
			'sample:0 model',
			'sample:1 model',
			'samples-end user',
			'history:1 user',
			'history:2 model',
			'history:3 user',
		]);
	});

	test('macros resolve in texts of the persona and stay in what people wrote', () => {
		const [said, answered] = items.filter(({ identity }) => identity === 'sample:0');
		const line = items.find(({ identity }) => identity === 'history:1');
		expect(items.find(({ identity }) => identity === 'personality')?.text).toBe('Tomori likes Ellen.\nSecond line');
		expect([said?.completionText, answered?.completionText]).toEqual(['Hi Tomori', 'Hello Ellen']);
		expect([line?.completionText, line?.text]).toEqual(['text with {{user}}', 'Ellen: text with {{user}}']);
	});

	test('a sample that is labelled already has no second label', () => {
		const samples = [
			{ user: '{{user}}: Hi', persona: '{{char}}: Hello' },
			{ user: 'ELLEN： So: well', persona: 'tomori : Yes' },
			{ user: 'Bo: no', persona: 'Tomori:' },
		];
		const facts = {
			persona: { ...persona, samples },
			userName: 'Ellen',
			history: [],
			knowledge,
			talk: EMPTY_TALK_FACTS,
		};
		const dialogue = composeContext(facts).items.filter((item) => item.tag === 'DIALOGUE_SAMPLE');
		expect(dialogue.map((item) => item.completionText)).toEqual([
			'Hi',
			'Hello',
			'So: well',
			'Yes',
			'Bo: no',
			'Tomori:',
		]);
		expect(dialogue.slice(0, 4).map((item) => item.text)).toEqual([
			'Ellen: Hi',
			'Tomori: Hello',
			'Ellen: So: well',
			'Tomori: Yes',
		]);
	});

	test('a persona without personality or samples contributes only the conversation', () => {
		const bare = { ...persona, attributes: [], samples: [] };
		const composed = composeContext({
			persona: bare,
			userName: 'Ellen',
			history: [],
			knowledge,
			talk: EMPTY_TALK_FACTS,
		});
		expect(composed.items.map(({ identity }) => identity)).toEqual(['system-rules', 'server-info']);
	});

	test('an entry without a projection keeps none', () => {
		const note = { ...entry('9', 'Ellen', 'user'), completionContent: null };
		const { items: composed } = composeContext({
			persona: { ...persona, attributes: [], samples: [] },
			userName: 'E',
			history: [note],
			knowledge,
			talk: EMPTY_TALK_FACTS,
		});
		const item = composed.find(({ identity }) => identity === 'history:9');
		expect(item && 'completionText' in item).toBe(false);
	});
});

describe('dialogueHistory', () => {
	const items = (history: readonly SimplifiedMessageForContext[]) =>
		dialogueHistory({ persona, userName: 'Ellen', history, knowledge, talk: EMPTY_TALK_FACTS }).items;

	test('notes stand unlabelled around what was said, and stay out of the projection', () => {
		const [item] = items([
			{
				...entry('1', 'Ellen', 'user'),
				content: 'yes',
				completionContent: 'yes',
				systemNotes: [
					{ text: 'after it', place: 'after' },
					{ text: 'before it', place: 'before' },
				],
			},
		]);
		expect(item?.text).toBe('[System: before it]\nEllen: yes\n[System: after it]');
		expect(item?.completionText).toBe('yes');
	});

	test('an entry of notes alone has no label and nobody who speaks', () => {
		const [item] = items([
			{
				...entry('1', 'System', 'system'),
				content: null,
				completionContent: 'It rains.',
				completionSpeaker: false,
				systemNotes: [{ text: 'It rains.', place: 'before' }],
			},
		]);
		expect(item?.text).toBe('[System: It rains.]');
		expect(item?.sender).toBeUndefined();
		expect([item?.role, item?.completionText, item?.completionSpeaker]).toEqual(['user', 'It rains.', false]);
	});

	test('a merged entry is the message of its last part, which is the one that may be answered', () => {
		const combined = ['1', '2'].map((id) => ({ id, content: 'text', createdAtMs: null }));
		const [item] = items([{ ...entry('1', 'Ellen', 'user'), combined }]);
		expect([item?.identity, item?.messageId]).toEqual(['history:1', '2']);
	});

	test('the lineage makes a line the own one, also under another name', () => {
		const renamed = { ...entry('1', 'Old name', 'persona'), authorPersonaLineageId: persona.lineageId };
		const foreign = { ...entry('2', 'Kuro', 'persona'), authorPersonaLineageId: 99 as LineageId };
		expect(items([renamed, foreign]).map((item) => item.role)).toEqual(['model', 'user']);
	});
});

describe('resolveIdentityMacros', () => {
	test('every spelling in any case, and nothing else', () => {
		const text = '{{char}} {char} {{Bot}} <BOT> {{user}} {USER} <user> {{chars}} {person}';
		expect(resolveIdentityMacros(text, { persona: 'T$&', user: 'E' })).toBe('T$& T$& T$& T$& E E E {{chars}} {person}');
	});
});
