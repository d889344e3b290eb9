/** Serves the page, its stream of events and what it asks for, to this machine only. */
import type { PageFeed } from './page-feed.ts';
import type { PageEvent } from './page-protocol.ts';
import { answerRequest, isRequestKind, type RequestPlace } from './page-requests.ts';

/** What the page is served from. */
export interface PageServerOptions extends RequestPlace {
	readonly feed: PageFeed;
	/** What stands at the root: the bundled page. */
	readonly page: Bun.HTMLBundle | Response;
	/** The wished port; any free one when it is taken. */
	readonly port: number;
	/** True when no other port will do; then a taken one is an error with a sentence. */
	readonly portIsNamed?: boolean;
}

/** A running page. */
export interface PageServer {
	readonly url: string;
	readonly port: number;
	stop(): Promise<void>;
}

/** The largest body, files included. */
const bodyMegabytesMax = 40;

function eventStream(feed: PageFeed): Response {
	let stop = (): void => undefined;
	const encoder = new TextEncoder();
	const stream = new ReadableStream<Uint8Array>({
		start(controller) {
			stop = feed.listen((event: PageEvent) =>
				controller.enqueue(encoder.encode(`data: ${JSON.stringify(event)}\n\n`)),
			);
		},
		cancel: () => stop(),
	});
	return new Response(stream, { headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' } });
}

/** Other pages in the same browser must not be able to speak here: neither by a name that leads to this machine nor across origins. */
function isFromThisPage(request: Request): boolean {
	const host = request.headers.get('host') ?? '';
	const origin = request.headers.get('origin');
	return /^(127\.0\.0\.1|localhost)(:\d+)?$/.test(host) && (origin === null || origin === `http://${host}`);
}

async function serveRequest(options: PageServerOptions, request: Request, kind: string): Promise<Response> {
	if (!isFromThisPage(request)) return new Response('Only the playground’s own page may ask.', { status: 403 });
	if (!isRequestKind(kind)) return new Response('Not found', { status: 404 });
	if (request.headers.get('content-type') !== 'application/json') return new Response('JSON, please.', { status: 415 });
	const body: unknown = await request.json().catch(() => null);
	return Response.json(await answerRequest(options, kind, body));
}

function serveOn(options: PageServerOptions, port: number): Bun.Server<undefined> {
	return Bun.serve({
		hostname: '127.0.0.1',
		port,
		// A quiet stream of events must stay open.
		idleTimeout: 0,
		development: false,
		// Without this, Bun lets two programs listen on one port as soon as development is off.
		reusePort: false,
		maxRequestBodySize: bodyMegabytesMax * 1_000_000,
		routes: {
			'/': options.page,
			'/api/events': {
				GET: (request): Response =>
					isFromThisPage(request) ? eventStream(options.feed) : new Response('Forbidden', { status: 403 }),
			},
			'/api/:kind': { POST: (request): Promise<Response> => serveRequest(options, request, request.params.kind) },
		},
		fetch: (): Response => new Response('Not found', { status: 404 }),
	});
}

function portSentence(port: number, code: string | undefined): string {
	const trouble = code === 'EADDRINUSE' ? 'is taken' : `cannot be used (${code})`;
	return `Port ${port} ${trouble}: name another one with --port, or leave --port out.`;
}

/** Starts serving; throws one sentence when the named port cannot be had. */
export function startPageServer(options: PageServerOptions): PageServer {
	let server: Bun.Server<undefined>;
	try {
		server = serveOn(options, options.port);
	} catch (error) {
		const code = (error as { code?: string }).code;
		if (options.portIsNamed === true) throw new Error(portSentence(options.port, code), { cause: error });
		if (code !== 'EADDRINUSE') throw error;
		server = serveOn(options, 0);
	}
	return { url: server.url.href, port: Number(server.url.port), stop: () => server.stop(true) };
}
