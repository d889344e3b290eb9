/** Fields of lorebook entries as strangers' files have them, and the entry that they make. */
import { z } from 'zod';
import { LORE_LIMITS, LOREBOOK_DEFAULTS, type LorebookDraft } from '#domain/lorebook';

/** A text; anything else is none. */
export const text = z.string().catch('').default('');
/** Yes, no, or null when the file does not say. */
export const flag = z.boolean().nullable().catch(null).default(null);
/** A whole number, or null. */
export const whole = z.number().int().nullable().catch(null).default(null);
/** A list of anything; some programs write one key as a text with commas. */
export const texts = z
	.array(z.unknown())
	.or(z.string().transform((keys) => keys.split(',')))
	.catch([])
	.default([]);

/** Beyond it an order says nothing more, and Postgres would not hold it. */
const orderMax = 1_000_000;

/** What a file says; null takes the default. */
export interface LoreFields extends Pick<LorebookDraft, 'title' | 'content' | 'secondaryLogic' | 'position'> {
	readonly keys: readonly unknown[];
	readonly secondaryKeys: readonly unknown[];
	readonly isConstant: boolean | null;
	readonly isEnabled: boolean | null;
	readonly insertionOrder: number | null;
	readonly isCaseSensitive: boolean | null;
	readonly matchesWholeWords: boolean | null;
	readonly scanDepth: number | null;
	readonly usesPatterns: boolean | null;
}

/** The entry that these fields make; null without a content. Titles are for people only, and are cut to fit. */
export function draftFrom(fields: LoreFields): LorebookDraft | null {
	const content = fields.content.trim();
	if (content === '') return null;
	const { isConstant, isEnabled, isCaseSensitive, matchesWholeWords, usesPatterns } = LOREBOOK_DEFAULTS;
	const order = fields.insertionOrder ?? LOREBOOK_DEFAULTS.insertionOrder;
	return {
		title: shortTitle(fields.title),
		content,
		keys: keysIn(fields.keys),
		secondaryKeys: keysIn(fields.secondaryKeys),
		secondaryLogic: fields.secondaryLogic,
		isConstant: fields.isConstant ?? isConstant,
		isEnabled: fields.isEnabled ?? isEnabled,
		insertionOrder: Math.max(-orderMax, Math.min(orderMax, order)),
		position: fields.position,
		isCaseSensitive: fields.isCaseSensitive ?? isCaseSensitive,
		matchesWholeWords: fields.matchesWholeWords ?? matchesWholeWords,
		scanDepth: depthOf(fields.scanDepth),
		usesPatterns: fields.usesPatterns ?? usesPatterns,
	};
}

function shortTitle(title: string): string {
	return title
		.trim()
		.slice(0, LORE_LIMITS.titleCharactersMax)
		.replace(/[\uD800-\uDBFF]$/, '')
		.trim();
}

function keysIn(list: readonly unknown[]): readonly string[] {
	const keys = list.flatMap((key) => (typeof key === 'string' && key.trim() !== '' ? [key.trim()] : []));
	return [...new Set(keys)];
}

function depthOf(depth: number | null): number | null {
	return depth !== null && depth >= 1 ? Math.min(depth, LORE_LIMITS.scanDepthMax) : null;
}
