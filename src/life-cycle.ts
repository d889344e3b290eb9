/** The part of the composition root that makes up for the time in which the bot was away, and ends without losing any. */
import type { DiscordConnection } from '#adapters/discord/connection';
import type { GatewaySessions } from '#adapters/discord/gateway-sessions';
import { type KeptSession, readKeptSession } from '#adapters/discord/kept-session';
import type { ChatIntake } from '#app/chat/chat-intake';
import { logTrouble } from '#app/chat/log-trouble';
import { SeenMark, sinceHeard } from '#app/chat/seen-mark';
import type { Snowflake } from '#domain/ids';
import type { AppStateStore } from '#ports/app-state-store';
import type { Clock } from '#ports/clock';
import type { DirectChannelStore } from '#ports/direct-channel-store';
import type { Log } from '#ports/log';
import type { Env } from './env.ts';

type ConnectionUse = keyof GatewaySessions | 'stopCommands';

/** What a life cycle is made of. */
export interface LifeCycleParts {
	readonly env: Pick<Env, 'CATCH_UP_MS' | 'DRAIN_MS'>;
	readonly log: Log;
	readonly clock: Clock;
	readonly connection: Pick<DiscordConnection, ConnectionUse>;
	readonly intake: Pick<ChatIntake, 'catchUp' | 'waitingSinceMs' | 'close'>;
	readonly appState: AppStateStore;
	readonly directChannels: DirectChannelStore;
}

/** Direct conversations that are looked at after a loss, the latest ones: each costs a request. */
const directChannelsMax = 25;

/** Pause before what could not be looked for is looked for again, in milliseconds. */
const againMs = 15_000;

/** Something that may have been missed. */
interface Loss {
	readonly lostAtMs: number;
	/** Throws what stores throw. */
	readonly findChannels: (sinceMs: number) => Promise<readonly Snowflake[]>;
}

/** Channels that are looked at, and those of them that have to be looked at once more. */
interface Look {
	readonly channelIds: readonly Snowflake[];
	readonly left: Promise<readonly Snowflake[]>;
}

/** From one start to its end. */
export class LifeCycle {
	readonly #parts: LifeCycleParts;
	readonly #mark: SeenMark;
	readonly #closing = new AbortController();
	/** Since when each shard's latest session may have missed something. */
	readonly #lostAtMs = new Map<number, number>();

	constructor(parts: LifeCycleParts) {
		this.#parts = parts;
		const { appState, log, clock, connection, intake } = parts;
		this.#mark = new SeenMark({
			appState,
			clock,
			log,
			heardAtMs: connection.heardAtMs,
			waitingSinceMs: intake.waitingSinceMs,
		});
	}

	/**
	 * Begins to answer what was missed since the last start, before the intake hears anything; every session that is made
	 * anew, and every server that comes back, is caught up with from then on. Never rejects.
	 */
	async begin(): Promise<void> {
		const { connection } = this.#parts;
		// While a mark cannot be read, what stands there must not be written over by a later one.
		const release = this.#mark.hold(0);
		const unread = await this.#beginShards([...connection.heardAtMs().keys()]);
		connection.onSessionRenewed(async ({ shardId, heardAtMs }) => {
			await this.#catchUpShard(shardId, sinceHeard(heardAtMs));
		});
		connection.onGuildBack(async ({ shardId, guildId, goneAtMs }) => {
			const lostAtMs = goneAtMs === null ? this.#lostAtMs.get(shardId) : sinceHeard(goneAtMs);
			const findChannels = async (sinceMs: number) => connection.missedChannels({ shardId, guildId }, sinceMs);
			if (lostAtMs !== undefined) await this.#catchUp({ lostAtMs, findChannels });
		});
		if (unread.length > 0) void this.#beginLater(unread, release);
		else {
			release();
			this.#mark.start();
		}
	}

	/** Stops the intake at once, finishes what runs within DRAIN_MS, and notes what the next start has to make up for. */
	async drain(): Promise<void> {
		const { env, connection, intake } = this.#parts;
		this.#closing.abort();
		const deadline = AbortSignal.timeout(env.DRAIN_MS);
		const sessions = connection.keptSessions();
		const drained = Promise.all([intake.close(deadline), connection.stopCommands(deadline)]);
		await Promise.all([this.#mark.freeze(), this.#keepSessions(sessions)]);
		await drained;
		await this.#mark.save();
	}

	/** Begins to catch up; the shards whose mark could not be read. */
	async #beginShards(shardIds: readonly number[]): Promise<readonly number[]> {
		const unread: number[] = [];
		for (const shardId of shardIds) {
			try {
				const sinceMs = await this.#mark.readSince(shardId);
				if (sinceMs === null) continue;
				const known = await this.#catchUpShard(shardId, sinceMs);
				void this.#replay({ shardId, sinceMs, known: new Set(known) });
			} catch (error) {
				logTrouble(this.#parts.log, 'what was missed could not be found out', { error, shardId });
				unread.push(shardId);
			}
		}
		return unread;
	}

	async #beginLater(shardIds: readonly number[], release: () => void): Promise<void> {
		let unread = shardIds;
		while (unread.length > 0) {
			await this.#parts.clock.sleep(againMs, this.#closing.signal);
			if (this.#closing.signal.aborted) return;
			unread = await this.#beginShards(unread);
		}
		release();
		this.#mark.start();
	}

	/** Which channels are looked at; direct messages come to the first shard. */
	async #catchUpShard(shardId: number, lostAtMs: number): Promise<readonly Snowflake[]> {
		const { connection, directChannels } = this.#parts;
		this.#lostAtMs.set(shardId, lostAtMs);
		const findChannels = async (sinceMs: number) => {
			const direct = shardId === 0 ? await directChannels.findDirectChannels(directChannelsMax) : [];
			return [...direct, ...connection.missedChannels({ shardId }, sinceMs)];
		};
		return await this.#catchUp({ lostAtMs, findChannels });
	}

	/** Which channels are looked at, those first that can be now; the mark stays before the loss until all of them were. */
	async #catchUp(loss: Loss): Promise<readonly Snowflake[]> {
		if (this.#parts.env.CATCH_UP_MS === 0 || this.#closing.signal.aborted) return [];
		const release = this.#mark.hold(loss.lostAtMs);
		const look = await this.#look(loss);
		void this.#lookAgain(loss, look).then((isOver) => {
			if (isOver) release();
		});
		return look?.channelIds ?? [];
	}

	/** Null while the database is away. */
	async #look(loss: Loss, channelIds?: readonly Snowflake[]): Promise<Look | null> {
		const sinceMs = this.#recent(loss.lostAtMs);
		try {
			const found = channelIds ?? (await loss.findChannels(sinceMs));
			return { channelIds: found, left: this.#parts.intake.catchUp({ channelIds: found, sinceMs }) };
		} catch (error) {
			logTrouble(this.#parts.log, 'the channels in which something was missed could not be found out', { error });
			return null;
		}
	}

	/** Until nothing is left or nobody would be answered any more; false when the bot closes before that. */
	async #lookAgain(loss: Loss, first: Look | null): Promise<boolean> {
		const untilMs = this.#parts.clock.now() + this.#parts.env.CATCH_UP_MS;
		let look = first;
		for (;;) {
			const left = look === null ? undefined : await look.left;
			if (left?.length === 0 || this.#parts.clock.now() > untilMs) return true;
			await this.#parts.clock.sleep(againMs, this.#closing.signal);
			if (this.#closing.signal.aborted) return false;
			look = await this.#look(loss, left);
		}
	}

	#recent(atMs: number): number {
		return Math.max(atMs, this.#parts.clock.now() - this.#parts.env.CATCH_UP_MS);
	}

	/** The session of the last start knows of direct conversations that nothing else tells, such as new ones. */
	async #replay({
		shardId,
		sinceMs,
		known,
	}: {
		readonly shardId: number;
		readonly sinceMs: number;
		readonly known: ReadonlySet<Snowflake>;
	}): Promise<void> {
		const { connection, log } = this.#parts;
		const release = this.#mark.hold(sinceMs);
		try {
			const session = await this.#takeSession(shardId);
			if (session === null) return;
			const missed = (await connection.replaySession(session, this.#closing.signal)) ?? [];
			const direct = missed.filter(({ author, guildId }) => author.kind === 'user' && guildId === null);
			const channels = new Set(direct.map(({ channelId }) => channelId));
			const channelIds = [...channels].filter((channelId) => !known.has(channelId));
			await this.#catchUp({ lostAtMs: sinceMs, findChannels: async () => channelIds });
		} catch (error) {
			logTrouble(log, 'the last session could not be taken up again', { error });
		} finally {
			if (!this.#closing.signal.aborted) release();
		}
	}

	/** A session is offered once: whatever comes of it, it ends. */
	async #takeSession(shardId: number): Promise<KeptSession | null> {
		const { appState, env } = this.#parts;
		const text = await appState.readState(sessionKey(shardId));
		if (!text || env.CATCH_UP_MS === 0) return null;
		await appState.writeState(sessionKey(shardId), '');
		return readKeptSession(text);
	}

	async #keepSessions(sessions: readonly KeptSession[]): Promise<void> {
		const { appState, log } = this.#parts;
		try {
			for (const session of sessions) await appState.writeState(sessionKey(session.shardId), JSON.stringify(session));
		} catch (error) {
			logTrouble(log, 'the session could not be kept for the next start', { error });
		}
	}
}

function sessionKey(shardId: number): string {
	return `gateway.session.${shardId}`;
}
