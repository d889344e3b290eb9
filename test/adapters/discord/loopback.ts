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
import type { Clock } from '#ports/clock';
import type { Log, LogFields } from '#ports/log';

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

/** A clock whose time passes only by `advance`. */
export interface ManualClock extends Clock {
	/** Runs everything that falls due, in order. */
	advance(byMs: number): void;
	/** Delays that are being waited for. */
	waiting(): readonly number[];
}

/** A clock at 0. */
export function manualClock(): ManualClock {
	let nowMs = 0;
	const timers = new Set<{ readonly atMs: number; readonly delayMs: number; readonly action: () => void }>();
	const after = (delayMs: number, action: () => void) => {
		const timer = { atMs: nowMs + delayMs, delayMs, action };
		timers.add(timer);
		return () => void timers.delete(timer);
	};
	return {
		now: () => nowMs,
		after,
		sleep: (delayMs, signal) =>
			new Promise((resolve) => {
				const cancel = after(delayMs, resolve);
				signal?.addEventListener('abort', () => {
					cancel();
					resolve();
				});
			}),
		waiting: () => [...timers].map(({ delayMs }) => delayMs),
		advance(byMs) {
			const untilMs = nowMs + byMs;
			for (;;) {
				const due = [...timers].filter(({ atMs }) => atMs <= untilMs).sort((a, b) => a.atMs - b.atMs)[0];
				if (!due) break;
				timers.delete(due);
				nowMs = due.atMs;
				due.action();
			}
			nowMs = untilMs;
		},
	};
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
