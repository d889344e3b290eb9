/** Examples of how a persona talks, changed and removed. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { CommandUser } from '../support/bot-commands.ts';
import { BotWorld } from '../support/bot-world.ts';
import { FileUser } from '../support/command-files.ts';

let world: BotWorld;

beforeAll(async () => {
	world = await BotWorld.start();
});

afterEach(() => {
	expect(world.violations()).toEqual([]);
});

afterAll(() => world.stop());

/** A guild whose persona has no examples but those that a test adds. */
async function newGuild(name: string) {
	const place = await world.addGuild(name);
	const bo = world.discord.build.addUser(`bo.${name}`, { globalName: 'Bo' });
	world.discord.build.addMember(place.guild, bo);
	const owner = new CommandUser(world, place.ellen, place.channel);
	const files = new FileUser(world, place.ellen, place.channel);
	const card = JSON.stringify({ name: 'Rin', description: 'Rin sweeps.' });
	await files.send('persona import', { filename: 'rin.json', bytes: card });
	return { owner, files, member: new CommandUser(world, bo, place.channel) };
}

describe('/sample edit and remove', () => {
	test('the form shows the example, and the next prompt has what was sent', async () => {
		const { owner, files } = await newGuild('edit');
		await owner.fill('sample add', { user: 'Who are you?', answer: 'A fox.' });
		await owner.fill('sample add', { answer: '*sweeps*\n\nthe steps' });
		expect(await files.form('sample edit', { example: '1' })).toEqual({ user: 'Who are you?', answer: 'A fox.' });
		expect(await files.form('sample edit', { example: '2' })).toEqual({ user: '', answer: '*sweeps*\n\nthe steps' });
		expect(await owner.fill('sample edit', { user: '', answer: 'A 狐 🦊.' }, { example: '1' })).toBe(
			'The example is changed.',
		);
		const { generations } = await owner.talk('hello');
		expect(generations[0]?.prompt).toContain('A 狐 🦊.');
		expect(generations[0]?.prompt).not.toContain('Who are you?');
	});

	test('one goes, and the others move up', async () => {
		const { owner } = await newGuild('remove');
		for (const persona of ['First.', 'Second.', 'Third.']) await owner.fill('sample add', { answer: persona });
		expect(await owner.say('sample remove', { example: '2' })).toBe('Removed; Rin has 2 examples left.');
		expect(await owner.say('sample list')).toContain('**1**\nFirst.\n**2**\nThird.');
		expect(await owner.say('sample remove', { example: '2' })).toBe('Removed; Rin has 1 example left.');
	});

	test('what is not there, a blank answer and a member are refused', async () => {
		const { owner, member } = await newGuild('refused');
		await owner.fill('sample add', { answer: 'First.' });
		for (const example of ['0', '2', '-1', '1.0', 'first', '1e0']) {
			expect(await owner.say('sample remove', { example })).toContain('There is no such example of Rin');
			expect(await owner.say('sample edit', { example })).toContain('There is no such example of Rin');
		}
		expect(await owner.fill('sample edit', { answer: '  ' }, { example: '1' })).toContain(
			'needs what the persona answers',
		);
		expect(await member.say('sample remove', { example: '1' })).toContain('Manage Server');
		expect(await member.say('sample edit', { example: '1' })).toContain('Manage Server');
		expect(await owner.say('sample list')).toContain('First.');
	});

	test('another persona than the one in use is named, and members teach where they may', async () => {
		const { owner, member, files } = await newGuild('named');
		const alter = { persona: 'tomori' };
		await owner.fill('sample add', { answer: 'Only of Tomori.' }, alter);
		expect(await owner.say('sample list')).not.toContain('Only of Tomori.');
		const [, example = ''] = /\*\*(\d+)\*\*\nOnly of Tomori/.exec(await owner.say('sample list', alter)) ?? [];
		expect((await files.form('sample edit', { example, ...alter }))['answer']).toBe('Only of Tomori.');
		await owner.fill('sample edit', { answer: 'Still of Tomori.' }, { example, ...alter });
		expect(await owner.say('sample remove', { example, ...alter })).toContain('Removed; Tomori has');
		expect(await owner.say('sample list', { persona: 'Nobody_' })).toBe('There is no persona called Nobody\\_ here.');

		expect(await member.fill('sample add', { answer: 'Taught.' })).toContain('Manage Server');
		await owner.say('behavior set', { name: 'members_may_teach', value: 'on', scope: 'server' });
		expect(await member.fill('sample add', { answer: 'Taught.' })).toContain('Stored; Rin has 1 example now.');
		expect(await member.fill('lore add', { keys: 'tower', content: 'Red.' }, alter)).toContain('Stored with 1 key');
		expect(await member.say('sample remove', { example: '1' })).toContain('Manage Server');
	});

	test('examples are suggested by number and words, to nobody without Manage Server', async () => {
		const { owner, member } = await newGuild('suggested');
		expect(await owner.suggestions('sample edit', 'example')).toEqual([]);
		await owner.fill('sample add', { user: 'Hi', answer: 'First.' });
		await owner.fill('sample add', { answer: 'Second.' });
		expect(await owner.suggestions('sample remove', 'example')).toEqual([
			{ name: '1 · Hi – First.', value: '1' },
			{ name: '2 · Second.', value: '2' },
		]);
		expect(await owner.suggestions('sample edit', 'example', 'SECOND')).toEqual([{ name: '2 · Second.', value: '2' }]);
		expect(await member.suggestions('sample edit', 'example')).toEqual([]);
	});

	test.each([
		['ja', '例を変更しました。'],
		['pt-BR', 'O exemplo foi mudado.'],
	])('is answered in %s', async (locale, phrase) => {
		const { owner } = await newGuild(`lang-${locale}`);
		await owner.say('behavior set', { name: 'language', value: locale, scope: 'personal' });
		await owner.fill('sample add', { answer: 'First.' });
		expect(await owner.fill('sample edit', { answer: 'Other.' }, { example: '1' })).toBe(phrase);
	});
});
