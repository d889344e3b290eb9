/** Reads what is to be remembered. */
import type { MessageKey } from '#core/i18n/locales/en';
import type { MessageParameters } from '#core/i18n/translate';
import { MEMORY_LIMITS } from '#domain/memory';
import { err, ok, type Result } from '#lib/result';
import type { MemoryWords } from '#ports/memory-store';
import { readMemoryGates } from './memory-gates.ts';

/** Why something is no memory. */
export type MemoryProblem = 'blank' | 'too-long' | 'tags';

/** Words and tags as they were given; at most `charactersMax` UTF-16 units. */
export function readMemory(
	given: { readonly text: string; readonly tags: string },
	charactersMax: number,
): Result<MemoryWords, MemoryProblem> {
	const content = given.text.trim();
	if (content === '') return err('blank');
	if (content.length > charactersMax) return err('too-long');
	const gates = readMemoryGates(given.tags);
	return gates.ok ? ok({ content, gates: gates.value }) : err('tags');
}

/** The message that tells of a problem. */
export function memoryRefusal(
	problem: MemoryProblem,
	charactersMax: number,
): { readonly key: MessageKey; readonly parameters: MessageParameters } {
	const { gateEntriesMax, gateCharactersMax } = MEMORY_LIMITS;
	switch (problem) {
		case 'blank':
			return { key: 'answer.memory-blank', parameters: {} };
		case 'too-long':
			return { key: 'answer.memory-too-long', parameters: { count: charactersMax } };
		case 'tags':
			return { key: 'answer.memory-tags', parameters: { entries: gateEntriesMax, characters: gateCharactersMax } };
	}
}
