/** Lists of names in prompts, which a server may make as long as it likes. */

/** As many names as fit `charactersMax` UTF-16 units with `separator` between them, and how many are left over. */
export function fittingNames(
	names: readonly string[],
	{ separator, charactersMax }: { readonly separator: string; readonly charactersMax: number },
): { readonly text: string; readonly leftOver: number } {
	const kept: string[] = [];
	let room = charactersMax;
	for (const name of names) {
		room -= name.length + (kept.length === 0 ? 0 : separator.length);
		if (room < 0) break;
		kept.push(name);
	}
	return { text: kept.join(separator), leftOver: names.length - kept.length };
}
