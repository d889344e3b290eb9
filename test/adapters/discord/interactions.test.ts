import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DiscordConnection } from '#adapters/discord/connection';
import { StoreUnavailableError } from '#domain/store-unavailable-error';
import type { AppStateStore } from '#ports/app-state-store';
import type { Command, CommandAnswer, CommandInvocation, Subcommand } from '#ports/command';
import {
	connectTo,
	type RecordedLog,
	recordedLog,
	requestComplaints,
	startWorld,
	unhurried,
	WatchedClock,
} from './loopback.ts';

const words = (en: string) => ({ en, ja: `${en} (ja)`, 'pt-BR': `${en} (pt)` });
const internalError = words('Something broke.');
const formForgotten = words('Too old.');
const databaseUnavailable = words('The database is away.');
const shuttingDown = words('Back in a moment.');

let world: Awaited<ReturnType<typeof startWorld>>;
let connection: DiscordConnection;
let clock: WatchedClock;
let log: RecordedLog;
let runs: CommandInvocation[] = [];
let answer: () => Promise<CommandAnswer> = async () => ({ text: 'done' });

const subcommand = (name: string, change: Partial<Subcommand> = {}): Subcommand => ({
	name,
	description: words('Does it'),
	options: [],
	answer: 'private',
	run: (invocation) => {
		runs.push(invocation);
		return answer();
	},
	...change,
});

const text = { description: words('Text'), kind: 'string', required: false } as const;

const commands: readonly Command[] = [
	{
		name: 'key',
		description: words('Keys'),
		subcommands: [
			subcommand('list'),
			subcommand('stats', { answer: 'public' }),
			subcommand('set', {
				options: [
					{ ...text, name: 'scope' },
					{ ...text, name: 'key' },
				],
				modal: {
					title: words('Your key'),
					unlessGiven: 'key',
					fields: [
						{ name: 'key', label: words('Key'), style: 'short', required: true, lengthMax: 200 },
						{ name: 'note', label: words('Note'), style: 'paragraph', required: false, lengthMax: 200 },
					],
				},
			}),
			subcommand('pick', {
				options: [
					{ ...text, name: 'name', autocomplete: async ({ text: typed }) => suggest(typed) },
					{ ...text, name: 'card', kind: 'attachment' },
					{ ...text, name: 'whom', kind: 'user' },
				],
			}),
			subcommand('list', { group: { name: 'more', description: words('More keys') } }),
			subcommand('add', {
				group: { name: 'more', description: words('More keys') },
				options: [{ ...text, name: 'name' }],
			}),
		],
	},
	{
		name: 'zone',
		description: words('Zone'),
		subcommands: [subcommand('zone', { options: [{ ...text, name: 'value' }] })],
	},
];

async function suggest(typed: string) {
	if (typed === 'never') return new Promise<never>(() => {});
	if (typed === 'broken') throw new Error('no database');
	return Array.from({ length: 30 }, (_, index) => ({ name: `${typed} ${index}`, value: `v${index}` }));
}

function memoryState(): AppStateStore & { readonly values: Map<string, string> } {
	const values = new Map<string, string>();
	return {
		values,
		readState: async (key) => values.get(key) ?? null,
		writeState: async (key, value) => void values.set(key, value),
	};
}

const putsOfCommands = () =>
	world.server.requests.filter(({ method, path }) => method === 'PUT' && path.endsWith('/commands'));

beforeAll(async () => {
	world = await startWorld();
	clock = new WatchedClock();
	log = recordedLog();
	connection = await connectTo(world.server, { clock, log });
	await connection.registerCommands({ commands }, memoryState());
	connection.serveCommands({ commands }, { internalError, databaseUnavailable, formForgotten, shuttingDown });
});

afterAll(async () => {
	await Promise.all([connection.close(), clock.advance(60_000)]);
	expect(world.server.unknownRoutes).toEqual([]);
	expect(requestComplaints(world.server)).toEqual([]);
	await world.server.stop();
});

beforeEach(() => {
	world.server.faults.clear();
	runs = [];
	answer = async () => ({ text: 'done' });
});

const bo = () => world.server.as(world.bo);
const slash = (command: string, use = {}) => bo().slash(world.channel, command, use);

describe('registering', () => {
	test('S089 happens when the commands changed, and not otherwise', async () => {
		const state = memoryState();
		const before = putsOfCommands().length;
		expect(await connection.registerCommands({ commands }, state)).toEqual({ ok: true, value: 'registered' });
		expect(await connection.registerCommands({ commands }, state)).toEqual({ ok: true, value: 'unchanged' });
		expect(putsOfCommands().length).toBe(before + 1);
		expect(await connection.registerCommands({ commands: commands.slice(1) }, state)).toEqual({
			ok: true,
			value: 'registered',
		});
		expect(await connection.registerCommands({ commands }, state)).toEqual({ ok: true, value: 'registered' });
		expect([...world.server.world.commands.values()].map(({ name }) => name).sort()).toEqual(['key', 'zone']);
		expect([...state.values.keys()]).toEqual(['commands.sha256']);
	});

	test('that is refused is a failure and is tried again the next time', async () => {
		const state = memoryState();
		world.server.faults.add({ method: 'PUT', path: /\/commands$/, kind: 'error', status: 400, code: 50_035 });
		const refused = await connection.registerCommands({ commands }, state);
		expect(refused.ok || refused.error.code).toBe('discord-rejected');
		expect(await connection.registerCommands({ commands }, state)).toEqual({ ok: true, value: 'registered' });
	});
});

describe('a command', () => {
	test('S085 S086 is acknowledged before it runs, and answered in private', async () => {
		let acknowledgedFirst = false;
		const handle = slash('key list', { locale: 'ja' });
		answer = async () => {
			acknowledgedFirst = handle.acknowledged;
			return { text: 'No key <@1> @everyone', card: { title: 'Keys', fields: [{ name: 'a', value: 'b' }] } };
		};
		const response = await handle.response();
		expect(acknowledgedFirst).toBe(true);
		expect(handle.ephemeral).toBe(true);
		expect(response.content).toBe('No key <@1> @everyone');
		expect(response.embeds).toMatchObject([{ title: 'Keys', fields: [{ name: 'a', value: 'b' }] }]);
		expect(handle.record.original?.allowedMentions).toMatchObject({ parse: [] });
		expect(runs[0]?.place).toEqual({
			guildId: world.guild.id,
			channelId: world.channel.id,
			userId: world.bo.id,
			userDisplayName: 'Bobby',
			canManage: false,
			canModerate: false,
			canWrite: true,
			userLocale: 'ja',
			guildLocale: 'en',
		});
	});

	test('with a public answer shows it to everyone', async () => {
		const handle = slash('key stats');
		await handle.response();
		expect(handle.ephemeral).toBe(false);
		const read = await connection.surface.readMessages({ channelId: world.channel.id, limit: 1 }, unhurried);
		expect(read.ok && read.value[0]).toMatchObject({ content: 'done', noticeKind: 'command' });
	});

	test('knows who may manage the server, and that everyone may manage their direct messages', async () => {
		const owner = world.server.as(world.server.world.application.owner);
		await owner.slash(world.channel, 'key list').response();
		await bo().slash(world.build.openDm(world.bo), 'key list').response();
		expect(runs.map(({ place }) => [place.guildId, place.canManage])).toEqual([
			[world.guild.id, true],
			[null, true],
		]);
	});

	test('in a group is found behind the name of its group, and a person who is picked comes as an id', async () => {
		const before = runs.length;
		await bo()
			.slash(world.channel, 'key more add', { options: { name: 'x' } })
			.response();
		await bo().slash(world.channel, 'key more list').response();
		await bo()
			.slash(world.channel, 'key pick', { options: { whom: world.bo } })
			.response();
		const given = runs.slice(before).map(({ values }) => Object.fromEntries(values));
		expect(given).toEqual([{ name: 'x' }, {}, { whom: world.bo.id }]);
	});

	test('without subcommands gets its options', async () => {
		await slash('zone', { options: { value: 'Europe/Berlin' } }).response();
		expect(runs[0]?.values).toEqual(new Map([['value', 'Europe/Berlin']]));
	});

	test('gets the files that came with it', async () => {
		const card = { filename: 'card.png', contentType: 'image/png', bytes: new Uint8Array(5) };
		await slash('key pick', { options: { name: 'x', card } }).response();
		expect(runs[0]?.values).toEqual(new Map([['name', 'x']]));
		expect(runs[0]?.attachments.get('card')).toMatchObject({ fileName: 'card.png', sizeBytes: 5 });
		expect(runs[0]?.attachments.get('card')?.url).toContain('card.png');
	});

	test('that breaks is answered with one sentence in the asker’s language, and logged', async () => {
		answer = async () => {
			throw new Error('a bug');
		};
		const handle = slash('key list', { locale: 'pt-BR' });
		expect((await handle.response()).content).toBe('Something broke. (pt)');
		expect(log.lines.at(-1)).toMatchObject({ level: 'error', fields: { subcommand: 'list', detail: 'a bug' } });
	});

	test('with a long answer gets follow-ups, private ones too', async () => {
		answer = async () => ({ text: Array.from({ length: 900 }, (_, index) => `line ${index}`).join('\n') });
		const handle = slash('key list');
		const first = await handle.response();
		const last = await handle.followUp(3);
		expect(first.content.startsWith('line 0\n')).toBe(true);
		expect(last.content.endsWith('line 899')).toBe(true);
		expect(handle.record.followUps.every(({ ephemeralTo }) => ephemeralTo === world.bo.id)).toBe(true);
		expect(handle.record.followUps.every(({ allowedMentions }) => allowedMentions?.parse?.length === 0)).toBe(true);
	});

	test('S093 that finds the database away says so', async () => {
		answer = async () => {
			throw new StoreUnavailableError('readScopes', 'ECONNREFUSED');
		};
		const handle = slash('key list', { locale: 'pt-BR' });
		expect((await handle.response()).content).toBe('The database is away. (pt)');
		expect(log.lines.at(-1)).toMatchObject({ level: 'warn', message: 'a command found the database away' });
	});

	test('that is no longer known is answered too', async () => {
		const old: Command = { name: 'old', description: words('Old'), subcommands: [subcommand('old')] };
		await connection.registerCommands({ commands: [...commands, old] }, memoryState());
		const handle = slash('old');
		await connection.registerCommands({ commands }, memoryState());
		expect((await handle.response()).content).toBe('Something broke.');
	});
});

describe('a modal', () => {
	test('opens instead of a command, in the asker’s language, and brings its fields and options', async () => {
		const opened = slash('key set', { options: { scope: 'server' }, locale: 'ja' });
		const callback = await opened.callback();
		expect(callback.type).toBe(9);
		expect(callback.data['title']).toBe('Your key (ja)');
		expect(runs).toEqual([]);
		const submitted = bo().submitModal(opened, { key: 'pst-secret', note: '' });
		expect((await submitted.response()).content).toBe('done');
		expect(submitted.ephemeral).toBe(true);
		expect(runs[0]?.values).toEqual(
			new Map([
				['scope', 'server'],
				['key', 'pst-secret'],
			]),
		);
	});
});

test('a modal stays shut where its option was given', async () => {
	const given = slash('key set', { options: { key: 'pst-given' } });
	expect((await given.response()).content).toBe('done');
	expect(runs[0]?.values).toEqual(new Map([['key', 'pst-given']]));
});

describe('autocompletion', () => {
	const complete = (name: string) =>
		bo().autocomplete(world.channel, 'key pick', { options: { name }, focused: 'name' });

	test('gives at most 25 suggestions', async () => {
		const choices = await complete('ne').choices();
		expect(choices.length).toBe(25);
		expect(choices[0]).toEqual({ name: 'ne 0', value: 'v0' });
	});

	test('gives none when they come too late or break', async () => {
		const late = complete('never');
		await expect.poll(clock.delays, { timeout: 5000 }).toEqual([1000]);
		clock.advance(1000);
		expect(await late.choices()).toEqual([]);
		expect(await complete('broken').choices()).toEqual([]);
	});
});

describe('an acknowledgement', () => {
	const callbacks = /\/callback$/;
	const logged = (words: string) => log.lines.filter(({ message }) => message.includes(words)).length;

	test.each([
		[10_062, 'could not be acknowledged'],
		[40_060, 'another process has acknowledged'],
	])('that is refused with %i ends the matter quietly, without running', async (code, told) => {
		const before = logged(told);
		world.server.faults.add({ path: callbacks, kind: 'error', status: 404, code });
		slash('key list');
		await world.server.until(() => logged(told) === before + 1);
		expect(runs).toEqual([]);
		await slash('key list').response();
		expect(runs.length).toBe(1);
	});

	test('whose own answer was lost counts as given', async () => {
		world.server.faults.add({ path: callbacks, kind: 'dropped-answer' });
		expect((await slash('key list').response()).content).toBe('done');
		expect(runs.length).toBe(1);
	});

	test('is tried again when it never arrived', async () => {
		world.server.faults.add({ path: callbacks, kind: 'refuse', times: 2 });
		expect((await slash('key list').response()).content).toBe('done');
	});
});

test('S057 a follow-up whose answer was lost is not posted twice', async () => {
	answer = async () => ({ text: 'word '.repeat(600) });
	world.server.faults.add({ method: 'POST', path: /^\/webhooks\//, kind: 'dropped-answer' });
	const handle = slash('key list');
	await handle.followUp(1);
	await world.server.until(() => log.lines.some(({ message }) => message.includes('could not be delivered')));
	expect(handle.record.followUps.length).toBe(1);
});

test('closing the connection calls off what still runs', async () => {
	const { server, channel, bo: asker } = await startWorld();
	const other = await connectTo(server);
	const running: AbortSignal[] = [];
	const run = ({ signal }: CommandInvocation) =>
		new Promise<CommandAnswer>((finish) => {
			running.push(signal);
			signal.addEventListener('abort', () => finish({ text: 'called off' }));
		});
	const waiting: Command = { name: 'zone', description: words('Zone'), subcommands: [subcommand('zone', { run })] };
	await other.registerCommands({ commands: [waiting] }, memoryState());
	other.serveCommands({ commands: [waiting] }, { internalError, databaseUnavailable, formForgotten, shuttingDown });
	server.as(asker).slash(channel, 'zone');
	await server.until(() => running.length === 1);
	await other.close();
	expect(running[0]?.aborted).toBe(true);
	await server.stop();
});
