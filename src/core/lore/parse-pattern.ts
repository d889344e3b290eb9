/** Reads the patterns of lorebook keys into small programs that run in linear time. */

/** What a step may ask of the place it stands at, without taking a character. */
export type PatternPlace = 'start' | 'end' | 'line-start' | 'line-end' | 'edge' | 'no-edge';

/** One step of a program; `next` and `other` are places in it. */
export type PatternStep =
	| { readonly kind: 'character'; readonly test: (character: string) => boolean; readonly next: number }
	| { readonly kind: 'fork'; readonly next: number; readonly other: number }
	| { readonly kind: PatternPlace; readonly next: number }
	| { readonly kind: 'match' };

/** A pattern that can be run. */
export interface PatternProgram {
	readonly steps: readonly PatternStep[];
	readonly start: number;
}

/** Longest pattern, in UTF-16 units. */
export const patternUnitsMax = 200;
/** Largest program, in steps; counted repetitions are written out, so they are what fills it. */
export const patternStepsMax = 500;
/** How often repetitions may write out their part; empty groups fill no program, so this bounds those. */
const writtenOutMax = 2_000;
/** Deepest nesting of groups. */
const groupDepthMax = 20;

/** Most tests of single characters that are kept for the next pattern. */
const keptTestsMax = 2_000;

/** Thrown inside this file only. */
class PatternRefusal extends Error {
	override readonly name = 'PatternRefusal';
}

type Build = (next: number) => number;

/** With flags that JavaScript knows; `/r/cats` and `/home/tea` are words. */
const SLASHED = /^\/(.+)\/([dgimsuvy]*)$/su;
/** One character, escape or class, as JavaScript's own regular expressions read it. */
const ATOM =
	/^(?:\\(?:p\{[^}]{1,40}\}|P\{[^}]{1,40}\}|u\{[0-9a-fA-F]{1,6}\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[dDwWsStnrfv]|[^\p{L}\p{N}])|\[\^?(?:\\.|[^\]\\])+\]|\.|[^()[\]{}*+?|^$\\])/su;
const ESCAPED_SIGN = /^\\([^\p{L}\p{N}])$/u;
const COUNTED = /^\{(\d{1,3})(?:(,)(\d{1,3})?)?\}/;

/** The pattern inside slashes and its flags, or null for a key that is no pattern. */
export function slashedPattern(key: string): { readonly source: string; readonly flags: string } | null {
	const [, source, flags] = SLASHED.exec(key.trim()) ?? [];
	return source === undefined ? null : { source, flags: flags ?? '' };
}

/** Tests of single characters by flags and source; making one costs more than all the rest of parsing. */
const tests = new Map<string, RegExp>();

function characterTest(source: string, flags: string): RegExp {
	const key = `${flags}/${source}`;
	const known = tests.get(key);
	if (known !== undefined) return known;
	if (tests.size >= keptTestsMax) tests.clear();
	// One character at a time: a regular expression over a single character cannot take long.
	const made = new RegExp(`^${source}$`, flags);
	tests.set(key, made);
	return made;
}

/**
 * The program of a pattern, or null when it is not one that can be run within bounds: groups, alternatives, classes,
 * `^ $ \b \B` and repetitions are; look-around and references to groups are not, since no linear machine knows them. Of
 * the flags `i`, `m` and `s` matter; the others change nothing for whoever asks whether a pattern occurs at all.
 */
export function parsePattern(source: string, flags: string): PatternProgram | null {
	if (source === '' || source.length > patternUnitsMax) return null;
	try {
		return new PatternParser(source, flags).parse();
	} catch (error) {
		if (error instanceof PatternRefusal || error instanceof SyntaxError) return null;
		throw error;
	}
}

/** A recursive-descent parser; programs are built from their ends, so that every step knows its successor. */
class PatternParser {
	readonly #source: string;
	readonly #flags: string;
	readonly #byLines: boolean;
	readonly #steps: PatternStep[] = [];
	#at = 0;
	#depth = 0;
	#writtenOut = 0;

	constructor(source: string, flags: string) {
		this.#source = source;
		this.#flags = `${flags.includes('i') ? 'i' : ''}${flags.includes('s') ? 's' : ''}u`;
		this.#byLines = flags.includes('m');
	}

	parse(): PatternProgram {
		const build = this.#alternatives();
		if (this.#at < this.#source.length) throw new PatternRefusal('A bracket is closed that was never opened.');
		const start = build(this.#add({ kind: 'match' }));
		return { steps: this.#steps, start };
	}

	#add(step: PatternStep): number {
		if (this.#steps.length >= patternStepsMax) throw new PatternRefusal('The program is too large.');
		this.#steps.push(step);
		return this.#steps.length - 1;
	}

	/** Builds a part once more for a repetition. */
	#again(part: Build, next: number): number {
		this.#writtenOut += 1;
		if (this.#writtenOut > writtenOutMax) throw new PatternRefusal('The repetitions are too many.');
		return part(next);
	}

	#takes(mark: string): boolean {
		if (!this.#source.startsWith(mark, this.#at)) return false;
		this.#at += mark.length;
		return true;
	}

	#alternatives(): Build {
		const branches = [this.#sequence()];
		while (this.#takes('|')) branches.push(this.#sequence());
		return branches.reduceRight((rest, branch) => (next) => {
			const other = rest(next);
			return this.#add({ kind: 'fork', next: branch(next), other });
		});
	}

	#sequence(): Build {
		const parts: Build[] = [];
		while (this.#at < this.#source.length && !/[|)]/.test(this.#source.charAt(this.#at))) {
			parts.push(this.#repeated(this.#part()));
		}
		return (next) => parts.reduceRight((following, part) => part(following), next);
	}

	#part(): Build {
		if (this.#takes('(')) return this.#group();
		for (const [mark, kind] of [
			['^', this.#byLines ? 'line-start' : 'start'],
			['$', this.#byLines ? 'line-end' : 'end'],
			['\\b', 'edge'],
			['\\B', 'no-edge'],
		] as const) {
			if (this.#takes(mark)) return (next) => this.#add({ kind, next });
		}
		const atom = ATOM.exec(this.#source.slice(this.#at))?.[0];
		if (atom === undefined) throw new PatternRefusal('Something stands here that cannot be run.');
		this.#at += atom.length;
		const literal = ESCAPED_SIGN.exec(atom)?.[1];
		const pattern = characterTest(literal === undefined ? atom : RegExp.escape(literal), this.#flags);
		return (next) => this.#add({ kind: 'character', test: (character) => pattern.test(character), next });
	}

	#group(): Build {
		this.#depth += 1;
		if (this.#depth > groupDepthMax) throw new PatternRefusal('The groups are nested too deep.');
		this.#takes('?:');
		const inner = this.#alternatives();
		if (!this.#takes(')')) throw new PatternRefusal('A group is not closed.');
		this.#depth -= 1;
		return inner;
	}

	/** Greedy and lazy repetitions find the same places, so the mark for the latter is passed over. */
	#repeated(part: Build): Build {
		const counts = this.#counts();
		if (counts === null) return part;
		this.#takes('?');
		const { least, most } = counts;
		if (most !== null && most < least) throw new PatternRefusal('A repetition counts backwards.');
		return (next) => {
			let place = most === null ? this.#loop(part, next) : next;
			for (let extra = least; most !== null && extra < most; extra += 1) {
				place = this.#add({ kind: 'fork', next: this.#again(part, place), other: next });
			}
			for (let repeat = 0; repeat < least; repeat += 1) place = this.#again(part, place);
			return place;
		};
	}

	#counts(): { readonly least: number; readonly most: number | null } | null {
		if (this.#takes('*')) return { least: 0, most: null };
		if (this.#takes('+')) return { least: 1, most: null };
		if (this.#takes('?')) return { least: 0, most: 1 };
		const [whole, least, comma, most] = COUNTED.exec(this.#source.slice(this.#at)) ?? [];
		if (whole === undefined) return null;
		this.#at += whole.length;
		if (comma === undefined) return { least: Number(least), most: Number(least) };
		return { least: Number(least), most: most === undefined ? null : Number(most) };
	}

	#loop(part: Build, next: number): number {
		const fork = this.#add({ kind: 'fork', next, other: next });
		this.#steps[fork] = { kind: 'fork', next: this.#again(part, fork), other: next };
		return fork;
	}
}
