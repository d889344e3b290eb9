/** The part of the composition root that whoever watches over the program asks. */
import { DiscordVitals } from '#adapters/discord/discord-vitals';
import { openHealthServer } from '#adapters/health/health-server';
import { createDatabasePing } from '#adapters/postgres/database-ping';
import type { OpenDatabase } from '#adapters/postgres/open-database';
import { programVersion } from '#adapters/system/program-version';
import { systemClock as clock } from '#adapters/system/system-clock';
import type { ChatIntake } from '#app/chat/chat-intake';
import { type GuardedModel, guardedModel } from '#app/chat/guarded-model';
import { timedModel } from '#app/chat/timed-model';
import { TurnTally } from '#app/chat/turn-tally';
import type { Log } from '#ports/log';
import type { TextModel } from '#ports/text-model';
import type { Env } from './env.ts';

/** What is watched. */
export interface WatchParts {
	readonly env: Pick<Env, 'HEALTH_PORT' | 'HEALTH_HOST' | 'STREAM_SDK_CALL_TIMEOUT_MS'>;
	readonly log: Log;
	readonly database: Pick<OpenDatabase, 'db'>;
}

/** Tells how a bot does, from before it is on Discord until all its parts are closed. */
export class Watch {
	readonly vitals: DiscordVitals;
	readonly turnTally = new TurnTally();
	readonly #log: Log;
	readonly #callTimeoutMs: number;
	readonly #server: ReturnType<typeof openHealthServer>;
	#intake: Pick<ChatIntake, 'size'> | null = null;
	#providers: GuardedModel['health'] | null = null;

	constructor({ env, log, database }: WatchParts) {
		this.#log = log;
		this.#callTimeoutMs = env.STREAM_SDK_CALL_TIMEOUT_MS;
		this.vitals = new DiscordVitals({ clock, log });
		const unasked = { paused: 0, probing: 0, results: {} };
		this.#server = openHealthServer({
			port: env.HEALTH_PORT,
			hostname: env.HEALTH_HOST,
			version: programVersion(),
			sources: {
				pingDatabase: createDatabasePing(database.db, clock),
				gateway: () => this.vitals.gateway(),
				rest: () => this.vitals.rest(),
				providers: () => this.#providers?.() ?? unasked,
				turns: () => (this.#intake === null ? null : this.turnTally.health(this.#intake.size())),
			},
			clock,
			log,
		});
	}

	/** The port of `/health` and `/metrics`; null when it was taken. */
	get port(): number | null {
		return this.#server.port;
	}

	/** The model, ended where it takes too long and left alone for a while where its provider keeps failing. */
	guard(model: TextModel): TextModel {
		const guarded = guardedModel(model, { clock, log: this.#log });
		this.#providers = guarded.health;
		return timedModel(guarded.model, { callTimeoutMs: this.#callTimeoutMs, clock });
	}

	/** Turns are taken from now on. */
	serves(intake: Pick<ChatIntake, 'size'>): void {
		this.#intake = intake;
	}

	close(): Promise<void> {
		return this.#server.close();
	}
}
