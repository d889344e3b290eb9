/** World-info files of SillyTavern: a lorebook without a card. */
import { z } from 'zod';
import type { LorebookDraft } from '#domain/lorebook';
import type { JsonObject } from './card-data.ts';
import { draftFrom, flag, text, texts, whole } from './lore-fields.ts';
import { logicNumber, logicOf, positionNumber, positionOf } from './lore-numbers.ts';

const entryFields = z.object({
	key: texts,
	keysecondary: texts,
	comment: text,
	content: text,
	constant: flag,
	selective: flag,
	selectiveLogic: whole,
	order: whole,
	position: whole,
	disable: flag,
	scanDepth: whole,
	caseSensitive: flag,
	matchWholeWords: flag,
	useRegex: flag,
});

/** Whether a value looks like an entry of such a file: its keys are called `key`. */
export function isWorldInfoEntry(value: unknown): boolean {
	return z.object({ key: z.array(z.unknown()) }).safeParse(value).success;
}

/** One entry; null when it says nothing. */
export function readWorldInfoEntry(value: unknown): LorebookDraft | null {
	const entry = entryFields.safeParse(value);
	if (!entry.success) return null;
	const { data } = entry;
	return draftFrom({
		title: data.comment,
		content: data.content,
		keys: data.key,
		secondaryKeys: data.selective === false ? [] : data.keysecondary,
		secondaryLogic: logicOf(data.selectiveLogic),
		isConstant: data.constant,
		isEnabled: data.disable === null ? null : !data.disable,
		insertionOrder: data.order,
		position: positionOf(data.position),
		isCaseSensitive: data.caseSensitive,
		matchesWholeWords: data.matchWholeWords,
		scanDepth: data.scanDepth,
		usesPatterns: data.useRegex,
	});
}

/** A world-info file of these entries; `useRegex` is ours, and other programs pass over it. */
export function writeWorldInfo(entries: readonly LorebookDraft[]): JsonObject {
	return { entries: Object.fromEntries(entries.map((entry, index) => [String(index), writeEntry(entry, index)])) };
}

function writeEntry(entry: LorebookDraft, index: number): JsonObject {
	return {
		uid: index,
		key: entry.keys,
		keysecondary: entry.secondaryKeys,
		comment: entry.title,
		content: entry.content,
		constant: entry.isConstant,
		selective: entry.secondaryKeys.length > 0,
		selectiveLogic: logicNumber(entry.secondaryLogic),
		addMemo: entry.title !== '',
		order: entry.insertionOrder,
		position: positionNumber(entry.position),
		disable: !entry.isEnabled,
		probability: 100,
		useProbability: true,
		scanDepth: entry.scanDepth,
		caseSensitive: entry.isCaseSensitive,
		matchWholeWords: entry.matchesWholeWords,
		useRegex: entry.usesPatterns,
		displayIndex: index,
	};
}
