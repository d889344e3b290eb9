/** Finds the name that somebody probably meant. */

/** Characters by which a name may be too short and still be taken for another. */
const missingMax = 2;

/**
 * The longest known name that the given one goes on from without a new word (`COALESCE_MSS`), or that it stops short of
 * by two characters at most (`COALESCE_M`); null when it is a known name itself, or like none.
 */
export function similarName(name: string, known: readonly string[]): string | null {
	if (known.includes(name)) return null;
	const similar = known.filter((other) => {
		if (name.startsWith(other)) return name[other.length] !== '_';
		return other.startsWith(name) && other.length - name.length <= missingMax;
	});
	return similar.toSorted((a, b) => b.length - a.length)[0] ?? null;
}
