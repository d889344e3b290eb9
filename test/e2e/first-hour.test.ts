/** The first hour of somebody who follows README, from an empty database to a conversation with a character of a card; only what Discord shows is looked at. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { APIMessage } from 'discord-api-types/v10';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { componentIds } from '#playground/discord-server/sent-components';
import { answerText, CommandUser } from '../support/bot-commands.ts';
import { BotWorld, GLM_AVAILABLE, OTHER_KEY, textOf } from '../support/bot-world.ts';

const README = readFileSync(join(import.meta.dirname, '..', '..', 'README.md'), 'utf8');

/** A card as people find them, with lore of its own. */
const CARD = {
	spec: 'chara_card_v3',
	spec_version: '3.0',
	data: {
		name: 'Captain Vesper',
		description: '{{char}} sails the airship Merlin and trusts nobody at first.',
		personality: 'Dry, brave, fond of maps.',
		first_mes: 'Mind the ropes, {{user}}.',
		mes_example: '<START>\n{{user}}: Where to?\n{{char}}: Where the wind is rude.',
		tags: ['airship'],
		creator: 'a test',
		character_book: {
			entries: [
				{
					keys: ['Merlin'],
					content: 'The Merlin is an airship with one bad engine.',
					enabled: true,
					insertion_order: 10,
					extensions: {},
				},
				{
					keys: [],
					content: 'The sky has no sea below it.',
					enabled: true,
					constant: true,
					insertion_order: 1,
					extensions: {},
				},
			],
			extensions: {},
		},
		extensions: {},
	},
};

let world: BotWorld;

beforeAll(async () => {
	// Nobody has given a key yet: README has it given on Discord.
	world = await BotWorld.start({ NOVELAI_API_KEY: '' });
});

afterAll(async () => {
	expect(world.violations()).toEqual([]);
	await world.stop();
});

/** What README tells a new user to do on Discord. */
function steps(): string {
	const from = README.indexOf('## On Discord in five minutes');
	return README.slice(from, README.indexOf('###', from));
}

test('README leads from an invitation to a conversation with an imported character and its lore', async () => {
	const { discord } = world;
	const ellen = discord.build.addUser('ellen.first', { globalName: 'Ellen' });

	// 2. Invite it: it says hello by itself, and how to go on.
	const guild = discord.build.addGuild('Tea House', {
		owner: ellen,
		channels: ['rules', 'lounge'],
		systemChannel: 'lounge',
	});
	const lounge = discord.world.channelsOf(guild.id, 'channels').find(({ name }) => name === 'lounge');
	if (!lounge) throw new Error('there is no lounge');
	const greeting = await discord.until(() => world.saidIn(lounge)[0], 10_000);
	expect(textOf(greeting)).toContain('/setup');

	// Talking before there is a key is answered with what is missing.
	expect(textOf(await world.ask(ellen, lounge, `${world.mention} hello?`))).toContain('/key set');

	// 4. Set it up, on the one private panel that /setup opens.
	expect(steps()).toContain('/setup');
	const opened = discord.as(ellen).slash(lounge, 'setup');
	await opened.response(10_000);
	const panel = opened.record.original;
	if (panel === null) throw new Error('there is no panel');
	const press = async (id: string, values?: readonly string[]): Promise<string> => {
		const actor = discord.as(ellen);
		const used = values ? actor.select(panel.message, id, values) : actor.button(panel.message, id);
		return answerText(await used.response(10_000));
	};
	const form = discord.as(ellen).button(panel.message, 'setup:key:form');
	await form.callback();
	const stored: APIMessage = await discord.as(ellen).submitModal(form, { key: OTHER_KEY }).response(10_000);
	expect(answerText(stored)).toContain('✅');
	if (GLM_AVAILABLE) await press('setup:persona:show');
	else await press('setup:model:choose', ['kayra-v1']);
	for (const step of ['language', 'channels', 'done']) await press(`setup:${step}:show`);
	expect(answerText(panel.message)).toContain('All set');
	expect(componentIds(panel.message.components ?? [])).toEqual(['setup:channels:show']);

	// 5. Talk.
	expect(textOf(await world.ask(ellen, lounge, `${world.mention} hello again`))).not.toContain('/key set');

	// A character of one's own, with what it knows.
	const asEllen = new CommandUser(world, ellen, lounge);
	const file = { filename: 'vesper.json', bytes: JSON.stringify(CARD) };
	expect(await asEllen.say('persona import', { file })).toContain('Captain Vesper');
	await asEllen.say('persona switch', { name: 'Captain Vesper' });
	expect(await asEllen.say('persona show')).toContain('Captain Vesper');
	expect(await asEllen.say('lore list')).toContain('Merlin');
	expect(await asEllen.say('lore test', { text: 'What about the Merlin?' })).toContain('one bad engine');
	world.novelai.scripts.queue({ text: ' The Merlin still flies, mostly.' });
	const answer = await world.ask(ellen, lounge, `${world.mention} does the Merlin still fly?`);
	expect(textOf(answer)).toBe('The Merlin still flies, mostly.');
	expect(await asEllen.say('context')).toContain('Lore');
	expect(await asEllen.say('stats')).toMatch(/Ellen ↔ .*Captain Vesper \d/);
}, 60_000);

test('every command that README names is offered', () => {
	const offered = new Set([...world.discord.world.commands.values()].map(({ name }) => name));
	const named = [...README.matchAll(/`\/([a-z-]+)[` ]/g)].map(([, name = '']) => name);
	expect(named.length).toBeGreaterThan(20);
	expect([...new Set(named)].filter((name) => !offered.has(name))).toEqual([]);
});
