/** A loopback Discord with one guild, and the bot's real connection to it. */
import { type DiscordOptions, openDiscord } from '#adapters/discord/client';
import type { DiscordConnection } from '#adapters/discord/connection';
import { systemClock } from '#adapters/system/system-clock';
import type { ChatMessage } from '#domain/message';
import { Secret } from '#domain/secret';
import {
	type DiscordServer,
	type DiscordServerOptions,
	startDiscordServer,
} from '#playground/discord-server/start-discord-server';
import type { Log, LogFields } from '#ports/log';
import { checkExchanges } from '../../support/discord-openapi.ts';
import { ManualClock } from '../../support/manual-clock.ts';

/** A log that remembers its lines. */
export interface RecordedLog extends Log {
	readonly lines: { readonly level: string; readonly fields: LogFields; readonly message: string }[];
}

/** A log for tests. */
export function recordedLog(): RecordedLog {
	const lines: RecordedLog['lines'] = [];
	const at = (level: string) => (fields: LogFields, message: string) => void lines.push({ level, fields, message });
	return { lines, debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

/** A clock moved by hand that tells which delays are being waited for. */
export class WatchedClock extends ManualClock {
	readonly #live = new Set<{ readonly delayMs: number }>();

	/** Delays that are being waited for, the oldest first. */
	readonly delays = (): readonly number[] => [...this.#live].map(({ delayMs }) => delayMs);

	override after(delayMs: number, action: () => void): () => void {
		const entry = { delayMs };
		this.#live.add(entry);
		const cancel = super.after(delayMs, () => {
			this.#live.delete(entry);
			action();
		});
		return () => {
			this.#live.delete(entry);
			cancel();
		};
	}
}

/** The world of a test: a guild with a channel and two members. */
export async function startWorld(options: DiscordServerOptions = {}) {
	const server = await startDiscordServer(options);
	const { build } = server;
	const guild = build.addGuild('Tea House');
	const channel = build.addChannel(guild, 'general');
	const bo = build.addUser('bo', { globalName: 'Bo' });
	const ellen = build.addUser('ellen', { globalName: 'Ellen' });
	build.addMember(guild, bo, { nick: 'Bobby' });
	build.addMember(guild, ellen);
	return { server, build, guild, channel, bo, ellen, bot: server.world.application.bot };
}

/** The options of the bot's connection to a server. */
export function optionsFor(server: DiscordServer, change: Partial<DiscordOptions> = {}): DiscordOptions {
	return {
		token: new Secret(server.token),
		apiUrl: server.apiUrl,
		clock: systemClock,
		log: recordedLog(),
		...change,
	};
}

/** Connects, or fails the test. */
export async function connectTo(
	server: DiscordServer,
	change: Partial<DiscordOptions> = {},
): Promise<DiscordConnection> {
	const opened = await openDiscord(optionsFor(server, change));
	if (!opened.ok) throw new Error(`no connection: ${opened.error.code}`);
	return opened.value;
}

/** Collects the messages that a connection brings. */
export function collect(connection: DiscordConnection): readonly ChatMessage[] {
	const messages: ChatMessage[] = [];
	connection.onMessage((message) => void messages.push(message));
	return messages;
}

/** Never aborted. */
export const unhurried = new AbortController().signal;

/** What Discord's own contract says against the bot's requests; the answers are the stand-in's affair. */
export function requestComplaints(server: DiscordServer): readonly string[] {
	return checkExchanges(server.requests).filter((complaint) => !/ answer \d+:/.test(complaint));
}
