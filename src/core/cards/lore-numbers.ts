/** SillyTavern's numbers for positions and for the logic of secondary keys. */
import type { LorePosition, SecondaryLogic } from '#domain/lorebook';

const LOGICS: readonly SecondaryLogic[] = ['and-any', 'not-all', 'not-any', 'and-all'];
const BEFORE_CHARACTER = 0;
const AFTER_CHARACTER = 1;

/** The logic of a number; `and-any` for numbers that mean nothing. */
export function logicOf(number: number | null): SecondaryLogic {
	return LOGICS[number ?? 0] ?? 'and-any';
}

/** The number of a logic. */
export function logicNumber(logic: SecondaryLogic): number {
	return LOGICS.indexOf(logic);
}

/** The position of a number; those that we do not know stand before. */
export function positionOf(number: number | null): LorePosition {
	return number === AFTER_CHARACTER ? 'after' : 'before';
}

/** The number of a position. */
export function positionNumber(position: LorePosition): number {
	return position === 'after' ? AFTER_CHARACTER : BEFORE_CHARACTER;
}
