/** Lore that is changed, removed, tried out, brought and taken, as people do it. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { CommandUser, type Options } from '../support/bot-commands.ts';
import { BotWorld } from '../support/bot-world.ts';
import { FileUser } from '../support/command-files.ts';

let world: BotWorld;

beforeAll(async () => {
	world = await BotWorld.start({ LORE_ACTIVATION_CHAR_BUDGET: '100' });
});

afterEach(() => {
	expect(world.violations()).toEqual([]);
});

afterAll(() => world.stop());

async function newGuild(name: string) {
	const place = await world.addGuild(name);
	const bo = world.discord.build.addUser(`bo.${name}`, { globalName: 'Bo' });
	world.discord.build.addMember(place.guild, bo);
	const owner = new CommandUser(world, place.ellen, place.channel);
	const files = new FileUser(world, place.ellen, place.channel);
	const add = async (content: string, keys: string, options: Options = {}): Promise<string> => {
		await owner.fill('lore add', { keys, content }, options);
		const [, id] = /\*\*(\d+)\*\*[^*]*$/.exec(await owner.say('lore list', { page: '99' })) ?? [];
		return id ?? '';
	};
	const book = (entries: unknown) => ({ filename: 'world.json', bytes: JSON.stringify({ entries }) });
	return { ...place, bo, owner, files, add, book, member: new CommandUser(world, bo, place.channel) };
}

const promptOf = async (user: CommandUser, text: string): Promise<string> =>
	(await user.talk(text)).generations[0]?.prompt ?? '';

describe('/lore edit', () => {
	test('the form shows what is stored, and what is sent is what comes up', async () => {
		const { owner, files, add } = await newGuild('edit');
		const entry = await add('The tower is red.', 'tower, 塔');
		expect(await files.form('lore edit', { entry })).toEqual({
			title: '',
			keys: 'tower\n塔',
			secondary: '',
			content: 'The tower is red.',
			more: '',
		});
		const fields = { title: 'Bridge', keys: 'bridge', secondary: 'river', content: 'The bridge is “green” 🌉.' };
		expect(await owner.fill('lore edit', fields, { entry, logic: 'not-any' })).toBe('The entry is changed.');
		expect(await promptOf(owner, 'that tower')).not.toContain('green');
		expect(await promptOf(owner, 'the bridge')).toContain('The bridge is “green” 🌉.');
		expect(await promptOf(owner, 'the bridge over the river')).not.toContain('green');
	});

	test('every option changes its own part and nothing else', async () => {
		const { owner, files, add } = await newGuild('options');
		const entry = await add('Red.', 'tower');
		const options = {
			...{ always_on: 'yes', enabled: 'no', position: 'after', logic: 'and-all', whole_words: 'no' },
			...{ case_sensitive: 'yes', patterns: 'yes', order: '-7', scan_depth: '3' },
		};
		await owner.fill('lore edit', { keys: 'tower', content: 'Red.' }, { entry, ...options });
		const first = async () =>
			(JSON.parse((await files.fetch('lore export')).bytes.toString()) as { entries: Record<string, object> }).entries[
				'0'
			];
		expect(await first()).toMatchObject({
			...{ key: ['tower'], content: 'Red.', constant: true, disable: true, position: 1, selectiveLogic: 3 },
			...{ matchWholeWords: false, caseSensitive: true, useRegex: true, order: -7, scanDepth: 3 },
		});
		await owner.fill('lore edit', { keys: 'tower', content: 'Red.' }, { entry, enabled: 'yes', scan_depth: 'default' });
		expect(await first()).toMatchObject({ constant: true, disable: false, order: -7, scanDepth: null });
	});

	test('a long content fills two fields and comes back as it was, as do keys that a form cannot hold', async () => {
		const { owner, files, book } = await newGuild('long');
		const content = `${'Line of lore, quite long.\n\n  '.repeat(250)}end 🗼`;
		const key = Array.from({ length: 50 }, (_, index) => `${'k'.repeat(190)}, ${index}`);
		await files.send('lore import', book([{ key, content, comment: 'Long' }]));
		const [, entry = ''] = /\*\*(\d+)\*\*/.exec(await owner.say('lore list')) ?? [];
		const shown = await files.form('lore edit', { entry });
		expect(shown['content']?.length).toBeLessThanOrEqual(4_000);
		expect(shown['more']?.length).toBeGreaterThan(1_000);
		expect(await owner.fill('lore edit', shown, { entry, order: '5' })).toBe('The entry is changed.');
		const { bytes } = await files.fetch('lore export');
		const { entries } = JSON.parse(bytes.toString()) as { entries: Record<string, unknown> };
		expect(entries['0']).toMatchObject({ key, content, comment: 'Long', order: 5 });
	});

	test('what is missing, too much or no number is refused, and nothing changes', async () => {
		const { owner, member, files, add } = await newGuild('edit-refused');
		const entry = await add('Red.', 'tower');
		const edit = (fields: Readonly<Record<string, string>>, options: Options = {}) =>
			owner.fill('lore edit', { keys: 'tower', content: 'Red.', ...fields }, { entry, ...options });
		expect(await edit({ keys: '' })).toContain('needs a key');
		expect(await edit({ content: '  ' })).toContain('needs a content');
		expect(await edit({ content: 'x'.repeat(4_000), more: 'y'.repeat(4_000) })).toContain('at most 8,000 characters');
		expect(await edit({ keys: 'k'.repeat(201) })).toContain('at most 50 keys of 200 characters');
		for (const order of ['many', '1.5', '1000001']) {
			expect(await edit({}, { order })).toBe(
				'`order` takes a whole number from -1,000,000 to 1,000,000; nothing was changed.',
			);
		}
		expect(await edit({}, { scan_depth: '0' })).toContain('from 1 to 100');
		expect(await owner.say('lore edit', { entry: '999999' })).toContain('There is no such entry here');
		expect(await owner.say('lore edit', { entry: 'tower' })).toContain('There is no such entry here');
		expect(await member.say('lore edit', { entry })).toContain('Manage Server');
		expect((await files.form('lore edit', { entry }))['content']).toBe('Red.');
	});
});

describe('/lore remove', () => {
	test('an entry goes once, and only with Manage Server', async () => {
		const { owner, member, add } = await newGuild('remove');
		const entry = await add('Red.', 'tower');
		expect(await member.say('lore remove', { entry })).toContain('Manage Server');
		expect(await promptOf(owner, 'tower')).toContain('Red.');
		expect(await owner.say('lore remove', { entry })).toBe('The entry is removed.');
		expect(await owner.say('lore remove', { entry })).toContain('There is no such entry here');
		expect(await promptOf(owner, 'tower')).not.toContain('Red.');
	});

	test("another server's entry is not there", async () => {
		const there = await newGuild('elsewhere');
		const entry = await there.add('Red.', 'tower');
		const { owner } = await newGuild('here');
		expect(await owner.say('lore remove', { entry })).toContain('There is no such entry here');
		expect(await there.owner.say('lore list')).toContain('Red.');
	});

	test.each([0, 1, 25, 26])(
		'%i entries are suggested, 25 at most, and to nobody without Manage Server',
		async (count) => {
			const { owner, member, files, book } = await newGuild(`suggest-${count}`);
			const entries = Array.from({ length: count }, (_, index) => ({
				key: [`tower ${index}`],
				content: `Red ${index}`,
			}));
			await files.send('lore import', book(entries));
			const all = await owner.suggestions('lore remove', 'entry');
			expect(all.length).toBe(Math.min(25, count));
			for (const { name } of all) expect(name).toMatch(/^\d+ · tower \d+ – Red \d+$/);
			expect((await owner.suggestions('lore edit', 'entry', 'RED 0')).length).toBe(Math.min(1, count));
			expect(await owner.suggestions('lore edit', 'entry', 'blue')).toEqual([]);
			expect(await member.suggestions('lore remove', 'entry')).toEqual([]);
		},
	);
});

describe('lore of another persona than the one in use', () => {
	test('is added, listed, suggested, tried out, exported and removed by its name', async () => {
		const { owner, files, add } = await newGuild('named');
		const card = JSON.stringify({ name: 'Rin', description: 'Rin sweeps.' });
		const alter = { persona: 'Tomori' };
		await add('Red.', 'tower', alter);
		await files.send('persona import', { filename: 'rin.json', bytes: card });
		expect(await owner.say('lore list')).toContain('none');
		const [, entry = ''] = /\*\*(\d+)\*\* · tower · This persona/.exec(await owner.say('lore list', alter)) ?? [];
		expect(await owner.say('lore test', { text: 'tower', ...alter })).toContain('Red.');
		expect(await owner.say('lore test', { text: 'tower' })).not.toContain('Red.');
		expect((await files.fetch('lore export', alter)).fileName).toBe('Tomori-lorebook.json');
		expect((await files.form('lore edit', { entry, ...alter }))['content']).toBe('Red.');
		expect(await owner.say('lore remove', { entry })).toContain('There is no such entry here');
		expect(await owner.say('lore remove', { entry, ...alter })).toBe('The entry is removed.');
	});
});

describe('/lore test', () => {
	test('names what a text brings up, what has no room, and keys that cannot be searched for', async () => {
		const { owner, member, add } = await newGuild('test');
		await add('Red and very high, with a lamp on top of it, and a door.', 'tower');
		await add('Also a tower: wider than the other one by some, and blue too.', 'tower');
		await add('Rain.', '', { always_on: 'yes' });
		await add('Never.', '/(?=x)/');
		const told = await owner.say('lore test', { text: 'The TOWER?' });
		expect(told).toMatch(/always on\n> Rain\.\n\*\*\d+\*\* · tower\n> Red/);
		expect(told).toMatch(/tower · no room left\n> Also/);
		expect(told).toContain('Keys that cannot be searched for: /\\(?=x\\)/');
		expect(await owner.say('lore test', { text: 'nothing' })).not.toContain('Red');
		expect(await member.say('lore test', { text: 'tower' })).toContain('Manage Server');
	});

	test('says so when nothing comes up', async () => {
		const { owner } = await newGuild('test-none');
		expect(await owner.say('lore test', { text: 'tower' })).toContain('none');
	});
});

describe('/lore import and export', () => {
	const entry = {
		key: ['tower', '塔'],
		keysecondary: ['night'],
		selective: true,
		content: 'Red “赤い” 🗼.',
		order: 3,
		disable: false,
	};

	test('world info becomes lore of the server or of the persona, and goes out as it came', async () => {
		const { owner, files, book } = await newGuild('world');
		const brought = book({ 7: entry, 9: { key: ['rain'], content: 'Wet.', constant: true, order: 8 } });
		expect(await files.send('lore import', brought)).toBe('Stored 2 entries.');
		const out = await files.fetch('lore export', { scope: 'server' });
		expect(out.text).toContain('The lorebook, 2 entries, as a world-info file.');
		expect(out.fileName).toBe('lorebook.json');
		expect(JSON.parse(out.bytes.toString())).toMatchObject({
			entries: { 0: entry, 1: { content: 'Wet.', constant: true } },
		});
		expect((await files.fetch('lore export', { scope: 'persona' })).text).toBe('There is no entry to export.');
		expect(await promptOf(owner, '塔の night')).toContain('Red “赤い” 🗼.');

		const there = await newGuild('world-back');
		expect(await there.files.send('lore import', { filename: 'w.json', bytes: out.bytes }, { scope: 'persona' })).toBe(
			'Stored 2 entries.',
		);
		const again = await there.files.fetch('lore export', { scope: 'persona' });
		expect(again.fileName).toBe('Tomori-lorebook.json');
		expect(again.bytes.equals(out.bytes)).toBe(true);
	});

	test('what is no lorebook, too large a book and a member are refused with a sentence, and nothing is stored', async () => {
		const { owner, files, book, bo, channel } = await newGuild('refused');
		expect(await new FileUser(world, bo, channel).send('lore import', book([entry]))).toContain('Manage Server');
		expect(await new CommandUser(world, bo, channel).say('lore export')).toContain('Manage Server');
		const json = (value: unknown) => ({ filename: 'a.json', bytes: JSON.stringify(value) });
		expect(await files.send('lore import', json({ name: 'A' }))).toBe('There is no lorebook in that file.');
		const many = Array.from({ length: 501 }, () => entry);
		expect(await files.send('lore import', book(many))).toContain('at most 500 lorebook entries');
		expect(await files.send('lore import', book([{ ...entry, content: 'x'.repeat(8_001) }]))).toContain(
			'8,000 characters',
		);
		expect(await files.send('lore import', book([]))).toBe('Stored 0 entries.');
		expect(await owner.say('lore list')).toContain('none');
	});

	test.each([
		['ja', '2件の項目を保存しました。'],
		['pt-BR', '2 entradas salvas.'],
	])('is answered in %s', async (locale, phrase) => {
		const { owner, files, book } = await newGuild(`lang-${locale}`);
		await owner.say('behavior set', { name: 'language', value: locale, scope: 'personal' });
		expect(await files.send('lore import', book([entry, entry]))).toBe(phrase);
	});
});
