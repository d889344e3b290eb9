/** Where and how REST clients send their requests. */
import type { RESTOptions } from 'discord.js';

/** What all REST clients of a connection share. */
export interface RestRoute {
	/** REST base ending in `/api`; Discord's own when absent. */
	readonly apiUrl?: string;
	/** Sends one request; discord.js's own way when absent. */
	readonly makeRequest?: RESTOptions['makeRequest'];
}

/** The same as options of discord.js. */
export function restOptions({ apiUrl, makeRequest }: RestRoute): Partial<RESTOptions> {
	return {
		...(apiUrl === undefined ? {} : { api: apiUrl }),
		...(makeRequest === undefined ? {} : { makeRequest }),
	};
}

/** The route among other options. */
export function routeOf({ apiUrl, makeRequest }: RestRoute): RestRoute {
	return {
		...(apiUrl === undefined ? {} : { apiUrl }),
		...(makeRequest === undefined ? {} : { makeRequest }),
	};
}
