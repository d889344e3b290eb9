/** Personas whose names are Markdown, very long, or both: no answer is formatted by them, and forms find them again. */
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

const ODD_NAME = '**Mio** ||x||';

/** Every command whose answer names a persona, the one in use or one that is not there. */
const COMMANDS: readonly (readonly [string, Options])[] = [
	['persona list', {}],
	['persona show', {}],
	['persona show', { name: '**no** one' }],
	['persona switch', { name: ODD_NAME }],
	['persona switch', { name: '**no** one' }],
	['persona export', { name: ODD_NAME }],
	['persona remove', { name: ODD_NAME }],
	['memory add', { text: 'Tea at five.' }],
	['sample list', {}],
	['sample remove', { example: '1' }],
	['sample remove', { example: '1', persona: '**no** one' }],
	['lore list', { persona: '**no** one' }],
	['block user', { user: { id: '1000' } }],
	['block user', { user: { id: '1000' }, kind: 'mute' }],
	['block user', { user: { id: '1000' }, persona: '**no** one' }],
	['block list', {}],
	['block list', { persona: '**no** one' }],
	['block unblock', { user: '1000' }],
	['block unblock', { user: '1000' }],
	['block unblock', { user: '1000', persona: '**no** one' }],
	['behavior set', { name: 'persona_prompt', value: 'Sing.', persona: ODD_NAME }],
	['behavior set', { name: 'persona_prompt', value: 'Sing.', persona: '**no** one' }],
	['reward', { text: 'singing' }],
	['respond', { persona: '**no** one' }],
	['prompt export', { persona: ODD_NAME }],
];

test('S025 a name that is Markdown formats no answer', async () => {
	const { ellen, guild, channel } = await world.addGuild('markdown');
	const bo = world.discord.build.addUser('bo.markdown', { globalName: 'Bo' });
	world.discord.build.addMember(guild, bo);
	const owner = new CommandUser(world, ellen, channel);
	await owner.fill('persona create', { name: ODD_NAME, personality: 'Mio is calm.' }, { main: 'yes' });
	expect(await owner.fill('sample add', { user: 'hi', answer: 'yo' })).not.toContain('**Mio');
	for (const [command, given] of COMMANDS) {
		const options = 'user' in given && typeof given['user'] === 'object' ? { ...given, user: { id: bo.id } } : given;
		const named = options['user'] === '1000' ? { ...options, user: bo.id } : options;
		const handle = world.discord.as(ellen).slash(channel, command, { options: named });
		const message = await handle.response(10_000);
		const shown = [message.content, ...message.embeds.map(({ description }) => description ?? '')].join('\n');
		expect(shown, `/${command}`).not.toMatch(/\*\*Mio|\|\|x|\*\*no\*\*/);
		expect(answerText(message), `/${command}`).not.toContain('Something went wrong');
	}
});

test('a long list of Markdown still says which page it is', async () => {
	const { ellen, channel } = await world.addGuild('pages');
	const owner = new CommandUser(world, ellen, channel);
	for (let number = 0; number < 11; number += 1) {
		const text = `${number} ${'*_'.repeat(400)}`;
		await owner.say('memory add', { text, tags: '#'.concat('*'.repeat(30)) });
	}
	expect(await owner.say('memory list')).toMatch(/Page 1 of 2 \(11\)$/);
	expect(await owner.say('memory list', { page: '99' })).toMatch(/Page 2 of 2 \(11\)$/);
});

test('a form that was opened before a restart finds its persona, or says that it was forgotten', async () => {
	const { ellen, channel } = await world.addGuild('restart');
	const owner = new CommandUser(world, ellen, channel);
	const longName = 'Mio '.repeat(20).trim();
	for (const name of ['Rin', longName]) await owner.fill('persona create', { name, personality: 'Calm.' });
	const actor = world.discord.as(ellen);
	const opened = ['Rin', longName].map((name) => actor.slash(channel, 'persona edit', { options: { name } }));
	for (const form of opened) expect((await form.callback()).type).toBe(9);
	await world.stopBot();
	await world.startBot();
	const answers: string[] = [];
	for (const form of opened) {
		const sent = actor.submitModal(form, { 'new-name': 'Kai', personality: 'Loud.' });
		answers.push(answerText(await sent.response(10_000)));
	}
	expect(answers[0]).toContain('Kai');
	expect(answers[1]).toContain('Please give the command again.');
	expect(await owner.say('persona show', { name: longName })).toContain('Calm.');
});
