/** The REST door: logs the request, lets a fault meet it, checks the token, finds the handler and writes the answer. */
import { DiscordError, notFound, unauthorized } from '../discord-error.ts';
import type { Fault, FaultList } from '../faults.ts';
import type { World } from '../world.ts';
import { isObject, type ReceivedBody, readBody } from './read-body.ts';
import type { Exchange } from './request-log.ts';
import { findRoute, makeCall, type RestAnswer, type Route } from './router.ts';

/** What the door works on. */
export interface RestServer {
	readonly world: World;
	readonly routes: readonly Route[];
	readonly faults: FaultList;
	readonly requests: Exchange[];
	readonly unknownRoutes: string[];
	/** Bugs of the stand-in itself, met while answering. */
	readonly failures: string[];
	/** Called when an exchange begins and when it ends. */
	changed(): void;
}

const prefix = '/api/v10';

const defaultRetryAfterSeconds = 0.2;

/** How long the first half of an answer gets to arrive. */
const halfAnswerMs = 50;

/** A body whose first read fails: the only way to make the server cut the connection before any header is written. */
function cutConnection(): Response {
	return new Response(
		new ReadableStream({
			start(controller) {
				// Without a reason, because Bun prints every reason it is given.
				controller.error();
			},
		}),
	);
}

/** The headers and half of the answer, and then nothing more. */
function cutInTheMiddle({ status, body }: RestAnswer): Response {
	const bytes = new TextEncoder().encode(JSON.stringify(body ?? null));
	const stream = new ReadableStream({
		async start(controller) {
			controller.enqueue(bytes.slice(0, bytes.length / 2));
			await Bun.sleep(halfAnswerMs);
			controller.error();
		},
	});
	return new Response(stream, { status, headers: { 'content-type': 'application/json' } });
}

/** What a proxy shows in place of Discord's answer. */
function proxyPage(status: number, { retryAfterSeconds }: NonNullable<Fault['page']>): Response {
	const headers = retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) };
	const text = '<!doctype html><title>Access denied</title><h1>Error 1015</h1><p>You are being rate limited</p>';
	return new Response(text, { status, headers: { 'content-type': 'text/html; charset=UTF-8', ...headers } });
}

function rateLimited(fault: Fault): RestAnswer {
	const { code, message = 'You are being rate limited.', global = false } = fault;
	const body = { message, retry_after: fault.retryAfterSeconds ?? defaultRetryAfterSeconds, global };
	return { status: 429, body: code === undefined ? body : { ...body, code } };
}

/** The headers of a 429; `Retry-After` keeps its fraction, so that tests need not wait a whole second. */
function limitHeaders(exchange: Exchange, body: unknown, fault: Fault | null): Record<string, string> {
	if (!isObject(body)) return {};
	const seconds = String(body['retry_after'] ?? defaultRetryAfterSeconds);
	const global = body['global'] === true;
	return {
		'Retry-After': seconds,
		'X-RateLimit-Scope': fault?.scope ?? (global ? 'global' : 'user'),
		...(global ? { 'X-RateLimit-Global': 'true' } : {}),
		'X-RateLimit-Limit': '5',
		'X-RateLimit-Remaining': '0',
		'X-RateLimit-Reset-After': seconds,
		'X-RateLimit-Bucket': Bun.hash(`${exchange.method} ${exchange.path}`).toString(16),
	};
}

function respond(exchange: Exchange, answer: RestAnswer, fault: Fault | null): Response {
	exchange.status = answer.status;
	exchange.answer = answer.body ?? null;
	const headers = answer.status === 429 ? limitHeaders(exchange, answer.body, fault) : {};
	if (answer.body === undefined) return new Response(null, { status: answer.status, headers });
	return Response.json(answer.body, { status: answer.status, headers });
}

async function execute(server: RestServer, exchange: Exchange, body: ReceivedBody): Promise<RestAnswer> {
	try {
		const found = findRoute(server.routes, exchange.method, exchange.path);
		if (found === null) {
			server.unknownRoutes.push(`${exchange.method} ${exchange.path}`);
			throw notFound();
		}
		const { token } = server.world.application;
		if (found.route.open !== true && exchange.headers['authorization'] !== `Bot ${token}`) throw unauthorized();
		exchange.executed = true;
		return await found.route.handle(
			makeCall(server.world, found, { query: new URLSearchParams(exchange.query), body }),
		);
	} catch (error) {
		if (error instanceof DiscordError) return { status: error.status, body: error.body };
		server.failures.push(
			`${exchange.method} ${exchange.path}: ${error instanceof Error ? error.stack : String(error)}`,
		);
		return { status: 500, body: { message: '500: Internal Server Error', code: 0 } };
	}
}

async function received(request: Request): Promise<{ body: ReceivedBody; refusal: DiscordError | null }> {
	try {
		return { body: await readBody(request), refusal: null };
	} catch (error) {
		if (!(error instanceof DiscordError)) throw error;
		return { body: { json: null, files: [], multipart: false }, refusal: error };
	}
}

/** Answers one REST request. */
export async function serveRest(server: RestServer, request: Request, url: URL): Promise<Response> {
	const path = url.pathname.startsWith(prefix) ? url.pathname.slice(prefix.length) : url.pathname;
	const { body, refusal } = await received(request);
	const exchange: Exchange = {
		method: request.method,
		path,
		query: url.search.slice(1),
		body: body.json,
		multipart: body.multipart,
		files: body.files,
		headers: Object.fromEntries(request.headers),
		atMs: server.world.clock.now(),
		status: null,
		answer: null,
		fault: null,
		executed: false,
	};
	server.requests.push(exchange);
	const response = await answerFor(server, exchange, { body, refusal });
	server.changed();
	return response;
}

async function answerFor(
	server: RestServer,
	exchange: Exchange,
	{ body, refusal }: { body: ReceivedBody; refusal: DiscordError | null },
): Promise<Response> {
	const fault = server.faults.take(exchange.method, exchange.path);
	exchange.fault = fault?.kind ?? null;
	server.changed();
	if (fault?.kind === 'refuse') {
		exchange.status = 0;
		return cutConnection();
	}
	if (fault?.page !== undefined && (fault.kind === '429' || fault.kind === '5xx')) {
		exchange.status = fault.status ?? (fault.kind === '429' ? 429 : 502);
		return proxyPage(exchange.status, fault.page);
	}
	if (fault?.kind === '429') return respond(exchange, rateLimited(fault), fault);
	if (fault?.kind === '5xx') {
		const status = fault.status ?? 502;
		return respond(
			exchange,
			{ status, body: { message: `${status}: ${fault.message ?? 'Bad Gateway'}`, code: 0 } },
			fault,
		);
	}
	if (fault?.kind === 'error') {
		const { status = 400, code = 0, message = 'A fault of the stand-in' } = fault;
		return respond(exchange, { status, body: { message, code } }, fault);
	}
	if (fault?.kind === 'delay') await Bun.sleep(fault.delayMs ?? 0);
	if (refusal !== null) return respond(exchange, { status: refusal.status, body: refusal.body }, fault);
	const answer = await execute(server, exchange, body);
	if (fault?.kind === 'dropped-answer') {
		exchange.status = 0;
		exchange.answer = answer.body ?? null;
		return cutConnection();
	}
	if (fault?.kind === 'half-answer') {
		exchange.status = answer.status;
		exchange.answer = answer.body ?? null;
		return cutInTheMiddle(answer);
	}
	return respond(exchange, answer, fault);
}
