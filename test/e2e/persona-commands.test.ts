/** The persona commands as people use them: forms, card files, showing, and the prompt of the next reply. */
import type { APIMessage, APIUser, Locale } from 'discord-api-types/v10';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { AttachmentInput } from '#playground/discord-server/attachments';
import type { InteractionHandle } from '#playground/discord-server/interaction-handle';
import type { ChannelRecord } from '#playground/discord-server/records';
import { CommandUser } from '../support/bot-commands.ts';
import { BotWorld, type TestGuild } from '../support/bot-world.ts';
import { pngWith, textChunk } from '../support/png-file.ts';

let world: BotWorld;

beforeAll(async () => {
	world = await BotWorld.start();
});

afterEach(() => {
	expect(world.novelai.scripts.pending).toBe(0);
	expect(world.violations()).toEqual([]);
});

afterAll(() => world.stop());

/** A member who manages nothing. */
function addMember({ guild }: TestGuild, name: string): APIUser {
	const member = world.discord.build.addUser(name, { globalName: name });
	world.discord.build.addMember(guild, member);
	return member;
}

const cardOf = (message: APIMessage): string => JSON.stringify(message.embeds[0] ?? null);

/** The prompt of the next reply in a channel. */
async function nextPrompt(user: APIUser, channel: ChannelRecord): Promise<string> {
	const content = channel.guildId === null ? 'hi' : `${world.mention} hi`;
	const asked = await world.askThrough(user, channel, content);
	expect(asked.outcome).toBe('replied');
	return world.novelai.requests.at(-1)?.prompt ?? '';
}

describe('/persona create and show', () => {
	async function create(user: APIUser, channel: ChannelRecord, fields: Record<string, string>): Promise<string> {
		const opened = world.discord.as(user).slash(channel, 'persona create', { options: { main: 'yes' } });
		const isForm = (await opened.callback()).type === 9;
		const answered = isForm ? world.discord.as(user).submitModal(opened, fields) : opened;
		return (await answered.response()).content;
	}

	test('a persona made in the form speaks from the next reply on', async () => {
		const { channel, ellen } = await world.addGuild('create');
		const answer = await create(ellen, channel, {
			name: 'Rin  *the* Fox',
			personality: 'Rin guards a very small shrine.',
			'sample-user': 'who are you?',
			'sample-persona': 'A fox with a broom.',
		});
		expect(answer).toBe('I am **Rin \\*the\\* Fox** now.');
		const prompt = await nextPrompt(ellen, channel);
		expect(prompt).toContain('Rin guards a very small shrine.');
		expect(prompt).toContain('A fox with a broom.');
		expect(prompt).not.toContain('Tomori');
	});

	test('S092 4,000 characters reach the prompt whole, and what is longer than a memory may be is refused with the limit', async () => {
		const { channel, ellen } = await world.addGuild('create-long');
		const words = Array.from({ length: 600 }, (_, place) => `word${place}`)
			.join(' ')
			.slice(0, 3_995);
		const personality = `${words} end.`;
		expect(personality).toHaveLength(4_000);
		expect(await create(ellen, channel, { name: 'Rin', personality })).toBe('I am **Rin** now.');
		expect(await nextPrompt(ellen, channel)).toContain(personality);
		const owner = new CommandUser(world, ellen, channel);
		const text = 'x y '.repeat(1_000).slice(0, 4_000);
		const added = await owner.say('memory add', { text, scope: 'server' });
		expect(added.trim()).toBe('A memory may have at most 1,000 characters; nothing was stored.');
		expect(await nextPrompt(ellen, channel)).not.toContain('x y x y');
	});

	test('a name that is taken, a blank part and a member who manages nothing are refused with a sentence each', async () => {
		const place = await world.addGuild('create-refused');
		const { channel, ellen } = place;
		const fields = { name: 'Rin', personality: 'Quiet.' };
		expect(await create(ellen, channel, fields)).toBe('I am **Rin** now.');
		expect(await create(ellen, channel, fields)).toBe(
			'There is already a persona called Rin here; `/persona switch` makes it the one in use.',
		);
		expect(await create(ellen, channel, { name: ' ', personality: '  ' })).toBe(
			'A persona needs a name and a personality.',
		);
		const bo = addMember(place, 'bo-creates');
		expect(await create(bo, channel, { ...fields, name: 'Bo' })).toBe('That needs the Manage Server permission.');
	});

	test('show is private, or public when asked for, in the language of the server', async () => {
		const { channel, ellen } = await world.addGuild('show', { preferredLocale: 'ja' as Locale });
		for (const options of [{}, { public: 'no' }]) {
			const shown = world.discord.as(ellen).slash(channel, 'persona show', { options });
			expect(cardOf(await shown.response())).toContain('Personality');
			expect(shown.ephemeral).toBe(true);
			expect(shown.record.original?.ephemeralTo).toBe(ellen.id);
		}
		const shown = world.discord.as(ellen).slash(channel, 'persona show', { options: { public: 'yes' } });
		const answer = await shown.response();
		expect(shown.ephemeral).toBe(false);
		expect(shown.record.original?.ephemeralTo).toBeNull();
		expect(cardOf(answer)).toContain('Tomori');
		expect(cardOf(answer)).not.toContain('Personality');
		const prompt = await nextPrompt(ellen, channel);
		expect(prompt.split('terrible puns').length).toBe(2);
	});

	test('show finds a persona by name, suggests names, and says when there is none', async () => {
		const { channel, ellen } = await world.addGuild('show-by-name');
		await create(ellen, channel, { name: 'Rin', personality: 'Quiet.' });
		const typing = { focused: 'name', options: { name: 'tom' } };
		const choices = await world.discord.as(ellen).autocomplete(channel, 'persona show', typing).choices();
		expect(choices).toEqual([{ name: 'Tomori', value: 'Tomori' }]);
		const show = (name: string): Promise<APIMessage> =>
			world.discord.as(ellen).slash(channel, 'persona show', { options: { name } }).response();
		expect(cardOf(await show('Tomori'))).toContain('terrible puns');
		expect((await show('Nobody_')).content).toBe('There is no persona called Nobody\\_ here.');
	});
});

describe('/persona switch and list', () => {
	test('a stored persona speaks again from the next reply on, and the list marks it', async () => {
		const place = await world.addGuild('switch');
		const { channel, ellen } = place;
		const as = world.discord.as(ellen);
		const fields = { name: 'Rin *R*', personality: 'Rin whispers.' };
		const opened = as.slash(channel, 'persona create', { options: { main: 'yes' } });
		await opened.callback();
		await as.submitModal(opened, fields).response();
		expect(await nextPrompt(ellen, channel)).toContain('Rin whispers.');
		const typing = { focused: 'name', options: { name: '' } };
		expect(await as.autocomplete(channel, 'persona switch', typing).choices()).toEqual([
			{ name: 'Tomori', value: 'Tomori' },
		]);
		const switchTo = async (name: string): Promise<string> =>
			(await as.slash(channel, 'persona switch', { options: { name } }).response()).content;
		expect(await switchTo('tomori')).toBe('I am **Tomori** again.');
		expect(await switchTo('Tomori')).toBe('I am **Tomori** already.');
		expect(await switchTo('Nobody_')).toBe('There is no persona called Nobody\\_ here.');
		const prompt = await nextPrompt(ellen, channel);
		expect(prompt).toContain('terrible puns');
		expect(prompt).not.toContain('Rin whispers.');

		const bo = addMember(place, 'bo-switches');
		const refused = world.discord.as(bo).slash(channel, 'persona switch', { options: { name: 'Rin *R*' } });
		expect((await refused.response()).content).toBe('That needs the Manage Server permission.');
		const listed = world.discord.as(bo).slash(channel, 'persona list');
		expect((await listed.response()).embeds[0]).toMatchObject({
			title: 'Personas',
			description: '**Tomori** (in use)\nRin \\*R\\*',
		});
		expect(listed.ephemeral).toBe(true);
	});
});

describe('/persona import', () => {
	const data = {
		name: 'Marina',
		description: '{{char}} keeps a lighthouse.',
		personality: 'Patient.',
		scenario: '',
		first_mes: 'Ahoy.',
		mes_example: '<START>\n{{user}}: Is it cold up there?\n{{char}}: Only when the lamp is out.',
	};
	const card = JSON.stringify({ spec: 'chara_card_v2', spec_version: '2.0', data });
	const base64 = Buffer.from(card).toString('base64');
	const named = (filename: string, bytes: Uint8Array | string): AttachmentInput => ({ filename, bytes });

	const importFile = ({ channel, ellen }: TestGuild, file: AttachmentInput): InteractionHandle =>
		world.discord.as(ellen).slash(channel, 'persona import', { options: { file } });

	test.each([
		['a PNG picture', named('marina.png', pngWith([textChunk('chara', base64)], 'after'))],
		['a JSON file', named('marina.json', card)],
		['an old JSON file without a wrapper', named('marina-v1.json', JSON.stringify(data))],
	])('a card in %s speaks from the next reply on', async (name, file) => {
		const place = await world.addGuild(name);
		const answer = await importFile(place, file).response();
		expect(answer.content).toBe('I am **Marina** now, from the card.');
		const prompt = await nextPrompt(place.ellen, place.channel);
		expect(prompt).toContain('Marina keeps a lighthouse.');
		expect(prompt).toContain('Only when the lamp is out.');
		expect(prompt).not.toContain('{{char}}');
	});

	test.each([
		['a text file', named('notes.txt', 'dear diary'), 'That is neither a PNG picture nor JSON nor a CHARX archive.'],
		['a plain picture', named('cat.png', pngWith([], 'after')), 'There is no character card inside that file.'],
		[
			'a picture with a broken card',
			named('broken.png', pngWith([textChunk('chara', 'bm8ganNvbg==')], 'after')),
			'The card inside that file cannot be read.',
		],
		[
			'a JSON file that is cut off',
			named('half.json', card.slice(0, -20)),
			'That JSON is broken or cut off. Please export the card again.',
		],
		['JSON that is no card', named('list.json', '[1,2,3]'), 'The card inside that file cannot be read.'],
		[
			'a card whose name shows nothing',
			named('unseen.json', JSON.stringify({ name: '\0\u200B', description: 'Keeps a lighthouse.' })),
			'A persona needs a name and a personality.',
		],
		['a card without a text', named('thin.json', '{"name":"Thin"}'), 'A persona needs a name and a personality.'],
		[
			'a card that says too much',
			named('long.json', JSON.stringify({ name: 'Long', description: 'a'.repeat(20_001) })),
			'Personality may have at most 20,000 characters; nothing was stored.',
		],
		[
			'a card whose example dialogue never ends',
			named('lines.json', JSON.stringify({ name: 'Lines', description: 'd', mes_example: '\n'.repeat(400_000) })),
			'Example dialogue may have at most 200,000 characters; nothing was stored.',
		],
		['a file of 11 MB', named('big.json', 'a'.repeat(11_000_000)), 'The file is larger than 10 MB.'],
	])('%s is refused with its own sentence, and the persona stays', async (name, file, sentence) => {
		const place = await world.addGuild(name);
		expect((await importFile(place, file).response()).content).toBe(sentence);
		expect(await nextPrompt(place.ellen, place.channel)).toContain('Tomori');
	});

	test.each([
		[
			'with a long name',
			'The Keeper of the Lighthouse at the End of the Northern Sea',
			/^The Keeper of .* Northern Sea$/,
		],
		['with line breaks in its name', ' Marina\n***\nEllen ', /^Marina \*\*\* Ellen$/],
	])('a card %s is taken, under a name on one line', async (name, given, stored) => {
		const place = await world.addGuild(name);
		const file = named('card.json', JSON.stringify({ name: given, description: 'Keeps a lighthouse.' }));
		expect((await importFile(place, file).response()).content).toMatch(/^I am \*\*.*\*\* now, from the card\.$/);
		const shown = await world.discord.as(place.ellen).slash(place.channel, 'persona show').response();
		expect(shown.embeds[0]?.title).toMatch(stored);
	});

	test('a file that is gone when it is fetched is asked for again', async () => {
		const place = await world.addGuild('gone-file');
		const used = importFile(place, named('gone.json', card));
		world.discord.world.files.clear();
		expect((await used.response()).content).toBe('I could not fetch that file. Please attach it again.');
	});
});
