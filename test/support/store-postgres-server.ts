/** A throw-away Postgres server for tests, where its programs are installed. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { accessSync, chownSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import pg from 'pg';

const debianFolder = '/usr/lib/postgresql';
const unprivilegedId = 65_534;
const readyPollMs = 20;
const readyPollsMax = 500;

/** A running server, reachable through the socket in `socketDir` only. */
export interface PostgresServer {
	readonly socketDir: string;
	/** Ends the server as an administrator's restart does: connections are cut, transactions undone. */
	shutDown(): Promise<void>;
	/** Starts it again on the same data. */
	startAgain(): Promise<void>;
	stop(): Promise<void>;
}

function exists(path: string): boolean {
	try {
		accessSync(path);
		return true;
	} catch {
		return false;
	}
}

/** Where `initdb` and `postgres` are: beside the one on PATH, or where Debian keeps them; null when nowhere. */
export function findPostgresPrograms(): string | null {
	const onPath = (process.env['PATH'] ?? '')
		.split(delimiter)
		.map((folder) => join(folder, 'postgres'))
		.filter(exists)
		.map((path) => dirname(realpathSync(path)));
	const installed = exists(debianFolder)
		? readdirSync(debianFolder)
				.sort()
				.reverse()
				.map((version) => join(debianFolder, version, 'bin'))
		: [];
	return (
		[...onPath, ...installed].find((folder) => exists(join(folder, 'initdb')) && exists(join(folder, 'postgres'))) ??
		null
	);
}

/** A URL that `pg` accepts for one database of a server that listens on a socket only. */
export function socketUrl(socketDir: string, database: string): string {
	return `postgres://tomori@localhost/${database}?host=${encodeURIComponent(socketDir)}`;
}

/** Runs one statement on the server's own `postgres` database. */
export async function runAsAdmin(socketDir: string, statement: string): Promise<void> {
	const client = new pg.Client({ connectionString: socketUrl(socketDir, 'postgres') });
	await client.connect();
	try {
		await client.query(statement);
	} finally {
		await client.end();
	}
}

async function untilReady(socketDir: string, server: ChildProcess): Promise<void> {
	for (let poll = 0; poll < readyPollsMax; poll += 1) {
		if (server.exitCode !== null) throw new Error(`postgres ended with code ${server.exitCode}`);
		try {
			await runAsAdmin(socketDir, 'select 1');
			return;
		} catch {
			await new Promise((resolve) => setTimeout(resolve, readyPollMs));
		}
	}
	throw new Error('postgres did not become ready');
}

/** Creates a cluster in a temporary folder and starts it, as an unprivileged user where we are root. */
export async function startPostgresServer(programs: string): Promise<PostgresServer> {
	const folder = mkdtempSync(join(tmpdir(), 'tomori-pg-'));
	const isRoot = process.getuid?.() === 0;
	if (isRoot) chownSync(folder, unprivilegedId, unprivilegedId);
	const identity = isRoot ? { uid: unprivilegedId, gid: unprivilegedId } : {};
	const data = join(folder, 'data');
	const cluster = ['-D', data, '-A', 'trust', '-U', 'tomori', '--no-sync', '--locale=C.UTF-8', '-E', 'UTF8'];
	const created = spawnSync(join(programs, 'initdb'), cluster, { ...identity, encoding: 'utf8', cwd: folder });
	if (created.status !== 0) {
		rmSync(folder, { recursive: true, force: true });
		throw new Error(`initdb failed: ${created.stderr}`);
	}
	// Listening nowhere but on the socket, and without waiting for a disk whose contents nobody needs.
	const settings = ['listen_addresses=', 'fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];
	const args = ['-D', data, '-k', folder, ...settings.flatMap((setting) => ['-c', setting])];
	const launch = () => spawn(join(programs, 'postgres'), args, { ...identity, stdio: 'ignore', cwd: folder });
	let server = launch();
	const endWithUs = (): void => {
		server.kill('SIGQUIT');
	};
	const shutDown = async (): Promise<void> => {
		if (server.exitCode !== null) return;
		const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
		server.kill('SIGINT');
		await ended;
	};
	process.once('exit', endWithUs);
	await untilReady(folder, server);
	return {
		socketDir: folder,
		shutDown,
		startAgain: async () => {
			server = launch();
			await untilReady(folder, server);
		},
		stop: async () => {
			process.off('exit', endWithUs);
			await shutDown();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}
