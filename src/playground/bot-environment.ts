/** The variables that the bot is started with: those of this process, except what would lead it out of the playground. */

/** What the bot is told. */
export interface BotEnvironmentOptions {
	/** The variables of this process. */
	readonly inherited: Readonly<Record<string, string | undefined>>;
	readonly discord: { readonly token: string; readonly apiUrl: string };
	/** The stand-in; absent when the real service answers. */
	readonly novelai?: { readonly url: string; readonly key: string };
	readonly dataDirectory: string;
}

/** Variables of a real installation: its database, its keys' secrets and its list of servers do not belong here. */
const dropped = /^(?:DISCORD_\w+|DATABASE_URL|DATA_DIR|CRYPTO_SECRET\w*|NOVELAI_API_KEY_GUILDS|REUNION_CLAIMS|SHARDS)$/;

/** How long running turns may hold up the end, in milliseconds. */
const drainMs = 1_000;

/** The variables. */
export function botEnvironment(options: BotEnvironmentOptions): Record<string, string> {
	const kept = Object.entries(options.inherited).filter(
		(entry): entry is [string, string] => entry[1] !== undefined && !dropped.test(entry[0]),
	);
	const { novelai } = options;
	return {
		DRAIN_MS: String(drainMs),
		...Object.fromEntries(kept),
		DISCORD_TOKEN: options.discord.token,
		DISCORD_API_URL: options.discord.apiUrl,
		DATA_DIR: options.dataDirectory,
		HEALTH_PORT: '0',
		LOG_LEVEL: 'info',
		...(novelai === undefined
			? {}
			: { NOVELAI_TEXT_URL: novelai.url, NOVELAI_ACCOUNT_URL: novelai.url, NOVELAI_API_KEY: novelai.key }),
	};
}
