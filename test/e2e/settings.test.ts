/** The settings of the conversation as people set them: by option, by form, by their own commands, and what is refused. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { BEHAVIOR_SETTINGS } from '#app/commands/behavior/behavior-settings';
import { answerText, CommandUser } from '../support/bot-commands.ts';
import { BotWorld } from '../support/bot-world.ts';
import { FileUser } from '../support/command-files.ts';
import { choiceRows } from '../support/database-dump.ts';

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
	const side = world.discord.build.addChannel(place.guild, 'side');
	const user = (who: typeof bo, channel = place.channel) => new CommandUser(world, who, channel);
	return { ...place, owner: user(place.ellen), member: user(bo), aside: user(place.ellen, side) };
}

const stored = async () => (world.databaseUrl === null ? [] : await choiceRows(world.databaseUrl));
interface GivenSetting {
	readonly name: string;
	readonly value: string;
	readonly scope?: string;
}

const set = (user: CommandUser, given: GivenSetting) => user.say('behavior set', { ...given });

/** A value that each setting of the conversation takes, and what the panel then shows; a vision model has to exist first. */
const VALUES: readonly (readonly [name: string, value: string, shown: string])[] = [
	['system_prompt', 'Be *kind* to all.', String.raw`Be \*kind\* to all.`],
	['channel_prompt', 'Talk of boats.', 'Talk of boats.'],
	['channel_prompt_mode', 'replace', 'replace'],
	['persona_prompt', 'Sing.', 'Sing.'],
	['context_note', 'It rains.', 'It rains.'],
	['context_note_depth', '0', '0'],
	['time_awareness_enabled', 'off', 'No'],
	['uncensor_unicode_space_enabled', 'yes', 'Yes'],
	['uncensor_sanitize_enabled', 'true', 'Yes'],
	['verbatim_tool_calling_enabled', 'on', 'Yes'],
];

describe('/behavior set', () => {
	test('every setting that NovelAI leaves out is saved, shown, and said to be inactive; default clears it', async () => {
		const { owner } = await newGuild('every');
		const before = await owner.say('behavior show');
		for (const [name, value] of VALUES) {
			const said = await set(owner, { name, value });
			expect(said).toContain(`\`${name}\` is`);
			expect(said, name).toContain('stays stored but inactive until another model answers');
		}
		const panel = await owner.say('behavior show');
		for (const [name, , shown] of VALUES) expect(panel).toContain(`\`${name}\`\n${shown}`);
		for (const [name] of VALUES) await set(owner, { name, value: 'default' });
		expect(await owner.say('behavior show')).toBe(before);
		expect(VALUES.map(([name]) => name).sort()).toEqual(
			BEHAVIOR_SETTINGS.filter(({ scopes }) => scopes.some((scope) => scope !== 'personal'))
				.flatMap(({ name, isInactiveOnNovelai }) => (isInactiveOnNovelai && name !== 'vision_model' ? [name] : []))
				.sort(),
		);
	});

	test('what acts with NovelAI, too, says nothing of being inactive', async () => {
		const { owner } = await newGuild('active');
		for (const [name, value] of [
			['humanizer_degree', '1'],
			['message_fetch_limit', '40'],
		] as const) {
			expect(await set(owner, { name, value })).not.toContain('inactive');
		}
	});

	test('a value that is left out is asked for by form, lines and all, and a channel keeps its own', async () => {
		const { owner, aside } = await newGuild('form');
		const lines = 'First line.\n\nThird line.';
		const said = await owner.fill('behavior set', { value: lines, more: 'Last line.' }, { name: 'channel_prompt' });
		expect(said).toContain('`channel_prompt` is First line. Third line. Last line.');
		expect(await owner.say('behavior show')).toContain('First line. Third line. Last line.');
		expect(await aside.say('behavior show')).not.toContain('First line.');
		if (world.databaseUrl !== null) expect((await stored()).join('\n')).toContain('First line.');
	});

	test('a prompt as long as both fields hold is refused with the limit, one a little shorter is kept whole', async () => {
		const { owner } = await newGuild('long');
		const value = 'x'.repeat(4_000);
		const refused = await owner.fill('behavior set', { value, more: value }, { name: 'system_prompt' });
		expect(refused).toContain('at most 8,000 characters');
		const kept = await owner.fill('behavior set', { value, more: value.slice(1) }, { name: 'system_prompt' });
		expect(kept).toContain('Saved');
	});

	test('a form begins with what is stored, and what was not touched stays as it is', async () => {
		const { owner, ellen, channel } = await newGuild('filled');
		const files = new FileUser(world, ellen, channel);
		expect(await files.form('behavior set', { name: 'system_prompt' })).toEqual({ value: '', more: '' });
		const prompt = `${'First line.\n'.repeat(350)}${'Last line.\n'.repeat(20)}`.trim();
		await owner.fill(
			'behavior set',
			{ value: prompt.slice(0, 3_000), more: prompt.slice(3_001) },
			{ name: 'system_prompt' },
		);
		const { value = '', more = '' } = await files.form('behavior set', { name: 'system_prompt' });
		expect([value.length <= 4_000, more === '']).toEqual([true, false]);
		await owner.fill('behavior set', { value, more }, { name: 'system_prompt' });
		expect(await files.form('behavior set', { name: 'system_prompt' })).toEqual({ value, more });
		await owner.say('behavior set', { name: 'llm_stop_strings', value: 'The\\nEnd', scope: 'channel' });
		const stops = await files.form('behavior set', { name: 'llm_stop_strings', scope: 'channel' });
		expect(stops).toEqual({ value: 'The\\nEnd', more: '' });
	});

	test("another persona's settings are set by its name, and the main one keeps its own", async () => {
		const { owner, ellen, channel } = await newGuild('alter');
		await owner.fill('persona create', { name: 'Rin', personality: 'Calm.' });
		const given = { name: 'persona_prompt', value: 'Rin sings.', persona: 'rin' };
		expect(await owner.say('behavior set', given)).toContain('`persona_prompt` is Rin sings. (Rin)');
		expect(await owner.say('behavior show')).not.toContain('Rin sings.');
		const files = new FileUser(world, ellen, channel);
		expect(await files.form('behavior set', { name: 'persona_prompt', persona: 'Rin' })).toMatchObject({
			value: 'Rin sings.',
		});
		const ofServer = { name: 'system_prompt', value: 'x', persona: 'Rin' };
		expect(await owner.say('behavior set', ofServer)).toContain('Nothing was changed');
		const ofChannel = { name: 'context_note', value: 'x', persona: 'Rin', scope: 'channel' };
		expect(await owner.say('behavior set', ofChannel)).toContain('can be set for: This persona');
		expect(await owner.say('behavior set', { ...given, persona: 'Nobody' })).toContain('no persona called Nobody');
		await owner.say('persona switch', { name: 'Rin' });
		expect(await owner.say('behavior show')).toContain('Rin sings.');
	});

	test('the panel holds every setting however long the texts are', async () => {
		const { owner } = await newGuild('panel');
		for (const name of ['system_prompt', 'channel_prompt', 'persona_prompt']) {
			await set(owner, { name, value: '*[x](y)'.repeat(800) });
		}
		await set(owner, { name: 'llm_stop_strings', value: '*[x](y)'.repeat(20) });
		const many = Array.from({ length: 50 }, (_, index) => `<#${100_000 + index}>`).join('');
		expect(await set(owner, { name: 'allow_channels', value: many })).toContain('Saved');
		for (const scope of ['server', 'channel'])
			await set(owner, { name: 'context_note', value: '**__'.repeat(500), scope });
		for (const locale of ['en-US', 'ja', 'pt-BR']) {
			const parts = ['talk', 'answering'].map((part) => owner.say('behavior show', { part }, locale));
			const panel = (await Promise.all(parts)).join('\n');
			for (const { name } of BEHAVIOR_SETTINGS) expect(panel, name).toContain(`\`${name}\`\n`);
		}
	});

	test.each([
		['a note that is too long', { name: 'context_note', value: 'x'.repeat(2_001) }, 'at most 2,000 characters'],
		['a depth that is too deep', { name: 'context_note_depth', value: '101' }, '0–100'],
		['a depth that is no number', { name: 'context_note_depth', value: '-1' }, '0–100'],
		['a switch that is neither', { name: 'time_awareness_enabled', value: 'maybe' }, 'yes, no'],
		['a mode that is none', { name: 'channel_prompt_mode', value: 'before' }, 'append, replace'],
		["a server's prompt for a channel", { name: 'system_prompt', value: 'x', scope: 'channel' }, 'This server'],
		["a channel's prompt for a person", { name: 'channel_prompt', value: 'x', scope: 'personal' }, 'This channel'],
	])('%s changes nothing and names what is taken', async (what, given, phrase) => {
		const { owner } = await newGuild(`refused-${what.replaceAll(/\W/g, '-')}`);
		await owner.say('behavior show');
		const before = await stored();
		const said = await set(owner, given);
		expect(said).toContain(phrase);
		expect(said.toLowerCase()).toContain('nothing was changed');
		expect(await stored()).toEqual(before);
	});

	test('a member sets none of them, by option or by form', async () => {
		const { member } = await newGuild('member');
		await member.say('behavior show');
		const before = await stored();
		for (const [name, value] of VALUES) {
			const scope = name === 'verbatim_tool_calling_enabled' ? { scope: 'server' } : {};
			expect(await set(member, { name, value, ...scope })).toContain('Manage Server');
		}
		expect(await member.say('behavior set', { name: 'system_prompt' })).toContain('Manage Server');
		expect(await stored()).toEqual(before);
	});

	test('in direct messages a person sets them for their own conversation', async () => {
		const { ellen } = await newGuild('direct');
		const direct = new CommandUser(world, ellen, world.discord.build.openDm(ellen));
		expect(await set(direct, { name: 'system_prompt', value: 'Just us.' })).toContain('(This server)');
		expect(await set(direct, { name: 'context_note', value: 'Night.', scope: 'channel' })).toContain('(This channel)');
		const panel = await direct.say('behavior show');
		expect(panel).toContain('Just us.');
		expect(panel).toContain('Night.');
	});
});

describe('/zone', () => {
	test('sets the zone of the server for those who manage it, and of themselves for others', async () => {
		const { owner, member } = await newGuild('zone');
		expect(await owner.say('zone', { value: '5.5' })).toContain('(This server)');
		expect(await member.say('zone', { value: 'asia/tokyo' })).toContain('(Only me)');
		expect(await owner.say('behavior show')).toContain('`zone`\n+05:30\n');
		expect(await owner.say('zone', { value: 'Europe/Berlin', scope: 'personal' })).toContain('(Only me)');
		expect(await owner.say('behavior show')).toContain('`zone`\n+05:30 · Only me: Europe/Berlin');
		expect(await owner.say('zone', { value: 'default', scope: 'personal' })).toContain('Saved');
		expect(await owner.say('behavior show')).toContain('`zone`\n+05:30\n');
	});

	test('refuses what is no zone, and the server to a member', async () => {
		const { owner, member } = await newGuild('no-zone');
		expect(await owner.say('zone', { value: 'Mars/Olympus' })).toContain('Europe/Berlin, +09:00, 5.5');
		expect(await owner.say('zone', { value: '15' })).toContain('nothing was changed');
		expect(await member.say('zone', { value: 'UTC', scope: 'server' })).toContain('Manage Server');
	});

	test('suggests zones by what was typed', async () => {
		const { owner } = await newGuild('suggested');
		const named = (await owner.suggestions('zone', 'value', 'new york')).map(({ value }) => value);
		expect(named).toEqual(['America/New_York']);
		expect(await owner.suggestions('zone', 'value', '')).toHaveLength(25);
	});
});

describe('/language', () => {
	test('is spoken at once, to oneself or on the server, until it is taken back', async () => {
		const { owner, member } = await newGuild('speaking');
		expect(await member.say('language', { value: 'ja' })).toContain('Only me');
		expect(await member.say('behavior show')).toContain('サーバー管理');
		expect(await member.say('language', { value: 'default' })).toContain('保存しました');
		expect(await member.say('behavior show')).toContain('Manage Server');
		expect(await owner.say('language', { value: 'pt-BR', scope: 'server' })).toContain('This server');
		expect(await owner.say('behavior show')).toContain('`language`\npt-BR');
		expect(await member.say('language', { value: 'en', scope: 'server' })).toContain('Manage Server');
	});

	test('is a private answer', async () => {
		const { ellen, channel } = await newGuild('private');
		const handle = world.discord.as(ellen).slash(channel, 'language', { options: { value: 'en' } });
		expect(answerText(await handle.response(10_000))).toContain('`language` is en');
		expect(handle.ephemeral).toBe(true);
	});
});

describe('the room of a channel', () => {
	test('is what the gateway told of its guild: description, emoji, stickers, names', async () => {
		const stickers = [{ name: 'Hug', description: 'A warm one' }];
		const { guild, channel } = await world.addGuild('Harbour', { description: 'Boats.', emojis: ['wave'], stickers });
		const role = world.discord.build.addRole(guild, 'Crew');
		const thread = world.discord.build.addThread(channel, 'night watch');
		const { surface } = world.connection;
		await world.discord.until(() => surface.room(thread.id)?.roleName(role.id) === 'Crew');
		const room = surface.room(thread.id);
		expect(room).toMatchObject({
			guildName: 'Harbour',
			guildDescription: 'Boats.',
			emojis: [{ name: 'wave' }],
			stickers,
		});
		expect(room?.channelNames).toEqual(['night watch', 'general']);
		expect([room?.channelName(channel.id), room?.channelName('1'), room?.roleName('1')]).toEqual([
			'general',
			null,
			null,
		]);
	});

	test('is none in direct messages', async () => {
		const { ellen } = await newGuild('roomless');
		const direct = world.discord.build.openDm(ellen);
		await new CommandUser(world, ellen, direct).say('behavior show');
		expect(world.connection.surface.room(direct.id)).toBeNull();
	});
});
