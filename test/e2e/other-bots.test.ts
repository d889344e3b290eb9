/** What other bots and webhooks write is never the beginning of a conversation between programs. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { BotWorld, textOf } from '../support/bot-world.ts';

let world: BotWorld;

beforeAll(async () => {
	world = await BotWorld.start();
});

afterEach(() => {
	world.novelai.scripts.clear();
	expect(world.violations()).toEqual([]);
});

afterAll(() => world.stop());

test('S028 a bot or a webhook that calls the persona gets neither a reply nor a notice, and people still do', async () => {
	const { guild, channel, ellen } = await world.addGuild('loop');
	const helper = world.discord.build.addUser('helper', { bot: true, globalName: 'Helper' });
	world.discord.build.addMember(guild, helper);
	const webhook = world.discord.build.addWebhook(channel, 'Feed');
	world.novelai.scripts.queue({ text: ' Hello.' });
	const first = await world.askThrough(ellen, channel, `${world.mention} hi`);
	const generations = () => world.novelai.requests.filter(({ method }) => method === 'POST').length;
	const before = generations();
	// Every generation from here on would be empty, and so end with a notice, if a program's line began one.
	for (let time = 0; time < 4; time += 1) world.novelai.scripts.queue({ text: '' });
	const called = world.discord.as(helper).send(channel, `${world.mention} what is new?`);
	world.discord.as(helper).send(channel, { content: 'and you?', replyTo: first.answers[0]?.message ?? called });
	world.discord.sendAsWebhook(webhook, { content: `${world.mention} news!` });
	// Lines of people are read after those of the programs, so that these have been dealt with by then.
	const asked = await world.askThrough(ellen, channel, `${world.mention} are you there?`);
	expect(asked.outcome).toBe('failed');
	expect(generations() - before).toBe(2);
	expect(world.saidIn(channel).map(textOf)).toEqual([
		'Hello.',
		'Nothing came to mind. Please try again or say it differently.',
	]);
	expect(world.turnEnds().map(({ triggerId }) => triggerId)).toEqual([first.triggerId, asked.triggerId]);
});
