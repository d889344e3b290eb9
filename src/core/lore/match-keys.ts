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
	/** Which words were looked for already: cards repeat keys. */
	readonly found: Map<string, boolean>;
}

/** Prepares a text once for all entries that scan it. */
export function scannedText(raw: string): ScannedText {
	return { raw: raw.normalize('NFC'), exact: searchable(raw, true), folded: searchable(raw, false), found: new Map() };
}

type KeyRules = Pick<LorebookDraft, 'isCaseSensitive' | 'matchesWholeWords' | 'usesPatterns'>;

/** The pattern that a key is, or null for words. */
function patternOf(key: string, rules: KeyRules): { readonly source: string; readonly flags: string } | null {
	const slashed = slashedPattern(key);
	if (slashed !== null) return slashed;
	return rules.usesPatterns ? { source: key, flags: rules.isCaseSensitive ? '' : 'i' } : null;
}

/** Whether a key can be looked for at all: words always can, patterns when they are within bounds. */
export function isUsableKey(key: string, rules: KeyRules): boolean {
	const pattern = patternOf(key, rules);
	return pattern === null ? key.trim() !== '' : parsePattern(pattern.source, pattern.flags) !== null;
}

function occurs(key: string, text: ScannedText, { rules, work }: { rules: KeyRules; work: PatternWork }): boolean {
	const pattern = patternOf(key, rules);
	if (pattern !== null) {
		// Reading a pattern is work too.
		work.left -= pattern.source.length;
		if (work.left < 0) return false;
		const program = parsePattern(pattern.source.normalize('NFC'), pattern.flags);
		return program !== null && occursIn(program, text.raw, work);
	}
	const { isCaseSensitive, matchesWholeWords } = rules;
	const question = `${isCaseSensitive}/${matchesWholeWords}/${key}`;
	const known = text.found.get(question);
	if (known !== undefined) return known;
	const phrase = searchable(key, isCaseSensitive);
	const answer = containsPhrase(isCaseSensitive ? text.exact : text.folded, phrase, matchesWholeWords);
	text.found.set(question, answer);
	return answer;
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
			return !secondary.some(has) && !isUnknown(entry, work);
		case 'not-all':
			return !secondary.every(has) && !isUnknown(entry, work);
	}
}

/** That a pattern is missing is not known when there was no work left to look for it. */
function isUnknown(entry: LorebookDraft, work: PatternWork): boolean {
	return work.left < 0 && entry.secondaryKeys.some((key) => patternOf(key, entry) !== null);
}
