/** The same question as `compileCalls`, answered by one regular expression for each word at each place. */
import type { CallablePersona, PersonaCall } from '#core/triggers/compile-calls';

const UNSPACED = '\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Hang}';
const GLUED = `(?:(?![${UNSPACED}])[\\p{L}\\p{N}\\p{M}])`;

function plain(text: string): string {
	return text
		.normalize('NFC')
		.toLowerCase()
		.replace(/[\s_]+/gu, ' ');
}

function patternOf(word: string): RegExp {
	const characters = [...word].map((character) => {
		const escaped = character.replace(/[^\p{L}\p{N}\p{M} ]/u, (mark) => `\\u{${mark.codePointAt(0)?.toString(16)}}`);
		return /[\p{L}\p{M}]/u.test(character) ? `${escaped}+` : escaped;
	});
	const first = [...word].at(0) ?? '';
	const last = [...word].at(-1) ?? '';
	const isGlued = (character: string): boolean => new RegExp(`^${GLUED}$`, 'u').test(character);
	const before = isGlued(first) ? `(?<!${GLUED})` : '';
	const after = isGlued(last) ? `(?!${GLUED})` : '';
	return new RegExp(`${before}${characters.join('')}${after}`, 'uy');
}

interface Candidate {
	readonly personaId: CallablePersona['id'];
	readonly word: string;
}

/** At each place the longest word wins, of equally long ones the least stretched, of those the first in rank. */
export function findCallsSlowly(personas: readonly CallablePersona[], written: string): readonly PersonaCall[] {
	const ranked = [...personas].sort((a, b) => Number(a.isAlter) - Number(b.isAlter) || a.id - b.id);
	const candidates: Candidate[] = ranked.flatMap(({ id, name, aliases, triggerWords }) =>
		[name, ...aliases, ...triggerWords].map((word) => ({ personaId: id, word: plain(word).trim() })),
	);
	const text = plain(written);
	const calls: { personaId: CallablePersona['id']; isDeliberate: boolean }[] = [];
	for (let at = 0; at < text.length; ) {
		let best: (Candidate & { readonly length: number }) | null = null;
		for (const candidate of candidates) {
			if (candidate.word === '') continue;
			const pattern = patternOf(candidate.word);
			pattern.lastIndex = at;
			const length = pattern.exec(text)?.[0].length ?? 0;
			if (length === 0) continue;
			const isBetter = best === null || length > best.length;
			const isNearer = best !== null && length === best.length && candidate.word.length > best.word.length;
			if (isBetter || isNearer) best = { ...candidate, length };
		}
		if (best === null) {
			at += 1;
			continue;
		}
		const isDeliberate = /(?<![\p{L}\p{N}\p{M}])@$/u.test(text.slice(0, at));
		const { personaId } = best;
		const known = calls.find((call) => call.personaId === personaId);
		if (!known) calls.push({ personaId, isDeliberate });
		else if (isDeliberate) known.isDeliberate = true;
		at += best.length;
	}
	return calls;
}
