/** Notes of the last hours on their way from facts to every model's prompt. */

import { describe, expect, test } from 'vitest';
import { composeContext } from '#core/context/compose-context';
import { EMPTY_CONTEXT_KNOWLEDGE } from '#core/context/stage';
import { EMPTY_TALK_FACTS } from '#core/context/talk-facts';
import { allProfiles } from '#core/novelai/profiles/profile-of';
import { preparePrompt } from '#core/novelai/request/prepare-prompt';
import type { LineageId, PersonaId, ServerId } from '#domain/ids';
import type { ShortTermNote, ShortTermNoteId } from '#domain/memory';
import { EMPTY_ATTG, type Persona } from '#domain/persona';
import { requestOf, said, wordTokenizer } from './conversation.ts';

const words = await wordTokenizer();
const persona: Persona = {
	id: 1 as PersonaId,
	serverId: 1 as ServerId,
	lineageId: 1 as LineageId,
	isAlter: false,
	name: 'Tomori',
	attributes: ['Tomori is kind.'],
	samples: [],
	triggerWords: [],
	aliases: [],
	attg: EMPTY_ATTG,
};
const notes = [{ id: 4 as ShortTermNoteId, content: 'they argued about tea', updatedAtMs: 1 }];

describe.each(allProfiles().map(({ displayName, codename }) => [displayName, codename] as const))(
	'%s',
	(_name, codename) => {
		test.each([
			['inline', null],
			['at the end of the history', 0],
			['deep in the history', 9],
		])('short-term memory given %s stands among the memories, and its nudge nowhere', (_place, depth) => {
			const shortTerm = { notes, depth, nudge: 'NUDGE: call the memory tool.' };
			const knowledge = { ...EMPTY_CONTEXT_KNOWLEDGE, shortTerm };
			const { items: context } = composeContext({
				persona,
				userName: 'Bo',
				history: [],
				knowledge,
				talk: EMPTY_TALK_FACTS,
			});
			const prepared = preparePrompt(requestOf([...context, said('1', 'Bo', 'hello')], { codename }), 'opus', words);
			if (!prepared.ok) throw new Error(prepared.error.code);
			const { prompt, report } = prepared.value;
			const told = prompt.indexOf('They argued about tea.');
			expect(told).toBeGreaterThan(prompt.indexOf('Tomori is kind.'));
			expect(told).toBeLessThan(prompt.indexOf('\n***'));
			expect(prompt).not.toContain('NUDGE');
			expect(report.included).toContain('stm:4');
			expect(report.excluded.filter(({ reason }) => reason !== 'tag')).toEqual([
				{ identity: 'stm-nudge', reason: 'projection' },
			]);
		});

		test('what people said keeps its macros, and what a model made of it does not', () => {
			const of = (content: string, quoted: { isQuoted?: true }) => [
				{ ...notes[0], content, ...quoted } as ShortTermNote,
			];
			const promptOf = (told: readonly ShortTermNote[]): string => {
				const knowledge = { ...EMPTY_CONTEXT_KNOWLEDGE, shortTerm: { notes: told, depth: null, nudge: null } };
				const talk = EMPTY_TALK_FACTS;
				const { items: context } = composeContext({ persona, userName: 'Bo', history: [], knowledge, talk });
				const prepared = preparePrompt(requestOf([...context, said('1', 'Bo', 'hello')], { codename }), 'opus', words);
				if (!prepared.ok) throw new Error(prepared.error.code);
				return prepared.value.prompt;
			};
			expect(promptOf(of('Bo said "{{char}} hums"', { isQuoted: true }))).toContain('{{char}} hums');
			expect(promptOf(of('{{char}} hums', {}))).toContain('Tomori hums');
		});
	},
);
