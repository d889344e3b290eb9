/** A proxy in front of the Postgres server that can stop passing anything on, as those do that forget quiet connections. */
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { assert } from '#lib/assert';

/** The proxy. */
export interface ForgetfulProxy {
	/** The same database, through the proxy. */
	readonly databaseUrl: string;
	/** Connections that are open. */
	readonly openConnections: number;
	/** Passes nothing on over the connections that are open now, and tells nobody. */
	forgetAll(): void;
	/** Cuts the connections that are open now. */
	cutAll(): void;
	/**
	 * Goes away at the so manyth message from now on, which is passed on first or is lost: cuts everything, and takes no
	 * connection.
	 */
	closeAt(message: number, isPassedOn: boolean): void;
	readonly isClosed: boolean;
	/** Takes connections again, however many messages they carry. */
	open(): void;
	stop(): Promise<void>;
}

interface Pair {
	readonly near: Socket;
	readonly far: Socket;
	isForgotten: boolean;
}

/** Starts it in front of a server that listens on a socket of the system. */
export async function startForgetfulProxy(databaseUrl: string): Promise<ForgetfulProxy> {
	const url = new URL(databaseUrl);
	const path = join(url.searchParams.get('host') ?? '', '.s.PGSQL.5432');
	const pairs = new Set<Pair>();
	let left = Number.POSITIVE_INFINITY;
	let passesLast = false;
	const cutAll = (): void => {
		for (const { near } of pairs) near.destroy();
	};
	const server = createServer((near) => {
		if (left <= 0) {
			near.destroy();
			return;
		}
		const far = connect(path);
		const pair: Pair = { near, far, isForgotten: false };
		pairs.add(pair);
		near.on('data', (bytes) => {
			left -= 1;
			if (pair.isForgotten) return;
			if (left > 0 || passesLast) far.write(bytes);
			if (left <= 0) cutAll();
		});
		near.on('end', () => far.end());
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
		get openConnections() {
			return pairs.size;
		},
		forgetAll() {
			for (const pair of pairs) {
				pair.isForgotten = true;
				pair.far.unpipe(pair.near);
			}
		},
		cutAll,
		closeAt(message, isPassedOn) {
			left = message;
			passesLast = isPassedOn;
		},
		get isClosed() {
			return left <= 0;
		},
		open() {
			left = Number.POSITIVE_INFINITY;
		},
		stop: async () => {
			cutAll();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
