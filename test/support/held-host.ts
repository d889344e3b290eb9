/** A host between the bot and a stand-in that can hold requests back, to see what the bot does before an answer. */

/** The host. */
export interface HeldHost {
	readonly url: string;
	/** Requests that came, held ones included. */
	readonly received: number;
	/** Until the promise settles, no request is passed on. */
	holdUntil(opened: Promise<void>): void;
	stop(): Promise<void>;
}

/** Starts it; `target` is asked for each request, so it may be known later. */
export function startHeldHost(target: () => string): HeldHost {
	let opened: Promise<void> = Promise.resolve();
	let received = 0;
	const server = Bun.serve({
		hostname: '127.0.0.1',
		port: 0,
		idleTimeout: 0,
		async fetch(request): Promise<Response> {
			received += 1;
			await opened;
			const { pathname, search } = new URL(request.url);
			const authorization = request.headers.get('authorization') ?? '';
			return await fetch(`${target()}${pathname}${search}`, { method: request.method, headers: { authorization } });
		},
	});
	return {
		url: server.url.origin,
		get received() {
			return received;
		},
		holdUntil: (promise) => {
			opened = promise;
		},
		stop: () => server.stop(true),
	};
}
