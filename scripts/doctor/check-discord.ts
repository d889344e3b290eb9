/** Checks the token, the intents, and what the bot may do where it was invited. */
import { ApplicationFlags, DiscordAPIError, PermissionFlagsBits, REST, Routes } from 'discord.js';
import { startSentence } from '#adapters/discord/start-sentence';
import type { Env } from '../../src/env.ts';
import { type Finding, fine, problem, unchecked } from './finding.ts';

const TOKEN = 'token';
const INTENTS = 'intents';
const SERVERS = 'servers';

/** Milliseconds that Discord may take to answer. */
const askTimeoutMs = 15_000;

const serversMax = 200;
const namedServersMax = 5;
const serverNameMax = 40;
const httpUnauthorized = 401;

/** What README asks for, by the names that Discord shows. */
const NEEDED = {
	'View Channels': PermissionFlagsBits.ViewChannel,
	'Send Messages': PermissionFlagsBits.SendMessages,
	'Send Messages in Threads': PermissionFlagsBits.SendMessagesInThreads,
	'Read Message History': PermissionFlagsBits.ReadMessageHistory,
	'Embed Links': PermissionFlagsBits.EmbedLinks,
	'Add Reactions': PermissionFlagsBits.AddReactions,
	'Manage Webhooks': PermissionFlagsBits.ManageWebhooks,
} as const;

interface Application {
	readonly id: string;
	readonly flags: number;
	readonly name: string;
}

interface Server {
	readonly name: string;
	readonly permissions: string;
}

/** Over REST alone: a second connection to the gateway would disturb a bot that runs. */
export async function checkDiscord(env: Env): Promise<readonly Finding[]> {
	const api = env.DISCORD_API_URL === undefined ? {} : { api: env.DISCORD_API_URL };
	const rest = new REST({ retries: 1, timeout: askTimeoutMs, ...api }).setToken(env.DISCORD_TOKEN);
	try {
		const application = (await rest.get(Routes.currentApplication())) as Application;
		const query = new URLSearchParams({ limit: String(serversMax) });
		const servers = (await rest.get(Routes.userGuilds(), { query })) as readonly Server[];
		return [
			fine(TOKEN, `Discord knows it as "${application.name}"`),
			checkIntents(application, env.DISCORD_MESSAGE_CONTENT),
			checkServers(application, servers),
		];
	} catch (error) {
		const isRefused = error instanceof DiscordAPIError && error.status === httpUnauthorized;
		const sentence = isRefused
			? startSentence({ code: 'token-rejected' })
			: 'Discord could not be reached: check the network of this machine and DISCORD_API_URL.';
		const first = 'the token comes first';
		return [problem(TOKEN, sentence), unchecked(INTENTS, first), unchecked(SERVERS, first)];
	} finally {
		rest.clearHashSweeper();
		rest.clearHandlerSweeper();
	}
}

function checkIntents({ flags }: Application, isWanted: boolean): Finding {
	if (!isWanted) return fine(INTENTS, 'none that is privileged is asked for (DISCORD_MESSAGE_CONTENT=false)');
	const granted = ApplicationFlags.GatewayMessageContent | ApplicationFlags.GatewayMessageContentLimited;
	if ((flags & granted) !== 0) return fine(INTENTS, 'Message Content is switched on');
	return problem(INTENTS, startSentence({ code: 'intents-refused' }));
}

function checkServers({ id }: Application, servers: readonly Server[]): Finding {
	const bits = Object.values(NEEDED).reduce((sum, bit) => sum | bit, 0n);
	const address = `https://discord.com/oauth2/authorize?client_id=${id}&scope=bot%20applications.commands&permissions=${bits}`;
	if (servers.length === 0) return problem(SERVERS, `the bot is in none yet: invite it with ${address}`);
	const lacking = servers.flatMap(({ name, permissions }) => {
		const missing = missingOf(permissions);
		return missing.length === 0 ? [] : [`"${name.slice(0, serverNameMax)}" (${missing.join(', ')})`];
	});
	if (lacking.length === 0) return fine(SERVERS, `the bot has what it needs in all ${servers.length} of them`);
	const named = lacking.slice(0, namedServersMax).join('; ');
	const more = lacking.length > namedServersMax ? `; and ${lacking.length - namedServersMax} more` : '';
	return problem(
		SERVERS,
		`permissions are missing in ${named}${more}: give them to the bot's role, or open ${address} again.`,
	);
}

function missingOf(permissions: string): readonly string[] {
	const held = /^\d{1,40}$/.test(permissions) ? BigInt(permissions) : 0n;
	if ((held & PermissionFlagsBits.Administrator) !== 0n) return [];
	return Object.entries(NEEDED).flatMap(([name, bit]) => ((held & bit) === 0n ? [name] : []));
}
