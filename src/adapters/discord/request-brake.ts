/** Counts refused requests to Discord, and sends none for a while before Discord bans the address for them. */
import { DefaultRestOptions, type RESTOptions } from 'discord.js';
import type { Clock } from '#ports/clock';
import type { RestHealth } from '#ports/health';
import type { Log } from '#ports/log';

/** Discord counts refusals in windows of so many milliseconds, and bans at 10,000 of them. */
export const invalidWindowMs = 600_000;

/** Refused requests in one window after which nothing more is sent in it. */
export const invalidDefaultMax = 1_000;

/** Answers that Discord counts: a wrong token, a missing permission, a limit that was not kept. */
const INVALID_STATUSES: ReadonlySet<number> = new Set([401, 403, 429]);

/** How long a limit lasts whose answer does not say so, in seconds. */
export const unnamedPauseS = 5;

/** A request that was not sent, because too many were refused lately. */
export class RequestBrakedError extends Error {
	override readonly name = 'RequestBrakedError';

	constructor() {
		super('Not sent: Discord has refused too many requests lately');
	}
}

/** What the brake works with. */
export interface RequestBrakeOptions {
	readonly clock: Clock;
	readonly log: Log;
	/** 1,000 unless given. */
	readonly invalidMax?: number;
}

type MakeRequest = RESTOptions['makeRequest'];

/** One for all REST clients of a process, since Discord counts by address. */
export class RequestBrake {
	readonly #clock: Clock;
	readonly #log: Log;
	readonly #send: MakeRequest;
	readonly #invalidMax: number;
	readonly #results: Record<string, number> = {};
	#windowStartMs = Number.NEGATIVE_INFINITY;
	#invalid = 0;

	/** `send` is how requests travel otherwise. */
	constructor({ clock, log, invalidMax }: RequestBrakeOptions, send = DefaultRestOptions.makeRequest) {
		this.#invalidMax = invalidMax ?? invalidDefaultMax;
		this.#clock = clock;
		this.#log = log;
		this.#send = send;
	}

	/** What a REST client sends its requests with, its own repetitions included. */
	readonly makeRequest: MakeRequest = async (url, init) => {
		if (this.#isBraked()) {
			this.#count('braked');
			throw new RequestBrakedError();
		}
		try {
			const response = await this.#send(url, init);
			this.#note(response);
			if (response.status === 429) nameAPause(response);
			return response;
		} catch (error) {
			this.#count('lost');
			throw error;
		}
	};

	/** What became of the requests so far. */
	health(): RestHealth {
		const isBraked = this.#isBraked();
		return { results: { ...this.#results }, invalidInWindow: this.#invalid, isBraked };
	}

	#note({ status, headers }: Awaited<ReturnType<MakeRequest>>): void {
		this.#count(`${Math.floor(status / 100)}xx`);
		// A limit that others use up as well is not held against us.
		const isInvalid = INVALID_STATUSES.has(status) && headers.get('x-ratelimit-scope') !== 'shared';
		if (!isInvalid || this.#isBraked()) return;
		this.#invalid += 1;
		if (this.#invalid < this.#invalidMax) return;
		const pauseMs = this.#windowStartMs + invalidWindowMs - this.#clock.now();
		this.#log.warn(
			{ invalid: this.#invalid, pauseMs },
			'Discord refuses too many requests; nothing is sent for a while',
		);
	}

	#isBraked(): boolean {
		const nowMs = this.#clock.now();
		if (nowMs - this.#windowStartMs >= invalidWindowMs) {
			this.#windowStartMs = nowMs;
			this.#invalid = 0;
		}
		return this.#invalid >= this.#invalidMax;
	}

	#count(result: string): void {
		this.#results[result] = (this.#results[result] ?? 0) + 1;
	}
}

/** discord.js repeats a request at once when a proxy's page limits it without a number of seconds, and again and again. */
function nameAPause({ headers }: Pick<Awaited<ReturnType<MakeRequest>>, 'headers'>): void {
	if (!(Number(headers.get('retry-after')) > 0)) headers.set('retry-after', String(unnamedPauseS));
}
