/** Memories that are changed, found, taken along and brought back, and who may do so. */
import type { APIUser } from 'discord-api-types/v10';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ChannelRecord } from '#playground/discord-server/records';
import { CommandUser } from '../support/bot-commands.ts';
import { BotWorld, OTHER_KEY } from '../support/bot-world.ts';
import { FileUser } from '../support/command-files.ts';

let world: BotWorld;

beforeAll(async () => {
	world = await BotWorld.start({ MAX_SERVER_MEMORIES: '30', MAX_PERSONAL_MEMORIES: '3', MAX_MEMORY_LENGTH: '60' });
});

afterEach(() => {
	world.novelai.scripts.clear();
	expect(world.violations()).toEqual([]);
});

afterAll(() => world.stop());

async function newPlace(name: string) {
	const place = await world.addGuild(name);
	const bo = world.discord.build.addUser(`bo.${name}`, { globalName: 'Bo' });
	world.discord.build.addMember(place.guild, bo);
	const people = (who: APIUser, channel: ChannelRecord = place.channel) => ({
		commands: new CommandUser(world, who, channel),
		files: new FileUser(world, who, channel),
	});
	const owner = people(place.ellen);
	const member = people(bo);
	const add = (text: string, more: Readonly<Record<string, string>> = {}) =>
		owner.commands.say('memory add', { text, scope: 'server', ...more });
	const list = (scope = 'server') => owner.commands.say('memory list', { scope });
	return { ...place, bo, owner, member, add, list, people };
}

/** The number of the memory that says so. */
function numberOf(list: string, text: string): string {
	return (
		list.split('\n').flatMap((line) => (line.includes(text) ? (/\*\*(\d+)\*\*/.exec(line)?.[1] ?? []) : []))[0] ?? ''
	);
}

async function promptOf(user: CommandUser, text = 'hi'): Promise<string> {
	return (await user.talk(text)).generations[0]?.prompt ?? '';
}

describe('/memory edit and remove', () => {
	test('a form shows the memory, what comes back is in the next prompt, and what is removed in none', async () => {
		const { owner, add, list } = await newPlace('edit');
		await add('The tea house closes at nine', { tags: '#general, tea' });
		const memory = numberOf(await list(), 'tea house');
		const options = { memory, scope: 'server' };
		expect(await owner.files.form('memory edit', options)).toEqual({
			text: 'The tea house closes at nine',
			tags: '#general, tea',
		});
		expect(await owner.commands.fill('memory edit', { text: 'It closes at ten', tags: '' }, options)).toContain(
			'changed',
		);
		expect(await promptOf(owner.commands)).toContain('It closes at ten.');
		expect(await owner.commands.say('memory remove', options)).toMatch(/Forgotten:\n> \*\*\d+\*\* · It closes at ten/);
		expect(await promptOf(owner.commands)).not.toContain('It closes at ten');
		expect(await owner.commands.say('memory remove', options)).toContain('no such memory');
		expect(await owner.commands.say('memory edit', options)).toContain('no such memory');
	});

	test('refusals name the limit and change nothing', async () => {
		const { owner, add, list } = await newPlace('refused');
		await add('as it was');
		const options = { memory: numberOf(await list(), 'as it was'), scope: 'server' };
		const tags = Array.from({ length: 11 }, (_, index) => `word${index}`).join(',');
		expect(await owner.commands.fill('memory edit', { text: 'x', tags }, options)).toContain('at most 10 tags');
		expect(await owner.commands.fill('memory edit', { text: '   ', tags: '' }, options)).toContain(
			'nothing to remember',
		);
		expect(await list()).toContain('as it was');
	});

	test("a person's own memories are theirs to change, and nobody else's", async () => {
		const { owner, member } = await newPlace('own');
		await member.commands.say('memory add', { text: 'Bo rows' });
		const memory = numberOf(await member.commands.say('memory list'), 'Bo rows');
		const theirs = { memory, scope: 'personal' };
		expect(await owner.commands.say('memory remove', theirs)).toContain('no such memory');
		expect(await member.commands.fill('memory edit', { text: 'Bo sails', tags: '' }, { memory })).toContain('changed');
		expect(await member.commands.say('memory list')).toContain('Bo sails');
		expect(await member.commands.say('memory remove', { memory })).toContain('Forgotten');
	});

	test('another lineage is not touched through a number', async () => {
		const { owner, add, list } = await newPlace('lineage');
		await add('Only Tomori knows');
		const options = { memory: numberOf(await list(), 'Only Tomori'), scope: 'server' };
		await owner.commands.fill('persona create', { name: 'Mira', personality: 'Mira bakes.' }, { main: 'yes' });
		expect(await owner.commands.say('memory remove', options)).toContain('no such memory');
	});
});

describe('what members may do', () => {
	test('nothing of the server, until it lets them teach: then what they told themselves', async () => {
		const { owner, member, add, list } = await newPlace('teach');
		await add('told by Ellen');
		const theirs = { memory: numberOf(await list(), 'told by Ellen'), scope: 'server' };
		const tries = async () => [
			await member.commands.say('memory add', { text: 'told by Bo', scope: 'server' }),
			await member.commands.say('memory list', { scope: 'server' }),
			await member.commands.say('memory search', { words: 'told', scope: 'server' }),
			await member.commands.say('memory remove', theirs),
			await member.commands.say('memory edit', theirs),
			(await member.files.fetch('memory export', { scope: 'server' })).text,
		];
		for (const answer of await tries()) expect(answer).toContain('Manage Server');
		await owner.commands.say('behavior set', { name: 'members_may_teach', value: 'on', scope: 'server' });
		const [added, listed, found, removed, edited, exported] = await tries();
		expect(added).toContain('will remember that');
		for (const shown of [listed, found]) {
			expect(shown).toContain('told by Bo');
			expect(shown).not.toContain('told by Ellen');
		}
		for (const refused of [removed, edited]) expect(refused).toContain('no such memory');
		expect(exported).toContain('1 memory');
		const mine = { memory: numberOf(listed ?? '', 'told by Bo'), scope: 'server' };
		expect(await member.commands.fill('memory edit', { text: 'Bo knows better', tags: '' }, mine)).toContain('changed');
		expect(await list()).toContain('Bo knows better');
		const file = { filename: 'a.txt', bytes: 'many' };
		expect(await member.files.send('memory import', file, { scope: 'server' })).toContain('Manage Server');
		expect(await owner.commands.say('memory remove', mine)).toContain('Forgotten');
	});

	test('personal memories that a server does not want are stored, said to be silent, and in none of its prompts', async () => {
		const { owner, member } = await newPlace('silent');
		await owner.commands.say('behavior set', { name: 'personal_memories_enabled', value: 'off', scope: 'server' });
		expect(await member.commands.say('memory add', { text: 'Bo rows' })).toContain('switched off on this server');
		expect(await promptOf(member.commands)).not.toContain('Bo rows');
		await owner.commands.say('behavior set', { name: 'personal_memories_enabled', value: 'on', scope: 'server' });
		expect(await promptOf(member.commands)).toContain('Bo rows.');
	});

	test('in direct messages both scopes are their own', async () => {
		const { ellen, people } = await newPlace('direct');
		const direct = world.discord.build.openDm(ellen);
		await world.setKey(ellen, direct, { key: OTHER_KEY, scope: 'personal' });
		const { commands, files } = people(ellen, direct);
		await commands.say('memory add', { text: 'between us', scope: 'server' });
		expect(await commands.say('memory list', { scope: 'server' })).toContain('between us');
		expect(await promptOf(commands)).toContain('Between us.');
		const file = { filename: 'more.txt', bytes: 'also this' };
		expect(await files.send('memory import', file, { scope: 'server' })).toContain('Stored 1 memory.');
	});
});

describe('/memory search and suggestions', () => {
	test('finds all words in any case and order, in tags too, or by number', async () => {
		const { owner, add, list } = await newPlace('search');
		await add('The Harbour floods', { tags: 'spring' });
		await add('お茶の時間は五時');
		await add('Nothing of the kind');
		const find = (words: string) => owner.commands.say('memory search', { words, scope: 'server' });
		expect(await find('FLOODS harbour')).toContain('Harbour floods');
		expect(await find('spring')).toContain('Page 1 of 1 (1)');
		expect(await find('お茶')).toContain('五時');
		expect(await find(numberOf(await list(), 'Nothing'))).toContain('Nothing of the kind');
		expect(await find('harbour nothing')).toContain('none');
	});

	test.each([0, 1, 25, 26])('%i memories are suggested, 25 at most', async (count) => {
		const { owner, member, add } = await newPlace(`suggest-${count}`);
		const numbers = Array.from({ length: count }, (_, index) => index + 1);
		if (count > 0) {
			const file = { filename: 'a.txt', bytes: numbers.map((number) => `memory number ${number}`).join('\n') };
			expect(await owner.files.send('memory import', file, { scope: 'server' })).toContain(`Stored ${count} memor`);
		} else await add('x'.repeat(61));
		for (const command of ['memory edit', 'memory remove']) {
			expect(await owner.commands.suggestions(command, 'memory')).toHaveLength(Math.min(25, count));
			expect(await member.commands.suggestions(command, 'memory')).toEqual([]);
		}
		const narrowed = await owner.commands.suggestions('memory edit', 'memory', 'NUMBER 26');
		expect(narrowed).toHaveLength(count === 26 ? 1 : 0);
	});
});

describe('/memory export and import', () => {
	test.each(['json', 'text'] as const)(
		'what goes out as %s comes in elsewhere as it was, and twice is once',
		async (format) => {
			const here = await newPlace(`out-${format}`);
			const there = await newPlace(`in-${format}`);
			await here.add('Two || bars \\ and 🦊');
			await here.add('The quay floods', { tags: `#tea, <#${here.channel.id}>, 春, flood` });
			const out = await here.owner.files.fetch('memory export', { scope: 'server', format });
			expect(out).toMatchObject({
				text: expect.stringContaining('2 memories'),
				fileName: expect.stringMatching(/^Tomori-memories\.(json|txt)$/),
			});
			const file = { filename: out.fileName, bytes: out.bytes };
			expect(await there.owner.files.send('memory import', file, { scope: 'server' })).toBe('Stored 2 memories.');
			expect(await there.owner.files.send('memory import', file, { scope: 'server' })).toContain(
				'Stored 0 memories. 2 were known',
			);
			const back = await there.owner.files.fetch('memory export', { scope: 'server', format });
			expect(back.bytes.toString('utf8')).toBe(out.bytes.toString('utf8'));
			expect(await promptOf(there.owner.commands)).toContain('bars');
		},
	);

	test('wrong lines are named, and nothing is stored', async () => {
		const { owner, list } = await newPlace('wrong');
		const send = (filename: string, bytes: string | Uint8Array) =>
			owner.files.send('memory import', { filename, bytes }, { scope: 'server' });
		const lines = ['good', '', 'x'.repeat(61), ' || #general', `y || ${'z'.repeat(101)}`].join('\r\n');
		const said = await send('a.txt', lines);
		expect(said).toContain('Nothing was stored');
		expect(said).toContain('**3:** longer than 60 characters');
		expect(said).toContain('**4:** there is nothing to remember');
		expect(said).toContain('**5:** more than 10 tags');
		expect(said).not.toMatch(/\*\*[12]:/);
		const json = JSON.stringify({
			memories: ['good', { text: 'good too' }, 7, { text: 'x', keywords: 'no list' }, { text: '' }],
		});
		const told = await send('a.json', json);
		for (const line of [3, 4]) expect(told).toContain(`**${line}:** neither a text nor an object`);
		expect(told).toContain('**5:** there is nothing');
		expect(await send('many.txt', `${'x'.repeat(61)}\n`.repeat(12))).toContain('and 2 more');
		expect(await send('a.json', '{"memories":')).toContain('no file of memories');
		expect(await send('a.json', '{"other":[]}')).toContain('no file of memories');
		expect(await send('a.txt', new Uint8Array([0xff, 0xfe, 0x00]))).toContain('no file of memories');
		expect(await send('a.txt', ' \n\n')).toContain('no memory in that file');
		expect(await send('a.txt', 'x'.repeat(1_000_001))).toContain('at most 1,000 kB');
		expect(await list()).toContain('none');
	});

	test('a file with more than there is room for stores nothing', async () => {
		const { owner, member, add, list } = await newPlace('room');
		await add('one');
		const file = (count: number) => ({
			filename: 'a.txt',
			bytes: Array.from({ length: count }, (_, index) => `line ${index}`).join('\n'),
		});
		expect(await owner.files.send('memory import', file(30), { scope: 'server' })).toContain('at most 30 memories');
		expect(await list()).toContain('(1)');
		expect(await owner.files.send('memory import', file(29), { scope: 'server' })).toContain('Stored 29');
		expect(await member.files.send('memory import', file(4))).toContain('A person may have at most 3 memories');
		expect(await member.files.send('memory import', file(3))).toContain('Stored 3');
		expect((await member.files.fetch('memory export', { format: 'text' })).bytes.toString('utf8')).toBe(
			'line 0\nline 1\nline 2\n',
		);
	});

	test('an export of nothing says so', async () => {
		const { owner } = await newPlace('nothing');
		expect((await owner.files.fetch('memory export', { scope: 'server' })).text).toContain('no memory to export');
	});
});
