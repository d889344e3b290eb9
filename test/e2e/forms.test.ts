/** Forms open for those who may send them; nobody writes a page, or a key, only to be refused. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { answerText, CommandUser, type Options } from '../support/bot-commands.ts';
import { BotWorld } from '../support/bot-world.ts';

let world: BotWorld;

beforeAll(async () => {
	world = await BotWorld.start();
});

afterEach(() => {
	expect(world.violations()).toEqual([]);
});

afterAll(() => world.stop());

/** Kinds of a first response. */
const MESSAGE = 4;
const FORM = 9;

const provider = { name: 'home', base_url: 'https://example.org/v1', model: 'm' };

/** Commands that open a form, with the options that make them the server's. */
const FORMS: readonly (readonly [string, Options])[] = [
	['persona create', {}],
	['persona edit', {}],
	['persona trigger', {}],
	['persona attg', {}],
	['sample add', {}],
	['sample edit', { example: '1' }],
	['lore add', {}],
	['behavior set', { name: 'system_prompt' }],
	['key set', { scope: 'server' }],
	['key add', { scope: 'server' }],
	['provider add', { ...provider, scope: 'server' }],
];

test('a member is told at once what is missing, and whoever manages the server gets the form', async () => {
	const { ellen, guild, channel } = await world.addGuild('forms');
	const bo = world.discord.build.addUser('bo.forms', { globalName: 'Bo' });
	world.discord.build.addMember(guild, bo);
	await new CommandUser(world, ellen, channel).say('persona show');
	for (const [command, options] of FORMS) {
		const refused = world.discord.as(bo).slash(channel, command, { options });
		expect((await refused.callback()).type, `/${command} of a member`).toBe(MESSAGE);
		expect(refused.ephemeral, `/${command}`).toBe(true);
		expect(answerText(await refused.response())).toContain('That needs the Manage Server permission.');
		const opened = world.discord.as(ellen).slash(channel, command, { options });
		expect((await opened.callback()).type, `/${command} of the owner`).toBe(FORM);
	}
});

test('what is a member’s own, or what members may teach, they get the form for', async () => {
	const { ellen, guild, channel } = await world.addGuild('own forms');
	const bo = world.discord.build.addUser('bo.own', { globalName: 'Bo' });
	world.discord.build.addMember(guild, bo);
	await new CommandUser(world, ellen, channel).say('behavior set', { name: 'members_may_teach', value: 'yes' });
	const own: readonly (readonly [string, Options])[] = [
		['sample add', {}],
		['lore add', {}],
		['key set', {}],
		['provider add', provider],
		['behavior set', { name: 'impersonation_prompt' }],
	];
	for (const [command, options] of own) {
		const opened = world.discord.as(bo).slash(channel, command, { options });
		expect((await opened.callback()).type, `/${command}`).toBe(FORM);
	}
});
