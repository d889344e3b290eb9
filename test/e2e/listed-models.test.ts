/** What is suggested as the model of an endpoint: what the endpoint lists, to those who may ask it. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type OpenaiServer, startOpenaiServer } from '#playground/openai-server/start-openai-server';
import { CommandUser } from '../support/bot-commands.ts';
import { BotWorld } from '../support/bot-world.ts';

let server: OpenaiServer;
let world: BotWorld;

beforeAll(async () => {
	server = startOpenaiServer({ models: { llama: 8_192, 'llama-vision': 8_192, mistral: 8_192 }, keys: ['sk-1'] });
	world = await BotWorld.start();
});

afterEach(() => {
	expect([server.violations, server.unknownRoutes, world.violations()]).toEqual([[], [], []]);
});

afterAll(async () => {
	await world.stop();
	await server.stop();
});

/** The application's owner and Bo, who manages the guild as well but owns no application. */
function newPlace(name: string) {
	const { owner } = world.discord.world.application;
	const bo = world.discord.build.addUser(`bo.${name}`, { globalName: 'Bo' });
	const guild = world.discord.build.addGuild(name, { owner: bo });
	world.discord.build.addMember(guild, owner);
	const channel = world.discord.build.addChannel(guild, 'general');
	return { owner: new CommandUser(world, owner, channel), bo: new CommandUser(world, bo, channel) };
}

const namesOf = async (user: CommandUser, command: string, given: Readonly<Record<string, string>>) =>
	(await user.suggestions(command, 'model', given)).map(({ value }) => value);

test('are suggested once the address is known, with the key that its host was given', async () => {
	const { owner } = newPlace('listed');
	const personal = { scope: 'personal', base_url: server.url };
	expect(await namesOf(owner, 'provider add', { scope: 'personal' })).toEqual([]);
	expect(await namesOf(owner, 'provider add', { ...personal, base_url: 'no address' })).toEqual([]);
	// Without a key the endpoint tells nobody.
	expect(await namesOf(owner, 'provider add', personal)).toEqual([]);
	expect(await namesOf(owner, 'provider add', { ...personal, model: 'own' })).toEqual(['own']);
	await owner.fill('provider add', { key: 'sk-1' }, { ...personal, name: 'home', model: 'llama' });
	const before = server.requests.length;
	expect(await namesOf(owner, 'provider edit', { name: 'home', scope: 'personal' })).toEqual([
		'llama',
		'llama-vision',
		'mistral',
	]);
	expect(await namesOf(owner, 'provider edit', { name: 'home', scope: 'personal', model: 'LLAMA' })).toEqual([
		'LLAMA',
		'llama',
		'llama-vision',
	]);
	// A further model of the same host is asked for with the key that it has.
	expect(await namesOf(owner, 'provider add', { ...personal, model: 'vision' })).toEqual(['vision', 'llama-vision']);
	expect(server.requests.slice(before).map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /v1/models']);
	await owner.say('provider remove', { name: 'home', scope: 'personal' });
});

test('are asked of private addresses by nobody but the application’s owner, and of stored ones by who may store them', async () => {
	const { owner, bo } = newPlace('private');
	const before = server.requests.length;
	expect(await namesOf(bo, 'provider add', { scope: 'server', base_url: server.url })).toEqual([]);
	expect(await namesOf(bo, 'provider add', { scope: 'personal', base_url: server.url })).toEqual([]);
	// The owner of the application manages nothing here.
	expect(await namesOf(owner, 'provider add', { scope: 'server', base_url: server.url })).toEqual([]);
	expect(server.requests.length).toBe(before);
});
