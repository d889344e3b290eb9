/** Commands at shutdown. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DiscordConnection } from '#adapters/discord/connection';
import type { CommandAnswer, Subcommand } from '#ports/command';
import { connectTo, requestComplaints, startWorld } from './loopback.ts';

const words = (text: string) => ({ en: text, ja: text, 'pt-BR': `${text} (pt)` });

let world: Awaited<ReturnType<typeof startWorld>>;
let connection: DiscordConnection;
let answer: () => Promise<CommandAnswer> = async () => ({ text: 'done' });

beforeAll(async () => {
	world = await startWorld();
	connection = await connectTo(world.server);
	const zone: Subcommand = {
		name: 'zone',
		description: words('Zone'),
		answer: 'private',
		options: [
			{
				name: 'value',
				description: words('Value'),
				kind: 'string',
				required: false,
				autocomplete: async () => [{ name: 'UTC', value: 'UTC' }],
			},
		],
		run: () => answer(),
	};
	const commands = [{ name: 'zone', description: words('Zone'), subcommands: [zone] }];
	const state = { readState: async () => null, writeState: async () => {} };
	await connection.registerCommands({ commands }, state);
	connection.serveCommands(
		{ commands },
		{
			internalError: words('broken'),
			databaseUnavailable: words('away'),
			shuttingDown: words('soon'),
			formForgotten: words('old'),
		},
	);
});

afterAll(async () => {
	await connection.close();
	expect(requestComplaints(world.server)).toEqual([]);
	await world.server.stop();
});

test('those that run may finish, and whoever comes later is told in their language at once', async () => {
	const slow = Promise.withResolvers<CommandAnswer>();
	answer = () => slow.promise;
	const bo = world.server.as(world.bo);
	const running = bo.slash(world.channel, 'zone');
	await running.callback();
	const deadline = new AbortController();
	let isStopped = false;
	const stopped = connection.stopCommands(deadline.signal).then(() => {
		isStopped = true;
	});
	const late = bo.slash(world.channel, 'zone', { locale: 'pt-BR' });
	expect((await late.response()).content).toBe('soon (pt)');
	const typed = bo.autocomplete(world.channel, 'zone', { options: { value: 'U' }, focused: 'value' });
	expect(await typed.choices()).toEqual([]);
	expect(isStopped).toBe(false);
	slow.resolve({ text: 'in time' });
	expect((await running.response()).content).toBe('in time');
	await stopped;
});

test('what does not finish in time is not waited for', async () => {
	await connection.stopCommands(AbortSignal.abort());
	expect((await world.server.as(world.bo).slash(world.channel, 'zone').response()).content).toBe('soon');
});
