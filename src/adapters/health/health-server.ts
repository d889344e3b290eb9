/** Tells over HTTP how the program does, to whoever watches over it on this machine. */
import type { Clock } from '#ports/clock';
import type { HealthSources } from '#ports/health';
import type { Log } from '#ports/log';
import { healthReport } from './health-report.ts';

/** Where to listen and what to tell. */
export interface HealthServerOptions {
	/** 0 takes any free one. */
	readonly port: number;
	readonly hostname: string;
	readonly version: string;
	readonly sources: HealthSources;
	readonly clock: Clock;
	readonly log: Log;
}

/** A server that listens, or one that could not. */
export interface HealthServer {
	/** Null when the port was taken. */
	readonly port: number | null;
	close(): Promise<void>;
}

/** Nothing that is asked here comes with a body. */
const requestBytesMax = 1_000;

const idleTimeoutS = 10;

/** Listens; a port that cannot be had is a warning and no more, since the bot works without it. Never throws. */
export function openHealthServer(options: HealthServerOptions): HealthServer {
	const { port, hostname, log } = options;
	try {
		const answer = answering(options);
		const server = Bun.serve({
			port,
			hostname,
			idleTimeout: idleTimeoutS,
			maxRequestBodySize: requestBytesMax,
			fetch: answer,
			error: () => plain(500, 'The answer could not be made.'),
		});
		log.info({ hostname, port: server.port }, 'health is told at /health and /metrics');
		return { port: server.port ?? port, close: () => server.stop(true) };
	} catch (error) {
		const { code } = error as { readonly code?: unknown };
		log.warn({ hostname, port, code }, 'the health port cannot be had: choose another HEALTH_PORT, or 0 for any');
		return { port: null, close: async () => {} };
	}
}

function answering({ version, sources, clock }: HealthServerOptions): (request: Request) => Promise<Response> {
	const startedAtMs = clock.now();
	return async ({ method, url }) => {
		const { pathname } = new URL(url);
		if (pathname !== '/health' && pathname !== '/metrics') return plain(404, 'There are /health and /metrics.');
		if (method !== 'GET' && method !== 'HEAD') return plain(405, 'Only GET is answered.');
		const report = await healthReport(sources, { version, uptimeMs: clock.now() - startedAtMs });
		if (pathname === '/health') {
			const status = report.status === 'ok' ? 200 : 503;
			return Response.json(report, { status, headers: UNSTORED });
		}
		// Loading the library takes memory that a bot whose metrics nobody reads does without.
		const { METRICS_TYPE, metricsText } = await import('./metrics-text.ts');
		const text = await metricsText({ report, sources, residentBytes: process.memoryUsage.rss() });
		return new Response(text, { headers: { ...UNSTORED, 'content-type': METRICS_TYPE } });
	};
}

const UNSTORED = { 'cache-control': 'no-store' };

function plain(status: number, text: string): Response {
	return new Response(`${text}\n`, { status, headers: { ...UNSTORED, 'content-type': 'text/plain; charset=utf-8' } });
}
