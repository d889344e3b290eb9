/** Finds the handler of a REST request: patterns like `/channels/:channel/messages`, every part decoded. */
import type { World } from '../world.ts';
import { type Body, isObject, type ReceivedBody, type UploadedFile } from './read-body.ts';

/** What a handler gets. */
export interface RestCall {
	readonly world: World;
	/** The decoded part of the path; a name the pattern does not have is a bug. */
	param(name: string): string;
	/** Whether the pattern has this part. */
	has(name: string): boolean;
	readonly query: URLSearchParams;
	/** The body as an object; empty when there was none. */
	readonly body: Body;
	/** The body as received, for lists. */
	readonly rawBody: unknown;
	readonly files: readonly UploadedFile[];
}

/** What a handler answers; no body means 204. */
export interface RestAnswer {
	readonly status: number;
	readonly body?: unknown;
}

/** One route. */
export interface Route {
	readonly method: string;
	readonly pattern: string;
	/** True for routes whose token is in the path and which need no bot token. */
	readonly open?: boolean;
	handle(call: RestCall): RestAnswer | Promise<RestAnswer>;
}

/** A 200 with a body. */
export function answer(body: unknown, status = 200): RestAnswer {
	return { status, body };
}

/** A 204. */
export const noContent: RestAnswer = { status: 204 };

/** A route that was found, with its path's parts. */
export interface FoundRoute {
	readonly route: Route;
	readonly params: ReadonlyMap<string, string>;
}

function matches(pattern: string, parts: readonly string[]): ReadonlyMap<string, string> | null {
	const wanted = pattern.split('/').slice(1);
	if (wanted.length !== parts.length) return null;
	const params = new Map<string, string>();
	for (const [index, part] of wanted.entries()) {
		const given = parts[index] ?? '';
		if (part.startsWith(':')) params.set(part.slice(1), given);
		else if (part !== given) return null;
	}
	return params;
}

/** The first route that fits; literal parts have to stand before parameters in the list. */
export function findRoute(routes: readonly Route[], method: string, path: string): FoundRoute | null {
	const parts = path
		.split('/')
		.slice(1)
		.map((part) => decodeURIComponent(part));
	for (const route of routes) {
		if (route.method !== method) continue;
		const params = matches(route.pattern, parts);
		if (params !== null) return { route, params };
	}
	return null;
}

/** What the handler of a found route gets. */
export function makeCall(
	world: World,
	found: FoundRoute,
	input: { query: URLSearchParams; body: ReceivedBody },
): RestCall {
	const { json, files } = input.body;
	return {
		world,
		param: (name) => {
			const value = found.params.get(name);
			if (value === undefined) throw new Error(`${found.route.pattern} has no part ${name}`);
			return value;
		},
		has: (name) => found.params.has(name),
		query: input.query,
		body: isObject(json) ? json : {},
		rawBody: json,
		files,
	};
}
