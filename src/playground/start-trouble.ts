/** Says in words why the playground did not start. */

/** What there is to say it from. */
export interface StartTroubleOptions {
	readonly dataDirectory: string;
	/** The bot's last lines, oldest first. */
	readonly lastLines: readonly string[];
}

/** How the bot names a data folder that another process holds. */
const taken = /(?:uses|taken|taking over) this data folder/;

/** The likeliest reason first, then the bot's own words. */
export function startTrouble(error: unknown, { dataDirectory, lastLines }: StartTroubleOptions): string {
	const lines = lastLines.join('\n');
	if (taken.test(lines))
		return `Is the playground already open? Another program uses ${dataDirectory}. Go to its page, or begin a second one with --fresh.`;
	return `${error instanceof Error ? error.message : String(error)}\n${lines}`;
}
