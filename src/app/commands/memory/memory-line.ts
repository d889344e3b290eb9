/** A memory as one line of a list. */
import { shortened } from '../shortened.ts';
import { shownGates } from './memory-gates.ts';
import type { AnyMemory } from './memory-rights.ts';

const shownCharactersMax = 150;
const shownGatesMax = 100;

/** Its number, what it says, and where it comes up. */
export function memoryLine({ id, content, gates }: AnyMemory): string {
	const shown = shownGates(gates);
	const where = shown === '' ? '' : ` (${shown.length > shownGatesMax ? `${shown.slice(0, shownGatesMax)}…` : shown})`;
	return `**${id}** · ${shortened(content, shownCharactersMax)}${where}`;
}
