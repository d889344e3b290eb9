/** Finds who is called in what somebody wrote, by the names and trigger words of a server's personas. */
import { isWordEdge } from '#core/text/find-phrase';
import type { PersonaId } from '#domain/ids';
import type { Persona } from '#domain/persona';
import { type CharacterRun, runsOfText, runsOfWord } from './trigger-text.ts';

/** What of a persona calls it. */
export type CallablePersona = Pick<Persona, 'id' | 'isAlter' | 'name' | 'aliases' | 'triggerWords'>;

/** A persona that is called in a text. */
export interface PersonaCall {
	readonly personaId: PersonaId;
	/** Whether an `@` stands before one of its words: nobody writes that by chance. */
	readonly isDeliberate: boolean;
}

/** The words of a server's personas, ready to be looked for. */
export interface CallMatcher {
	/**
	 * Whom a text calls, each once, in the order of their first words. Words are whole words of any script; letters may
	 * be stretched, and where a script writes no spaces a word may stand anywhere. Of words that begin at one place the
	 * longest counts. Linear in the length of the text.
	 */
	findCalls(text: string): readonly PersonaCall[];
	/** Whether a text begins with a word that calls somebody. */
	beginsWithCall(text: string): boolean;
}

interface Word {
	readonly owner: PersonaId;
	readonly counts: readonly number[];
}

interface Node {
	readonly next: Map<string, Node>;
	readonly words: Word[];
}

const WORD_CHARACTER = /[\p{L}\p{N}\p{M}]/u;

/** Between everything and anything: the edges of a text. */
const OUTSIDE = ' ';

/**
 * The matcher of a server. A word that several personas have belongs to the main one, else to the alter with the lowest
 * id; names and aliases are words like any other.
 */
export function compileCalls(personas: readonly CallablePersona[]): CallMatcher {
	const root: Node = { next: new Map(), words: [] };
	const taken = new Set<string>();
	const byRank = [...personas].sort((a, b) => Number(a.isAlter) - Number(b.isAlter) || a.id - b.id);
	for (const persona of byRank) {
		for (const word of [persona.name, ...persona.aliases, ...persona.triggerWords]) {
			const runs = runsOfWord(word);
			const key = runs.map(({ character, count }) => character.repeat(count)).join('');
			if (runs.length === 0 || taken.has(key)) continue;
			taken.add(key);
			addWord(root, runs, persona.id);
		}
	}
	return {
		findCalls: (text) => findCalls(root, runsOfText(text)),
		beginsWithCall: (text) => longestAt(root, runsOfText(text), 0) !== null,
	};
}

function addWord(root: Node, runs: readonly CharacterRun[], owner: PersonaId): void {
	let node = root;
	for (const { character } of runs) {
		const next = node.next.get(character) ?? { next: new Map(), words: [] };
		node.next.set(character, next);
		node = next;
	}
	node.words.push({ owner, counts: runs.map(({ count }) => count) });
}

function findCalls(root: Node, runs: readonly CharacterRun[]): readonly PersonaCall[] {
	const calls = new Map<PersonaId, boolean>();
	for (let at = 0; at < runs.length; ) {
		const found = longestAt(root, runs, at);
		if (found === null) {
			at += 1;
			continue;
		}
		const isDeliberate = isCalledOut(runs, at);
		calls.set(found.owner, isDeliberate || calls.get(found.owner) === true);
		at = found.end;
	}
	return [...calls].map(([personaId, isDeliberate]) => ({ personaId, isDeliberate }));
}

/** An at sign in the middle of an address is none. */
function isCalledOut(runs: readonly CharacterRun[], at: number): boolean {
	return runs[at - 1]?.character === '@' && !WORD_CHARACTER.test(runs[at - 2]?.character ?? OUTSIDE);
}

interface Found {
	readonly owner: PersonaId;
	readonly end: number;
}

/** No word is longer than a trie is deep, so each place costs at most that much. */
function longestAt(root: Node, runs: readonly CharacterRun[], from: number): Found | null {
	const first = runs[from]?.character ?? OUTSIDE;
	if (!isWordEdge(runs[from - 1]?.character ?? OUTSIDE, first)) return null;
	let longest: Found | null = null;
	let node: Node | undefined = root;
	for (let end = from; end < runs.length; end += 1) {
		const last = runs[end]?.character ?? OUTSIDE;
		node = node.next.get(last);
		if (node === undefined) break;
		if (node.words.length === 0 || !isWordEdge(last, runs[end + 1]?.character ?? OUTSIDE)) continue;
		const owner = nearestOwner(node.words, runs, from);
		if (owner !== null) longest = { owner, end: end + 1 };
	}
	return longest;
}

/** Of words that differ in doubled letters only, the one that is stretched least; the first of equals. */
function nearestOwner(words: readonly Word[], runs: readonly CharacterRun[], from: number): PersonaId | null {
	let nearest: { readonly owner: PersonaId; readonly extra: number } | null = null;
	for (const { owner, counts } of words) {
		const extras = counts.map((count, index) => (runs[from + index]?.count ?? 0) - count);
		if (extras.some((extra) => extra < 0)) continue;
		const extra = extras.reduce((sum, each) => sum + each, 0);
		if (nearest === null || extra < nearest.extra) nearest = { owner, extra };
	}
	return nearest?.owner ?? null;
}
