/** A proxy in front of the Postgres server that can stop passing anything on, as those do that forget quiet connections. */
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { assert } from '#lib/assert';

/** The proxy. */
export interface ForgetfulProxy {
	/** The same database, through the proxy. */
	readonly databaseUrl: string;
	/** Connections that are open. */
	readonly open: number;
	/** Passes nothing on over the connections that are open now, and tells nobody. */
	forgetAll(): void;
	/** Cuts the connections that are open now. */
	cutAll(): void;
	stop(): Promise<void>;
}

interface Pair {
	readonly near: Socket;
	readonly far: Socket;
}

/** Starts it in front of a server that listens on a socket of the system. */
export async function startForgetfulProxy(databaseUrl: string): Promise<ForgetfulProxy> {
	const url = new URL(databaseUrl);
	const path = join(url.searchParams.get('host') ?? '', '.s.PGSQL.5432');
	const pairs = new Set<Pair>();
	const server = createServer((near) => {
		const far = connect(path);
		const pair = { near, far };
		pairs.add(pair);
		near.pipe(far);
		far.pipe(near);
		const end = (): void => {
			near.destroy();
			far.destroy();
			pairs.delete(pair);
		};
		for (const socket of [near, far]) socket.on('error', end).on('close', end);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const address = server.address();
	assert(typeof address === 'object' && address !== null, 'a TCP server has a port');
	return {
		databaseUrl: `postgres://tomori@127.0.0.1:${address.port}${url.pathname}`,
		get open() {
			return pairs.size;
		},
		forgetAll() {
			for (const { near, far } of pairs) {
				near.unpipe(far);
				far.unpipe(near);
			}
		},
		cutAll() {
			for (const { near } of pairs) near.destroy();
		},
		stop: async () => {
			for (const { near } of pairs) near.destroy();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
