/** The error answers of Discord's REST interface, thrown by handlers and rendered once by the REST door. */

/** One complaint about a field of a refused form, at `path` inside the request's body. */
export interface FormComplaint {
	readonly path: readonly (string | number)[];
	readonly code: string;
	readonly message: string;
}

const catalogue = {
	10003: [404, 'Unknown Channel'],
	10004: [404, 'Unknown Guild'],
	10007: [404, 'Unknown Member'],
	10008: [404, 'Unknown Message'],
	10011: [404, 'Unknown Role'],
	10013: [404, 'Unknown User'],
	10014: [404, 'Unknown Emoji'],
	10015: [404, 'Unknown Webhook'],
	10062: [404, 'Unknown interaction'],
	10063: [404, 'Unknown application command'],
	20016: [429, 'This action cannot be performed due to slowmode rate limit'],
	20028: [429, 'The channel you are writing has hit the write rate limit'],
	30007: [400, 'Maximum number of webhooks reached (15)'],
	30008: [400, 'Maximum number of emojis reached (2000)'],
	30032: [400, 'Maximum number of application commands reached (100)'],
	30046: [429, 'Maximum number of edits to messages older than 1 hour reached. Try again later'],
	40005: [413, 'Request entity too large'],
	40060: [400, 'Interaction has already been acknowledged.'],
	50001: [403, 'Missing Access'],
	50003: [403, 'Cannot execute action on a DM channel'],
	50005: [403, 'Cannot edit a message authored by another user'],
	50006: [400, 'Cannot send an empty message'],
	50007: [403, 'Cannot send messages to this user'],
	50008: [400, 'Cannot send messages in a non-text channel'],
	50013: [403, 'Missing Permissions'],
	50024: [400, 'Cannot execute action on this channel type'],
	50027: [401, 'Invalid Webhook Token'],
	50034: [400, 'You can only bulk delete messages that are under 14 days old.'],
	50083: [400, 'Thread is archived'],
	50109: [400, 'The request body contains invalid JSON.'],
	160004: [400, 'A thread has already been created for this message'],
	200000: [400, 'Message was blocked by automatic moderation'],
	220001: [400, 'Webhooks posted to forum channels must have a thread_name or thread_id'],
	220003: [400, 'Webhooks can only create threads in forum channels'],
} as const satisfies Record<number, readonly [number, string]>;

/** A code of Discord's error catalogue that the stand-in can answer with. */
export type DiscordErrorCode = keyof typeof catalogue;

/** An answer other than success: HTTP status and the JSON body Discord sends with it. */
export class DiscordError extends Error {
	readonly status: number;
	readonly body: Readonly<Record<string, unknown>>;

	constructor(status: number, body: Readonly<Record<string, unknown>>) {
		super(String(body['message']));
		this.name = 'DiscordError';
		this.status = status;
		this.body = body;
	}
}

/** The error with Discord's own status and words for `code`. */
export function discordError(code: DiscordErrorCode): DiscordError {
	const [status, message] = catalogue[code];
	return new DiscordError(status, { message, code });
}

/** A 429 with a code of its own, such as slowmode (20016); clients wait `retryAfterSeconds` and try again. */
export function limitReached(code: DiscordErrorCode, retryAfterSeconds: number): DiscordError {
	const { status, body } = discordError(code);
	return new DiscordError(status, { ...body, retry_after: retryAfterSeconds, global: false });
}

/** 401, as for a bad token; discord.js's login rejects with `TokenInvalid` on it. */
export function unauthorized(): DiscordError {
	return new DiscordError(401, { message: '401: Unauthorized', code: 0 });
}

/** 404 without a catalogue code, as for a path Discord does not have. */
export function notFound(): DiscordError {
	return new DiscordError(404, { message: '404: Not Found', code: 0 });
}

/** The error 50035 with the complaints nested by path, each under `_errors`. */
export function invalidForm(complaints: readonly FormComplaint[]): DiscordError {
	const errors: Record<string, unknown> = {};
	for (const complaint of complaints) {
		let node = errors;
		for (const part of complaint.path) {
			node[part] ??= {};
			node = node[part] as Record<string, unknown>;
		}
		node['_errors'] ??= [];
		(node['_errors'] as unknown[]).push({ code: complaint.code, message: complaint.message });
	}
	return new DiscordError(400, { message: 'Invalid Form Body', code: 50035, errors });
}
