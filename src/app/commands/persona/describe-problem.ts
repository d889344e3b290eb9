/** Says which limit of a persona is broken. */
import type { PersonaProblem } from '#core/cards/check-persona';
import type { MessageKey } from '#core/i18n/locales/en';
import type { CommandAnswer } from '#ports/command';
import type { CommandScene } from '../command-scene.ts';

const PART_NAMES = {
	name: 'answer.persona-name',
	personality: 'answer.persona-personality',
	samples: 'answer.persona-samples',
	triggers: 'answer.persona-triggers',
	aliases: 'answer.persona-aliases',
	attg: 'answer.persona-attg',
} as const satisfies Record<string, MessageKey>;

/** One sentence that names the part and its limit. */
export function describeProblem(problem: PersonaProblem, scene: CommandScene): CommandAnswer {
	switch (problem.kind) {
		case 'blank':
			return scene.answer('answer.persona-field-blank');
		case 'too-long':
			return scene.answer('answer.persona-too-long', {
				part: scene.say(PART_NAMES[problem.part]),
				count: problem.charactersMax,
			});
		case 'too-many':
			return scene.answer('answer.persona-entries-max', {
				part: scene.say(PART_NAMES[problem.part]),
				count: problem.entriesMax,
			});
	}
}
