/** Where and how REST clients send their requests. */
import type { RESTOptions } from 'discord.js';

/** What all REST clients of a connection share. */
export interface RestRoute {
	/** REST base ending in `/api`; Discord's own when absent. */
	readonly apiUrl?: string;
	/** Sends one request; discord.js's own way when absent. */
	readonly makeRequest?: RESTOptions['makeRequest'];
	/** Requests that one client begins in a second at most; 50 when absent, which is what Discord allows every bot. */
	readonly requestsPerSecond?: number;
}

/** Discord.js keeps a queue for each channel and kind of request that was ever used; those without work are dropped so often. */
const handlerSweepMs = 30_000;

/** The same as options of discord.js. */
export function restOptions({ apiUrl, makeRequest, requestsPerSecond }: RestRoute): Partial<RESTOptions> {
	return {
		handlerSweepInterval: handlerSweepMs,
		...(apiUrl === undefined ? {} : { api: apiUrl }),
		...(makeRequest === undefined ? {} : { makeRequest }),
		...(requestsPerSecond === undefined ? {} : { globalRequestsPerSecond: requestsPerSecond }),
	};
}

/** The route among other options. */
export function routeOf({ apiUrl, makeRequest, requestsPerSecond }: RestRoute): RestRoute {
	return {
		...(apiUrl === undefined ? {} : { apiUrl }),
		...(makeRequest === undefined ? {} : { makeRequest }),
		...(requestsPerSecond === undefined ? {} : { requestsPerSecond }),
	};
}
