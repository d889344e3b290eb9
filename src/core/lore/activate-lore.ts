/** Which entries of the lorebook come up in a turn (rulings L1 to L3). */
import type { LineageId } from '#domain/ids';
import { type ActiveLore, LORE_LIMITS, type LorebookEntry } from '#domain/lorebook';
import { matchesKeys, type ScannedText, scannedText } from './match-keys.ts';

/** What is looked through. */
export interface LoreQuery {
	readonly entries: readonly LorebookEntry[];
	/** Of the persona that answers. */
	readonly lineageId: LineageId;
	/** What was said, one projection for each entry of the history, oldest first, the trigger's included. */
	readonly projections: readonly string[];
	/** The activation budget, in UTF-16 units. */
	readonly charactersMax: number;
}

/** What comes up, in the order in which it stands, and what the budget had no room for. */
export interface LoreActivation {
	readonly active: readonly ActiveLore[];
	readonly skipped: readonly LorebookEntry[];
}

/** Steps that all patterns of a turn may take together; a few milliseconds. */
export const patternWorkMax = 1_000_000;
/** The newest units that keys are looked for in, however deep an entry scans. */
export const scannedUnitsMax = 50_000;

/** Low order first, then the older row. */
function byOrder(left: LorebookEntry, right: LorebookEntry): number {
	return left.insertionOrder - right.insertionOrder || left.id - right.id;
}

/** The texts of each depth, made once. */
function scanner(projections: readonly string[]): (depth: number) => ScannedText {
	const texts = new Map<number, ScannedText>();
	return (depth) => {
		const entries = Math.max(0, Math.min(depth, LORE_LIMITS.scanDepthMax, projections.length));
		const known = texts.get(entries);
		if (known !== undefined) return known;
		const text = entries === 0 ? '' : projections.slice(-entries).join('\n').slice(-scannedUnitsMax);
		const made = scannedText(text.toWellFormed());
		texts.set(entries, made);
		return made;
	};
}

/**
 * Always On entries come up without a key, the others by their keys over the last `scanDepth` projections. The budget
 * takes Always On entries first, then those of the highest insertion order, as fitting gives up the lowest first; an
 * entry that does not fit is skipped, and a smaller one after it may still come up.
 */
export function activateLore(query: LoreQuery): LoreActivation {
	const textAt = scanner(query.projections);
	const work = { left: patternWorkMax };
	const known = query.entries
		.filter((entry) => entry.isEnabled && entry.content.trim() !== '')
		.filter((entry) => entry.lineageId === null || entry.lineageId === query.lineageId)
		.sort(byOrder);
	const always = known.filter((entry) => entry.isConstant);
	const keyed = known.filter(
		(entry) => !entry.isConstant && matchesKeys(entry, textAt(entry.scanDepth ?? LORE_LIMITS.scanDepthDefault), work),
	);
	let left = query.charactersMax;
	const taken = new Set<LorebookEntry>();
	for (const entry of [...always, ...keyed].sort(byWorth)) {
		if (entry.content.length > left) continue;
		left -= entry.content.length;
		taken.add(entry);
	}
	const standing = [...always, ...keyed].filter((entry) => taken.has(entry)).sort(byPlace);
	return {
		active: standing.map((entry) => ({ entry, activation: entry.isConstant ? 'always' : 'activated' })),
		skipped: [...always, ...keyed].filter((entry) => !taken.has(entry)),
	};
}

function byWorth(left: LorebookEntry, right: LorebookEntry): number {
	if (left.isConstant !== right.isConstant) return left.isConstant ? -1 : 1;
	return right.insertionOrder - left.insertionOrder || left.id - right.id;
}

/** Always On first; within each group those before come before those after. */
function byPlace(left: LorebookEntry, right: LorebookEntry): number {
	if (left.isConstant !== right.isConstant) return left.isConstant ? -1 : 1;
	if (left.position !== right.position) return left.position === 'before' ? -1 : 1;
	return byOrder(left, right);
}
