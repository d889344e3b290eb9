/** The sentence that refuses a book beyond the limits. */
import type { LorebookProblem } from '#core/cards/read-lorebook';
import { LORE_LIMITS } from '#domain/lorebook';
import type { CommandAnswer } from '#ports/command';
import type { CommandScene } from '../command-scene.ts';

/** Names the limit. Nothing of a book is cut to fit, and no half of it is taken. */
export function loreRefusal(problem: LorebookProblem, scene: CommandScene): CommandAnswer {
	const { entriesMax, contentCharactersMax, keysMax, keyCharactersMax } = LORE_LIMITS;
	switch (problem) {
		case 'too-many':
			return scene.answer('answer.lore-too-many', { count: entriesMax });
		case 'too-long':
			return scene.answer('answer.lore-too-long', { count: contentCharactersMax });
		case 'keys':
			return scene.answer('answer.lore-keys', { entries: keysMax, characters: keyCharactersMax });
	}
}
