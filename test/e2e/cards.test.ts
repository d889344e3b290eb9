/** Character cards as people bring and take them: every container and version, and hostile files. */
import { deflateSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { pngChunks } from '#adapters/cards/png-chunks';
import { readLorebook } from '#core/cards/read-lorebook';
import { CommandUser } from '../support/bot-commands.ts';
import { BotWorld, GLM_AVAILABLE } from '../support/bot-world.ts';
import { CHARACTERS, cardFiles, charxOf } from '../support/character-cards.ts';
import { FileUser } from '../support/command-files.ts';
import { chunk, pngWith, textChunk } from '../support/png-file.ts';
import { zipWith } from '../support/zip-file.ts';

let world: BotWorld;

beforeAll(async () => {
	world = await BotWorld.start();
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
	const exported = (card: string, format: 'png' | 'json') => files.fetch('persona export', { name: card, format });
	return { ...place, owner, files, exported, bo, member: new CommandUser(world, bo, place.channel) };
}

interface CardJson {
	spec: string;
	data: Record<string, unknown> & { extensions: { tomori: { lineage: { id: number; signature: string } } } };
}

const parsed = (bytes: Buffer): CardJson => JSON.parse(bytes.toString('utf8')) as CardJson;
const textOf = (png: Buffer, keyword: string): string => {
	const beginning = Buffer.from(`${keyword}\0`);
	const found = [...pngChunks(png)].find(
		({ type, data }) => type === 'tEXt' && Buffer.from(data).subarray(0, beginning.length).equals(beginning),
	);
	return Buffer.from(
		Buffer.from(found?.data ?? [])
			.subarray(beginning.length)
			.toString('latin1'),
		'base64',
	).toString('utf8');
};
const typesOf = (png: Buffer): string => [...pngChunks(png)].map(({ type }) => type).join(' ');

describe('/persona import and export', () => {
	test.each(CHARACTERS.flatMap((data) => cardFiles(data).map((file) => ({ ...file, data }))))(
		'S100 S101 $name',
		async ({ name, filename, bytes, hasBook, data }) => {
			const { files, exported } = await newGuild(name);
			const told = await files.send('persona import', { filename, bytes });
			expect(told).toContain('now, from the card.');
			expect(told.includes('Its lorebook came along')).toBe(hasBook);
			const { data: card } = parsed((await exported(data.name, 'json')).bytes);
			const { name: cardName, description, personality, scenario, first_mes, mes_example } = card;
			expect({ cardName, description, personality, scenario, first_mes, mes_example }).toEqual({
				cardName: data.name,
				description: data.description,
				personality: data.personality,
				scenario: data.scenario,
				first_mes: data.first_mes,
				mes_example: data.mes_example,
			});
			const bookOf = (from: unknown) =>
				readLorebook({ spec: 'chara_card_v3', data: from }).toSorted(
					(one, other) => one.insertionOrder - other.insertionOrder,
				);
			expect(bookOf(card)).toEqual(hasBook ? bookOf(data) : []);
		},
	);

	test.each(['png', 'json'] as const)('what was exported as %s comes back the same, byte for byte', async (format) => {
		for (const data of CHARACTERS) {
			const here = await newGuild(`round-${format}-${data.name}`);
			const card = { spec: 'chara_card_v3', spec_version: '3.0', data };
			await here.files.send('persona import', { filename: 'card.charx', bytes: charxOf(card) });
			await here.owner.fill('sample add', { user: 'a\n\nb', answer: '{{user}}: not a label?' });
			const first = await here.exported(data.name, format);
			expect(first.fileName.endsWith(`.${format}`)).toBe(true);
			const there = await newGuild(`back-${format}-${data.name}`);
			await there.files.send('persona import', { filename: first.fileName, bytes: first.bytes });
			const second = await there.exported(data.name, format);
			expect(second.bytes.equals(first.bytes)).toBe(true);
		}
	});

	test('a picture holds both versions, under the names that programs look for', async () => {
		const { files, exported } = await newGuild('both');
		const [data] = CHARACTERS;
		await files.send('persona import', { filename: 'card.json', bytes: JSON.stringify(data) });
		const { bytes, fileName, text } = await exported(data?.name ?? '', 'png');
		expect(text).toContain('as a character card');
		expect(fileName).toBe('Ondine-the-Lamp-Keeper.png');
		expect(JSON.parse(textOf(bytes, 'ccv3'))).toMatchObject({ spec: 'chara_card_v3', data: { name: data?.name } });
		expect(JSON.parse(textOf(bytes, 'chara'))).toMatchObject({ spec: 'chara_card_v2', data: { name: data?.name } });
		expect(typesOf(bytes)).toBe('IHDR PLTE IDAT tEXt tEXt IEND');
	});

	test('the picture of a card stays its picture, without the texts that it came with', async () => {
		const { files, exported } = await newGuild('picture');
		const [data] = CHARACTERS;
		const encoded = Buffer.from(JSON.stringify({ spec: 'chara_card_v2', data })).toString('base64');
		const bytes = pngWith([textChunk('Author', 'Ellen at home'), textChunk('chara', encoded)], 'before');
		await files.send('persona import', { filename: 'card.png', bytes });
		const out = (await exported(data?.name ?? '', 'png')).bytes;
		expect(typesOf(out)).toBe('IHDR IDAT tEXt tEXt IEND');
		expect(out.includes('Ellen at home')).toBe(false);
	});

	test('lore, examples and story header go along, the lore of the server does not', async () => {
		const { owner, exported } = await newGuild('along');
		await owner.fill('lore add', { keys: 'tower', content: 'Of Tomori.' }, { scope: 'persona' });
		await owner.fill('lore add', { keys: 'tower', content: 'Of the server.' }, { scope: 'server' });
		await owner.fill('sample add', { user: 'Hi 灯', answer: 'Hello 🗼' });
		const text = (await exported('tomori', 'json')).bytes.toString('utf8');
		expect(text).toContain('Of Tomori.');
		expect(text).not.toContain('Of the server.');
		expect(parsed(Buffer.from(text)).data['mes_example']).toContain('{{user}}: Hi 灯\n{{char}}: Hello 🗼');
	});

	test('anyone may export, nobody without Manage Server import, and both work in direct messages', async () => {
		const { member, bo, channel } = await newGuild('rights');
		const card = { filename: 'card.json', bytes: JSON.stringify(CHARACTERS[1]) };
		const asMember = new FileUser(world, bo, channel);
		expect(await asMember.send('persona import', card)).toContain('Manage Server');
		expect((await asMember.fetch('persona export', { name: 'Tomori' })).fileName).toBe('Tomori.png');
		expect(await member.say('persona export', { name: '*Nobody*' })).toBe(
			'There is no persona called \\*Nobody\\* here.',
		);
		const direct = new FileUser(world, bo, world.discord.build.openDm(bo));
		expect(await direct.send('persona import', card)).toContain('灯狐 🦊🏮');
		expect((await direct.fetch('persona export', { name: '灯狐 🦊🏮', format: 'json' })).fileName).toBe('灯狐.json');
	});

	test('names are suggested while one is typed', async () => {
		const { owner } = await newGuild('suggested');
		// Where GLM cannot be counted the guild has chosen a model, so that it is known already.
		if (GLM_AVAILABLE) expect(await owner.suggestions('persona export', 'name')).toEqual([]);
		await owner.say('persona show');
		expect(await owner.suggestions('persona export', 'name', 'tom')).toEqual([{ name: 'Tomori', value: 'Tomori' }]);
		expect(await owner.suggestions('persona export', 'name', 'nobody')).toEqual([]);
	});
});

describe('lineages', () => {
	async function withMemory(name: string) {
		const place = await newGuild(name);
		await place.owner.say('memory add', { text: 'The secret is blue.', scope: 'server' });
		const { bytes } = await place.exported('Tomori', 'json');
		const prompt = async (): Promise<string> => (await place.owner.talk('hello')).generations[0]?.prompt ?? '';
		const importAs = async (change: (card: CardJson) => void): Promise<string> => {
			const card = parsed(bytes);
			card.data['name'] = 'Mira';
			change(card);
			return await place.files.send('persona import', { filename: 'mira.json', bytes: JSON.stringify(card) });
		};
		return { ...place, prompt, importAs };
	}

	test('a copy of a persona of this installation remembers what the first one does', async () => {
		const { importAs, prompt } = await withMemory('copy');
		expect(await importAs(() => {})).toContain('**Mira**');
		expect(await prompt()).toContain('The secret is blue.');
	});

	test.each<[string, (lineage: { id: number; signature: string }) => void]>([
		['without its proof', (lineage) => Reflect.deleteProperty(lineage, 'signature')],
		[
			'with another proof',
			(lineage) => (lineage.signature = lineage.signature.replace(/^./, (sign) => (sign === 'A' ? 'B' : 'A'))),
		],
	])('a lineage %s is a new one', async (name, forge) => {
		const { importAs, prompt } = await withMemory(name);
		expect(await importAs((card) => forge(card.data.extensions.tomori.lineage))).toContain('**Mira**');
		expect(await prompt()).not.toContain('The secret is blue.');
	});

	test("nobody reads another persona's memories by writing its number into a card", async () => {
		const { importAs, prompt, exported, files } = await withMemory('number');
		const victim = parsed((await exported('Tomori', 'json')).bytes).data.extensions.tomori.lineage.id;
		await files.send('persona import', { filename: 'a.json', bytes: '{"name":"Anon","description":"Quiet."}' });
		const own = parsed((await exported('Anon', 'json')).bytes);
		expect(own.data.extensions.tomori.lineage.id).not.toBe(victim);
		expect(
			await importAs((card) => {
				card.data.extensions.tomori.lineage = { ...own.data.extensions.tomori.lineage, id: victim };
			}),
		).toContain('**Mira**');
		expect(await prompt()).not.toContain('The secret is blue.');
	});

	test('a copy in the same server brings no second copy of the lore', async () => {
		const { owner, exported, files } = await newGuild('lore-copy');
		await owner.fill('lore add', { keys: 'tower', content: 'Red.' }, { scope: 'persona' });
		const card = parsed((await exported('Tomori', 'json')).bytes);
		card.data['name'] = 'Mira';
		await files.send('persona import', { filename: 'mira.json', bytes: JSON.stringify(card) });
		expect((await owner.say('lore list')).split('Red.').length).toBe(2);
	});
});

describe('a full lorebook', () => {
	test('the persona comes without the book that has no room, and the answer says so', async () => {
		const { owner, files } = await newGuild('full');
		const entries = Array.from({ length: 499 }, (_, index) => ({ key: [`k${index}`], content: 'x' }));
		await files.send('lore import', { filename: 'world.json', bytes: JSON.stringify({ entries }) });
		const told = await files.send('persona import', {
			filename: 'card.json',
			bytes: JSON.stringify({ spec: 'chara_card_v2', data: CHARACTERS[1] }),
		});
		expect(told).toBe(
			'I am **灯狐 🦊🏮** now, from the card.\nIts lorebook stayed behind: a server may have at most 500 lorebook entries.',
		);
		expect(await owner.say('lore list')).toContain('(499)');
	});
});

describe('hostile files', () => {
	const good = Buffer.from(JSON.stringify({ spec: 'chara_card_v3', data: CHARACTERS[0] }));
	const png = pngWith([textChunk('ccv3', good.toString('base64'))], 'after');
	const lying = Buffer.from(png);
	lying.writeUInt32BE(100_000_000, 8);
	const bomb = Buffer.alloc(30_000_000, ' ');
	const packedBomb = deflateSync(bomb);
	const words = {
		large: ['larger than 10 MB', '10 MBを超え', 'mais de 10 MB'],
		picture: ['damaged or cut off', '壊れているか', 'corrompida ou cortada'],
		archive: ['damaged or cut off', '壊れているか', 'corrompido ou cortado'],
		unreadable: ['cannot be read', '読み取れません', 'Não foi possível ler'],
		complex: ['more parts, or deeper', '入れ子が深すぎ', 'aninhadas fundo'],
	} as const;
	const packed = chunk('zTXt', Buffer.concat([Buffer.from('ccv3\0\0'), packedBomb]));
	const cases: readonly (readonly [string, Uint8Array, keyof typeof words])[] = [
		['a zip bomb', zipWith([{ name: 'card.json', data: bomb }]), 'large'],
		['a chunk of 100 MB', lying, 'picture'],
		['a cut picture', png.subarray(0, -20), 'picture'],
		['bad base64', pngWith([textChunk('ccv3', '%%%§§')], 'after'), 'unreadable'],
		['a chunk that unpacks without end', pngWith([packed], 'after'), 'unreadable'],
		['deep JSON', Buffer.from(`{"name":${'['.repeat(100_000)}`), 'complex'],
		['a cut archive', charxOf({ data: {} }).subarray(0, -30), 'archive'],
		['a card of nothing', charxOf({ spec: 'chara_card_v3', data: {} }), 'unreadable'],
	];

	test.each(cases)('%s is one clear refusal in every language, and nothing changes', async (name, bytes, refusal) => {
		const filename = 'card.bin';
		const { owner, files, exported } = await newGuild(`hostile ${name}`);
		const before = (await exported('Tomori', 'json')).bytes;
		const isBroken = name !== 'a card of nothing';
		for (const [index, locale] of (['en', 'ja', 'pt-BR'] as const).entries()) {
			await owner.say('behavior set', { name: 'language', value: locale, scope: 'personal' });
			const told = await files.send('persona import', { filename, bytes });
			expect(told).toContain(words[refusal][index]);
			expect(told.trim().split('\n').length).toBe(1);
			if (isBroken) expect(await files.send('lore import', { filename, bytes })).toBe(told);
		}
		expect((await exported('Tomori', 'json')).bytes.equals(before)).toBe(true);
	});
});
