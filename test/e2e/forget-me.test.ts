/** Privacy levels, what is stored of a person, and how it is forgotten. */
import type { APIMessage, APIUser } from 'discord-api-types/v10';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ChannelRecord } from '#playground/discord-server/records';
import { newGate } from '#playground/novelai-server/reply-scripts';
import { answerText, CommandUser } from '../support/bot-commands.ts';
import { BotWorld, OTHER_KEY } from '../support/bot-world.ts';
import { databaseDump } from '../support/database-dump.ts';

let world: BotWorld;

beforeAll(async () => {
	world = await BotWorld.start();
});

afterEach(() => {
	world.novelai.scripts.clear();
	expect(world.violations()).toEqual([]);
});

afterAll(() => world.stop());

async function newPlace(name: string) {
	const place = await world.addGuild(name);
	const bo = world.discord.build.addUser(`bo.${name}`, { globalName: `Bo-${name}` });
	world.discord.build.addMember(place.guild, bo);
	return {
		...place,
		bo,
		owner: new CommandUser(world, place.ellen, place.channel),
		member: new CommandUser(world, bo, place.channel),
	};
}

/** Asks to be forgotten and presses one of the two buttons. */
async function forget(user: APIUser, channel: ChannelRecord, press: 'yes' | 'no') {
	const actor = world.discord.as(user);
	const asked = await actor.slash(channel, 'forget me').response(10_000);
	const pressed = await actor.button(asked, `forget-me:${press}`).response(10_000);
	return { asked: answerText(asked), pressed: answerText(pressed), isPrivate: isEphemeral(asked) };
}

function isEphemeral(message: APIMessage): boolean {
	return ((message.flags ?? 0) & 64) !== 0;
}

describe('/privacy', () => {
	test('says what each level means, which one holds, and leaves nothing behind of who only looks', async () => {
		const { member, bo } = await newPlace('look');
		const shown = await member.say('privacy');
		expect(shown).toContain('▶ **none**');
		expect(shown).toContain('**partial**: memories about you never come up');
		expect(shown).toContain('**full**: I read nothing that you write');
		expect(shown).toContain('What I have stored of you\nnone');
		if (world.databaseUrl !== null) expect(await databaseDump(world.databaseUrl)).not.toContain(bo.id);
	});

	test('a level holds from then on, and full keeps words out of prompts and calls in vain', async () => {
		const { member, owner } = await newPlace('levels');
		world.novelai.scripts.queue({ text: ' I see.' }, { times: 2 });
		expect((await member.talk('I like marzipan')).outcome).toBe('replied');
		const partial = await member.say('privacy', { level: 'partial' });
		expect(partial).toContain('Saved.');
		expect(partial).toContain('▶ **partial**');
		expect((await member.talk('and nougat')).outcome).toBe('replied');
		expect(await member.say('privacy', { level: 'full' })).toContain('▶ **full**');
		expect((await member.talk('hello?')).outcome).toBe('ignored');
		expect((await owner.talk('hi')).generations[0]?.prompt).not.toMatch(/marzipan|nougat/);
		expect(await member.say('privacy', { level: 'none' })).toContain('▶ **none**');
		expect((await member.talk('hello again')).outcome).toBe('replied');
	});

	test('works in direct messages and counts by kind', async () => {
		const { ellen } = await newPlace('direct');
		const direct = world.discord.build.openDm(ellen);
		const alone = new CommandUser(world, ellen, direct);
		await alone.say('memory add', { text: 'Ellen likes tea.', scope: 'personal' });
		await alone.say('zone', { value: 'Europe/Berlin', scope: 'personal' });
		const shown = await alone.say('privacy');
		expect(shown).toContain('Memories about you: 1');
		expect(shown).toContain('Your settings: 1');
		expect(shown).toContain('Our direct messages: settings, keys, personas, memories: 1');
	});
});

describe('S110 /forget me', () => {
	test('S110 removes memories, history copies, counters and keys, proves it, and the database holds no mark of the person', async ({
		skip,
	}) => {
		const { databaseUrl } = world;
		if (databaseUrl === null) return skip('needs a second connection to the database');
		const { owner, member, bo, ellen, channel } = await newPlace('gone');
		const own = new CommandUser(world, bo, world.discord.build.openDm(bo));
		await own.key('key set', OTHER_KEY, { scope: 'personal' });
		await own.say('memory add', { text: 'Bo collects quinces.', scope: 'personal' });
		await own.talk('hello there, quince friend');
		await member.say('zone', { value: '+09:00', scope: 'personal' });
		world.novelai.scripts.queue({ text: ` Quinces again, <@${bo.id}>?` });
		await member.talk('my quinces are ripe');
		await owner.say('block user', { user: bo, kind: 'mute', hours: '1' });
		expect(await databaseDump(databaseUrl)).toContain(bo.id);
		const { asked, pressed, isPrivate } = await forget(bo, channel, 'yes');
		expect(isPrivate).toBe(true);
		for (const kind of ['Memories about you', 'Your keys', 'Your settings', 'Replies to you', 'Our direct messages']) {
			expect(asked).toContain(kind);
		}
		expect(pressed).toContain('I have forgotten you');
		expect(pressed).toContain('Memories about you: 1 → 0');
		expect(pressed).toContain('Your keys: 1 → 0');
		expect(pressed).toMatch(/Replies to you: 2 → 0\nMessages of those replies: \d+ → 0/);
		expect(pressed).toContain('Blocks and lists of servers (they stay): 1 → 1');
		const marks = (await databaseDump(databaseUrl))
			.split('\n')
			.filter((line) => line.includes(bo.id) || /quince|Bo-gone/i.test(line));
		expect(marks).toHaveLength(1);
		expect(marks[0]).toMatch(/^persona_user_blocks /);
		expect((await world.askThrough(ellen, channel, `${world.mention} still there?`)).outcome).toBe('replied');
	});

	test('S110 what is being written for the person ends first, and nothing of it is written afterwards', async ({
		skip,
	}) => {
		const { databaseUrl } = world;
		if (databaseUrl === null) return skip('needs a second connection to the database');
		const { bo, channel } = await newPlace('running');
		const gate = newGate();
		world.novelai.scripts.queue({ text: ' Once upon a time.', pauseAfterTokens: { tokens: 1, until: gate.opened } });
		const before = world.novelai.requests.length;
		const trigger = world.discord.as(bo).send(channel, `${world.mention} tell me a story`);
		await world.discord.until(() => world.novelai.requests.length > before, 10_000);
		const { pressed } = await forget(bo, channel, 'yes');
		expect(pressed).toContain('I have forgotten you');
		expect(await world.outcomeOf(trigger.id)).toBe('cancelled');
		expect(await databaseDump(databaseUrl)).not.toContain(bo.id);
	});

	test('keeps everything for who changes their mind, and says so where there is nothing', async () => {
		const { bo, member, channel } = await newPlace('kept');
		expect(await member.say('forget me')).toContain('I have stored nothing of you.');
		await member.say('zone', { value: '+09:00', scope: 'personal' });
		expect((await forget(bo, channel, 'no')).pressed).toContain('I have forgotten nothing.');
		expect(await member.say('privacy')).toContain('Your settings: 1');
	});
});
