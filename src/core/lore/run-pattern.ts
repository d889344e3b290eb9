/** Runs a pattern over a text, all its possibilities side by side, so that no text makes it slow. */
import type { PatternProgram } from './parse-pattern.ts';

/** How many steps may still be taken; shared by all patterns of one activation. */
export interface PatternWork {
	left: number;
}

const WORD_CHARACTER = /[\p{L}\p{N}\p{M}_]/u;

/** Whether the pattern occurs anywhere. Costs at most steps × characters; once the work is used up, nothing occurs any more. */
export function occursIn(program: PatternProgram, text: string, work: PatternWork): boolean {
	const characters = [...text];
	let active: number[] = [];
	for (let at = 0; at <= characters.length; at += 1) {
		const before = characters[at - 1] ?? '';
		const after = characters[at] ?? '';
		// A new attempt begins at every place.
		const reached = closure(program, [...active, program.start], { before, after });
		work.left -= reached.length + 1;
		if (work.left < 0) return false;
		const next: number[] = [];
		for (const place of reached) {
			const step = program.steps[place];
			if (step?.kind === 'match') return true;
			if (step?.kind === 'character' && after !== '' && step.test(after)) next.push(step.next);
		}
		active = next;
	}
	return false;
}

/** Every step that can be reached without taking a character, each once. */
function closure(
	program: PatternProgram,
	from: readonly number[],
	{ before, after }: { readonly before: string; readonly after: string },
): readonly number[] {
	const isEdge = WORD_CHARACTER.test(before) !== WORD_CHARACTER.test(after);
	const reached = new Set<number>();
	const open = [...from];
	for (let place = open.pop(); place !== undefined; place = open.pop()) {
		if (reached.has(place)) continue;
		reached.add(place);
		const step = program.steps[place];
		if (step === undefined) continue;
		if (step.kind === 'fork') open.push(step.next, step.other);
		const holds =
			(step.kind === 'start' && before === '') ||
			(step.kind === 'end' && after === '') ||
			(step.kind === 'edge' && isEdge) ||
			(step.kind === 'no-edge' && !isEdge);
		if (holds && 'next' in step) open.push(step.next);
	}
	return [...reached];
}
