/** The part of the composition root that makes up for the time in which the bot was away, and ends without losing any. */
import type { DiscordConnection } from '#adapters/discord/connection';
import { type KeptSession, readKeptSession } from '#adapters/discord/kept-session';
import { systemClock } from '#adapters/system/system-clock';
import type { ChatIntake } from '#app/chat/chat-intake';
import { logTrouble } from '#app/chat/log-trouble';
import { SeenMark, sinceHeard } from '#app/chat/seen-mark';
import type { Snowflake } from '#domain/ids';
import type { AppStateStore } from '#ports/app-state-store';
import type { DirectChannelStore } from '#ports/direct-channel-store';
import type { Log } from '#ports/log';
import type { Env } from './env.ts';

/** What a life cycle is made of. */
export interface LifeCycleParts {
	readonly env: Pick<Env, 'CATCH_UP_MS' | 'DRAIN_MS'>;
	readonly log: Log;
	readonly connection: DiscordConnection;
	readonly intake: Pick<ChatIntake, 'catchUp' | 'waitingSinceMs' | 'close'>;
	readonly appState: AppStateStore;
	readonly directChannels: DirectChannelStore;
}

/** Direct conversations that are looked at after a loss, the latest ones: each costs a request. */
const directChannelsMax = 25;

/** From one start to its end. */
export class LifeCycle {
	readonly #parts: LifeCycleParts;
	readonly #mark: SeenMark;
	readonly #closing = new AbortController();

	constructor(parts: LifeCycleParts) {
		this.#parts = parts;
		const { appState, log, connection, intake } = parts;
		this.#mark = new SeenMark({
			appState,
			clock: systemClock,
			log,
			heardAtMs: connection.heardAtMs,
			waitingSinceMs: intake.waitingSinceMs,
		});
	}

	/**
	 * Begins to answer what was missed since the last start, before the intake hears anything; every session that is made
	 * anew is caught up with from then on. Never rejects.
	 */
	async begin(): Promise<void> {
		const { connection, log } = this.#parts;
		const known = new Set<Snowflake>();
		try {
			for (const shardId of connection.heardAtMs().keys()) {
				const sinceMs = await this.#mark.readSince(shardId);
				if (sinceMs === null) continue;
				for (const channelId of await this.#catchUp(shardId, sinceMs)) known.add(channelId);
				void this.#replay({ shardId, sinceMs, known });
			}
		} catch (error) {
			logTrouble(log, 'what was missed could not be found out', { error });
		}
		connection.onSessionRenewed(async ({ shardId, heardAtMs }) => {
			await this.#catchUp(shardId, sinceHeard(heardAtMs));
		});
		this.#mark.start();
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

	/** Which channels are looked at. */
	async #catchUp(shardId: number, lostAtMs: number): Promise<readonly Snowflake[]> {
		const { env, connection, directChannels } = this.#parts;
		if (env.CATCH_UP_MS === 0 || this.#closing.signal.aborted) return [];
		const release = this.#mark.hold(lostAtMs);
		try {
			const sinceMs = this.#recent(lostAtMs);
			// Direct messages come to the first shard.
			const direct = shardId === 0 ? await directChannels.findDirectChannels(directChannelsMax) : [];
			const channelIds = [...direct, ...connection.missedChannels(shardId, sinceMs)];
			void this.#parts.intake.catchUp({ channelIds, sinceMs }).finally(release);
			return channelIds;
		} catch (error) {
			release();
			throw error;
		}
	}

	#recent(atMs: number): number {
		return Math.max(atMs, systemClock.now() - this.#parts.env.CATCH_UP_MS);
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
		const { connection, intake, log } = this.#parts;
		const release = this.#mark.hold(sinceMs);
		try {
			const session = await this.#takeSession(shardId);
			if (session === null) return;
			const missed = (await connection.replaySession(session, this.#closing.signal)) ?? [];
			const direct = missed.filter(({ author, guildId }) => author.kind === 'user' && guildId === null);
			const channels = new Set(direct.map(({ channelId }) => channelId));
			const channelIds = [...channels].filter((channelId) => !known.has(channelId));
			await intake.catchUp({ channelIds, sinceMs: this.#recent(sinceMs) });
		} catch (error) {
			logTrouble(log, 'the last session could not be taken up again', { error });
		} finally {
			release();
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
