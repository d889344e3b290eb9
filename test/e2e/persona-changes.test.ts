/** Commands that change personas: forms with what is stored, words, story headers, and removing. */
import type { APIMessage, APIUser } from 'discord-api-types/v10';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { InteractionHandle } from '#playground/discord-server/interaction-handle';
import { CommandUser } from '../support/bot-commands.ts';
import { BotWorld, type TestGuild } from '../support/bot-world.ts';

let world: BotWorld;

beforeAll(async () => {
	world = await BotWorld.start();
});

afterEach(() => {
	world.novelai.scripts.clear();
	world.discord.faults.clear();
	expect(world.violations()).toEqual([]);
});

afterAll(() => world.stop());

interface Place extends TestGuild {
	readonly owner: CommandUser;
	readonly bo: APIUser;
}

async function newPlace(name: string, ...alters: readonly string[]): Promise<Place> {
	const place = await world.addGuild(name);
	const owner = new CommandUser(world, place.ellen, place.channel);
	for (const alter of alters) await owner.fill('persona create', { name: alter, personality: `${alter} is calm.` });
	const bo = world.discord.build.addUser(`bo.${name}`, { globalName: 'Bo' });
	world.discord.build.addMember(place.guild, bo);
	return { ...place, owner, bo };
}

interface FormField {
	readonly component: { readonly custom_id: string; readonly value?: string };
}

/** What a form begins with, by the names of its fields. */
async function begun(opened: InteractionHandle): Promise<Readonly<Record<string, string>>> {
	const { data } = await opened.callback();
	const fields = data['components'] as readonly FormField[];
	return Object.fromEntries(fields.map(({ component }) => [component.custom_id, component.value ?? '']));
}

/** Opens a form about a persona, the main one unless it is named. */
function open({ channel, ellen }: Place, command: string, name?: string): InteractionHandle {
	return world.discord.as(ellen).slash(channel, command, { options: name === undefined ? {} : { name } });
}

/** The prompt of the next reply. */
async function nextPrompt({ channel, ellen }: Place, text: string): Promise<string> {
	expect((await world.askThrough(ellen, channel, text)).outcome).toBe('replied');
	return world.novelai.requests.at(-1)?.prompt ?? '';
}

describe('/persona create', () => {
	test('stands beside the main persona and says how it is called', async () => {
		const place = await newPlace('create');
		const answer = await place.owner.fill('persona create', { name: 'Rin', personality: 'Rin is calm.' });
		expect(answer.trim()).toBe(
			'**Rin** is here now and answers when somebody says its name. `/persona switch` makes it the main persona.',
		);
		expect(await place.owner.say('persona list')).toContain('**Tomori** (in use)\nRin');
	});

	test('refuses the twenty-first and names the limit', async () => {
		const place = await newPlace('create-many', ...Array.from({ length: 19 }, (_, index) => `Rin ${index}`));
		const answer = await place.owner.fill('persona create', { name: 'Mio', personality: 'Calm.' });
		expect(answer.trim()).toBe('A server holds at most 20 personas.');
	});
});

describe('/persona edit', () => {
	test('begins with what is stored, and what was not touched stays as it is', async () => {
		const place = await newPlace('edit', 'Rin');
		const opened = open(place, 'persona edit', 'rin');
		const fields = await begun(opened);
		expect(fields).toMatchObject({ 'new-name': 'Rin', aliases: '', personality: 'Rin is calm.' });
		const unchanged = await world.discord.as(place.ellen).submitModal(opened, fields).response();
		expect(unchanged.content).toBe('Nothing is changed.');
		const changed = { ...fields, 'new-name': 'Mio', aliases: 'Foxy, the fox、狐', personality: 'Mio is loud.' };
		expect((await place.owner.fill('persona edit', changed, { name: 'Rin' })).trim()).toBe('**Mio** is changed.');
		for (const text of ['mio?', 'foxy?', 'where is the  FOX', 'お狐さん']) {
			expect(await nextPrompt(place, text)).toContain('Mio is loud.');
		}
		const silent = world.turnEnds().length;
		world.discord.as(place.ellen).send(place.channel, 'rin?');
		await nextPrompt(place, `${world.mention} hi`);
		expect(world.turnEnds().length).toBe(silent + 1);
	});

	test('a long personality is spread over the fields and comes back whole', async () => {
		const place = await newPlace('edit-long', 'Rin');
		const lines = Array.from({ length: 150 }, (_, index) => `Rin knows ${index} ${'things '.repeat(8)}`.trim());
		const first = { 'new-name': 'Rin', personality: lines.slice(0, 50).join('\n') };
		const rest = { 'personality-2': lines.slice(50, 100).join('\n'), 'personality-3': lines.slice(100).join('\n') };
		await place.owner.fill('persona edit', { ...first, ...rest }, { name: 'Rin' });
		const fields = await begun(open(place, 'persona edit', 'Rin'));
		const pages = [fields['personality'], fields['personality-2'], fields['personality-3']];
		expect(pages.filter((page) => page !== '').join('\n')).toBe(lines.join('\n'));
	});

	test('refuses names that are taken, too many names, and people who manage nothing', async () => {
		const place = await newPlace('edit-refused', 'Rin');
		const edit = async (fields: Readonly<Record<string, string>>): Promise<string> =>
			(
				await place.owner.fill('persona edit', { 'new-name': 'Rin', personality: 'Calm.', ...fields }, { name: 'Rin' })
			).trim();
		expect(await edit({ 'new-name': 'TOMORI' })).toContain('There is already a persona called TOMORI here');
		const many = Array.from({ length: 11 }, (_, index) => `name ${index}`).join(',');
		expect(await edit({ aliases: many })).toBe('Further names: at most 10 entries; nothing was stored.');
		expect(await edit({ aliases: 'x'.repeat(81) })).toBe(
			'Further names may have at most 80 characters; nothing was stored.',
		);
		const refused = world.discord.as(place.bo).slash(place.channel, 'persona edit', { options: { name: 'Rin' } });
		expect((await refused.response()).content).toBe('That needs the Manage Server permission.');
		expect(refused.ephemeral).toBe(true);
		const unknown = open(place, 'persona edit', 'Nobody');
		expect((await unknown.response()).content).toBe('There is no persona called Nobody here.');
	});
});

describe('/persona trigger', () => {
	test('sets the words that call, names those that call another, and the limits', async () => {
		const place = await newPlace('trigger', 'Rin', 'Mio');
		expect(await begun(open(place, 'persona trigger', 'Rin'))).toEqual({ words: 'rin' });
		const set = async (words: string, name = 'Rin'): Promise<string> =>
			(await place.owner.fill('persona trigger', { words }, { name })).trim();
		expect(await set('fox\nFOX\n@night *owl*')).toBe('**Rin** listens to its names and to: fox, night \\*owl\\*.');
		expect(await nextPrompt(place, 'a foxxx!')).toContain('Rin is calm.');
		expect(await set('fox\ntomori', 'Mio')).toBe(
			'**Mio** listens to its names and to: fox, tomori.\n“fox” calls **Rin** instead.\n“tomori” calls **Tomori** instead.',
		);
		expect(await set('')).toBe('**Rin** listens to its names only.');
		const many = Array.from({ length: 11 }, (_, index) => `word ${index}`).join('\n');
		expect(await set(many)).toBe('Trigger words: at most 10 entries; nothing was stored.');
		expect(await set('w'.repeat(51))).toBe('Trigger words may have at most 50 characters; nothing was stored.');
	});
});

describe('/persona attg', () => {
	test('sets and clears the story header, which story models read', async () => {
		const place = await newPlace('attg');
		await place.owner.say('model set', { model: 'kayra-v1', scope: 'server' });
		const fields = { author: 'A. Nobody', title: '', tags: 'quiet,\n rain', genre: 'Slice of life', stars: '５' };
		expect((await place.owner.fill('persona attg', fields)).trim()).toBe('The story header of **Tomori** is saved.');
		const shown = await place.owner.say('persona show');
		expect(shown).toContain('Author: A. Nobody; Tags: quiet, rain; Genre: Slice of life · ★★★★★');
		expect(await nextPrompt(place, `${world.mention} hi`)).toContain(
			'[ Author: A. Nobody; Tags: quiet, rain; Genre: Slice of life ]',
		);
		expect(await begun(open(place, 'persona attg'))).toMatchObject({
			stars: '5',
			tags: 'quiet, rain',
		});
		expect((await place.owner.fill('persona attg', { stars: '6' })).trim()).toBe(
			'Stars are a number from 1 to 5. Nothing is changed.',
		);
		expect(
			(await place.owner.fill('persona attg', { author: '', title: '', tags: '', genre: '', stars: '' })).trim(),
		).toBe('**Tomori** has no story header any more.');
	});

	test('says when the model reads none', async () => {
		const place = await newPlace('attg-glm');
		await place.owner.say('model set', { model: 'glm-4-6', scope: 'server' });
		expect(await place.owner.fill('persona attg', { author: 'A' })).toContain(
			'It is saved but has no effect now: GLM-4.6 reads no story header.',
		);
	});
});

describe('/persona remove', () => {
	/** Asks for it and resolves with the question. */
	async function ask(place: Place, options: Readonly<Record<string, string>>): Promise<APIMessage> {
		return await world.discord.as(place.ellen).slash(place.channel, 'persona remove', { options }).response();
	}

	const buttonsOf = (message: APIMessage): readonly string[] =>
		(message.components ?? []).flatMap((row) =>
			'components' in row ? row.components.map((button) => ('custom_id' in button ? button.custom_id : '')) : [],
		);

	/** Presses a button of a question and resolves with what stands in its place. */
	async function press(user: APIUser, question: APIMessage, which: number): Promise<APIMessage> {
		const pressed = world.discord.as(user).button(question, buttonsOf(question)[which] ?? '');
		return await pressed.response();
	}

	test('asks first, and the answer takes the place of the question', async () => {
		const place = await newPlace('remove', 'Rin');
		const question = await ask(place, { name: 'rin' });
		expect(question.content).toContain('Remove **Rin**');
		const kept = await press(place.ellen, question, 1);
		expect([kept.content, buttonsOf(kept)]).toEqual(['Nothing was removed.', []]);
		const removed = await press(place.ellen, await ask(place, { name: 'rin' }), 0);
		expect([removed.content, buttonsOf(removed)]).toEqual(['**Rin** is removed.', []]);
		expect(await place.owner.say('persona list')).not.toContain('Rin');
		const again = await ask(place, { name: 'Rin' });
		expect(again.content).toBe('There is no persona called Rin here.');
	});

	test('takes the main persona away only with its follower named, and never the last one', async () => {
		const place = await newPlace('remove-main');
		expect((await ask(place, { name: 'Tomori' })).content).toBe(
			'**Tomori** is the only persona here, and one has to stay.',
		);
		await place.owner.fill('persona create', { name: 'Rin', personality: 'Rin is calm.' });
		const unnamed = await ask(place, { name: 'Tomori' });
		expect(unnamed.content).toBe('**Tomori** is the main persona: name in `next` who follows.');
		expect((await ask(place, { name: 'Tomori', next: 'Tomori' })).content).toBe(unnamed.content);
		const removed = await press(place.ellen, await ask(place, { name: 'Tomori', next: 'Rin' }), 0);
		expect(removed.content).toBe('**Tomori** is removed. I am **Rin** now.');
		expect(await nextPrompt(place, `${world.mention} hi`)).toContain('Rin is calm.');
	});

	test('of two questions about one persona the second finds it gone', async () => {
		const place = await newPlace('remove-twice', 'Rin');
		const [first, second] = [await ask(place, { name: 'Rin' }), await ask(place, { name: 'Rin' })];
		await press(place.ellen, first, 0);
		expect((await press(place.ellen, second, 0)).content).toBe('That persona is not here any more.');
	});

	test('suggests who may follow, and is refused to people who manage nothing', async () => {
		const place = await newPlace('remove-refused', 'Rin');
		expect(await place.owner.suggestions('persona remove', 'next')).toEqual([{ name: 'Rin', value: 'Rin' }]);
		const bo = new CommandUser(world, place.bo, place.channel);
		expect((await bo.say('persona remove', { name: 'Rin' })).trim()).toBe('That needs the Manage Server permission.');
	});
});
