/** Runs a pattern over a text, all its possibilities side by side, so that no text makes it slow. */
import type { PatternPlace, PatternProgram } from './parse-pattern.ts';

/** How many steps may still be taken; shared by all patterns of one activation. */
export interface PatternWork {
	left: number;
}

/** The characters on both sides of a place; empty at the text's ends. */
interface Sides {
	readonly before: string;
	readonly after: string;
}

const WORD_CHARACTER = /[\p{L}\p{N}\p{M}_]/u;
const LINE_BREAK = /[\n\r\u2028\u2029]/u;

/** What holds of a place, whatever is looked for there. */
const HOLDS: Readonly<Record<PatternPlace, (sides: Sides) => boolean>> = {
	start: ({ before }) => before === '',
	end: ({ after }) => after === '',
	'line-start': ({ before }) => before === '' || LINE_BREAK.test(before),
	'line-end': ({ after }) => after === '' || LINE_BREAK.test(after),
	edge: isEdge,
	'no-edge': (sides) => !isEdge(sides),
};

function isEdge({ before, after }: Sides): boolean {
	return WORD_CHARACTER.test(before) !== WORD_CHARACTER.test(after);
}

/** Whether the pattern occurs anywhere. Costs at most steps × characters; once the work is used up, nothing occurs any more. */
export function occursIn(program: PatternProgram, text: string, work: PatternWork): boolean {
	if (work.left < 0) return false;
	const characters = [...text];
	const closure = new Closure(program);
	let active: number[] = [];
	for (let at = 0; at <= characters.length; at += 1) {
		const before = characters[at - 1] ?? '';
		const after = characters[at] ?? '';
		// A new attempt begins at every place.
		active.push(program.start);
		const reached = closure.of(active, { before, after });
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

/** Finds every step that can be reached without taking a character, each once; made once for a whole text. */
class Closure {
	readonly #program: PatternProgram;
	/** The round in which a step was reached last, so that nothing has to be emptied between rounds. */
	readonly #reachedIn: Uint32Array;
	#round = 0;

	constructor(program: PatternProgram) {
		this.#program = program;
		this.#reachedIn = new Uint32Array(program.steps.length);
	}

	/** Takes `open` apart. */
	of(open: number[], sides: Sides): readonly number[] {
		const { steps } = this.#program;
		const reached: number[] = [];
		this.#round += 1;
		for (let place = open.pop(); place !== undefined; place = open.pop()) {
			const step = steps[place];
			if (step === undefined || this.#reachedIn[place] === this.#round) continue;
			this.#reachedIn[place] = this.#round;
			reached.push(place);
			if (step.kind === 'fork') open.push(step.next, step.other);
			else if (step.kind !== 'character' && step.kind !== 'match' && HOLDS[step.kind](sides)) open.push(step.next);
		}
		return reached;
	}
}
