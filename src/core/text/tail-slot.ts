/** Where activated lore stands in a conversation (ruling L3). */

/** How many speaker turns stay below it. */
export const speakerTurnsBelow = 4;

/**
 * The place above the fourth speaker turn from the end, 0 when there are fewer. `turnKeys` holds one key for each
 * projected line: consecutive lines of one key are one turn, and null is narration, which belongs to nobody's turn and
 * parts none.
 */
export function tailSlot(turnKeys: readonly (string | null)[]): number {
	let turns = 0;
	let current: string | null = null;
	let place = turnKeys.length;
	for (let index = turnKeys.length - 1; index >= 0; index -= 1) {
		const key = turnKeys[index] ?? null;
		if (key === null) continue;
		if (key !== current) {
			if (turns === speakerTurnsBelow) return place;
			turns += 1;
			current = key;
		}
		place = index;
	}
	return turns < speakerTurnsBelow ? 0 : place;
}
