/** Whether an entry's keys occur in a text. */
import { containsPhrase, searchable } from '#core/text/find-phrase';
import type { LorebookDraft } from '#domain/lorebook';
import { parsePattern, slashedPattern } from './parse-pattern.ts';
import { occursIn, type PatternWork } from './run-pattern.ts';

/** What keys are looked for in. */
export interface ScannedText {
	/** As it was written. */
	readonly raw: string;
	/** By `searchable`, with and without capitals. */
	readonly exact: string;
	readonly folded: string;
}

/** Prepares a text once for all entries that scan it. */
export function scannedText(raw: string): ScannedText {
	return { raw: raw.normalize('NFC'), exact: searchable(raw, true), folded: searchable(raw, false) };
}

type KeyRules = Pick<LorebookDraft, 'isCaseSensitive' | 'matchesWholeWords' | 'usesPatterns'>;

/** The pattern that a key is, or null for words. */
function patternOf(key: string, rules: KeyRules): { readonly source: string; readonly ignoresCase: boolean } | null {
	const slashed = slashedPattern(key);
	if (slashed !== null) return { source: slashed.source, ignoresCase: slashed.flags.includes('i') };
	return rules.usesPatterns ? { source: key, ignoresCase: !rules.isCaseSensitive } : null;
}

/** Whether a key can be looked for at all: words always can, patterns when they are within bounds. */
export function isUsableKey(key: string, rules: KeyRules): boolean {
	const pattern = patternOf(key, rules);
	return pattern === null ? key.trim() !== '' : parsePattern(pattern.source, pattern.ignoresCase) !== null;
}

function occurs(key: string, text: ScannedText, { rules, work }: { rules: KeyRules; work: PatternWork }): boolean {
	const pattern = patternOf(key, rules);
	if (pattern !== null) {
		const program = parsePattern(pattern.source.normalize('NFC'), pattern.ignoresCase);
		return program !== null && occursIn(program, text.raw, work);
	}
	const phrase = searchable(key, rules.isCaseSensitive);
	return containsPhrase(rules.isCaseSensitive ? text.exact : text.folded, phrase, rules.matchesWholeWords);
}

/** Whether any primary key occurs and the secondary keys agree. */
export function matchesKeys(entry: LorebookDraft, text: ScannedText, work: PatternWork): boolean {
	const has = (key: string): boolean => occurs(key, text, { rules: entry, work });
	if (!entry.keys.some(has)) return false;
	const secondary = entry.secondaryKeys.filter((key) => key.trim() !== '');
	if (secondary.length === 0) return true;
	switch (entry.secondaryLogic) {
		case 'and-any':
			return secondary.some(has);
		case 'and-all':
			return secondary.every(has);
		case 'not-any':
			return !secondary.some(has);
		case 'not-all':
			return !secondary.every(has);
	}
}
