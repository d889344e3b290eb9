/** Whom a persona takes no notice of, by command. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { CommandUser } from '../support/bot-commands.ts';
import { BotWorld } from '../support/bot-world.ts';

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
	const bo = world.discord.build.addUser(`bo.${name}`, { globalName: 'Bo' });
	world.discord.build.addMember(place.guild, bo);
	const owner = new CommandUser(world, place.ellen, place.channel);
	return { ...place, bo, owner, member: new CommandUser(world, bo, place.channel) };
}

describe('/block', () => {
	test('a muted person calls in vain and is read, a blocked one is not read either, and both can be undone at once', async () => {
		const { owner, member, bo } = await newPlace('kinds');
		expect((await member.talk('hello marzipan')).outcome).toBe('replied');
		expect(await owner.say('block user', { user: bo, kind: 'mute' })).toContain(
			`no longer answers <@${bo.id}>, but reads`,
		);
		expect((await member.talk('anybody, nougat?')).outcome).toBe('ignored');
		expect((await owner.talk('hi')).generations[0]?.prompt).toContain('nougat');
		expect(await owner.say('block user', { user: bo })).toContain('reads nothing of what they write: for good');
		expect((await owner.talk('hi')).generations[0]?.prompt).not.toMatch(/nougat|marzipan/);
		expect((await member.talk('hello?')).outcome).toBe('ignored');
		expect(await owner.say('block unblock', { user: `<@${bo.id}>` })).toContain(`takes notice of <@${bo.id}> again`);
		expect((await member.talk('hello!')).outcome).toBe('replied');
		expect(await owner.say('block unblock', { user: bo.id })).toContain('has not blocked anybody like that');
	});

	test('the list shows persona, kind, end and reason', async () => {
		const { owner, bo } = await newPlace('list');
		expect(await owner.say('block list')).toContain('none');
		const begun = Math.floor(Date.now() / 1_000);
		const said = await owner.say('block user', { user: bo, hours: '2', reason: 'was *rude*' });
		const end = Number(/<t:(\d+):R>/.exec(said)?.[1]);
		expect(end - begun).toBeGreaterThanOrEqual(7_200);
		expect(end - begun).toBeLessThan(7_300);
		const list = await owner.say('block list');
		expect(list).toContain(`**Tomori** · <@${bo.id}> · block · until <t:${end}:f> (<t:${end}:R>) · was \\*rude\\*`);
	});

	test('each persona has blocks of its own', async () => {
		const { owner, bo, member } = await newPlace('personas');
		await owner.fill('persona create', { name: 'Mira', personality: 'Mira bakes.' }, { main: 'yes' });
		await owner.say('block user', { user: bo, persona: 'tomori' });
		expect(await owner.say('block list', { persona: 'Mira' })).toContain('none');
		expect(await owner.say('block list', { persona: 'Tomori' })).toContain(bo.id);
		expect((await member.talk('hi')).outcome).toBe('replied');
		expect(await owner.say('block unblock', { user: bo.id })).toContain('**Mira** has not blocked');
		expect(await owner.say('block unblock', { user: bo.id, persona: 'Tomori' })).toContain('again');
		for (const command of ['block user', 'block unblock', 'block list']) {
			const user = command === 'block list' ? {} : { user: command === 'block user' ? bo : bo.id };
			expect(await owner.say(command, { ...user, persona: 'Nobody' })).toContain('no persona called Nobody');
		}
	});

	test('is for those who manage a server, never of the bot itself, and not in direct messages', async () => {
		const { owner, member, ellen, bo } = await newPlace('refusals');
		expect(await member.say('block user', { user: ellen })).toContain('Manage Server');
		expect(await member.say('block unblock', { user: ellen.id })).toContain('Manage Server');
		expect(await member.say('block list')).toContain('Manage Server');
		expect(await owner.say('block user', { user: world.discord.world.application.bot })).toContain('from myself');
		for (const hours of ['0', '8761', '1.5', 'soon']) {
			expect(await owner.say('block user', { user: bo, hours })).toContain('from 1 to 8,760');
		}
		expect(await owner.say('block list')).toContain('none');
		const direct = new CommandUser(world, ellen, world.discord.build.openDm(ellen));
		expect(await direct.say('block list')).toContain('nobody can be blocked');
		expect(await direct.say('block user', { user: ellen })).toContain('nobody can be blocked');
		expect(await direct.say('block unblock', { user: ellen.id })).toContain('nobody can be blocked');
	});

	test('people who are blocked are suggested by name, 25 at most, also when they have left', async () => {
		const { owner, member, bo, guild } = await newPlace('suggest');
		expect(await owner.suggestions('block unblock', 'user')).toEqual([]);
		await member.talk('hi');
		await owner.say('block user', { user: bo });
		expect(await owner.suggestions('block unblock', 'user', 'bO')).toEqual([{ name: `Bo (${bo.id})`, value: bo.id }]);
		for (let number = 1; number <= 25; number += 1) {
			const user = world.discord.build.addUser(`guest${number}`, { globalName: `Guest ${number}` });
			world.discord.build.addMember(guild, user);
			await owner.say('block user', { user, kind: 'mute' });
			if (number === 24) expect(await owner.suggestions('block unblock', 'user')).toHaveLength(25);
		}
		expect(await owner.suggestions('block unblock', 'user')).toHaveLength(25);
		expect(await owner.say('block list', { page: '3' })).toContain('Page 3 of 3 (26)');
		expect(await member.suggestions('block unblock', 'user')).toEqual([]);
	});
});
