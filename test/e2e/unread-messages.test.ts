/** A bot that was started without the right to read messages. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { CommandUser } from '../support/bot-commands.ts';
import { BotWorld } from '../support/bot-world.ts';

let world: BotWorld;

beforeAll(async () => {
	world = await BotWorld.start({ DISCORD_MESSAGE_CONTENT: 'false' });
});

afterEach(() => {
	expect(world.novelai.scripts.pending).toBe(0);
	expect(world.violations()).toEqual([]);
});

afterAll(() => world.stop());

const WARNING = 'I was started without the right to read messages here';

test('says where words are set that they call only in messages it gets, and so they do', async () => {
	const { channel, ellen } = await world.addGuild('unread');
	const owner = new CommandUser(world, ellen, channel);
	expect(await owner.fill('persona create', { name: 'Rin', personality: 'Rin is calm.' })).toContain(WARNING);
	expect(await owner.fill('persona trigger', { words: 'fox' }, { name: 'Rin' })).toContain(WARNING);
	world.discord.as(ellen).send(channel, 'rin?');
	world.novelai.scripts.queue({ text: ' Here.' });
	world.novelai.scripts.queue({ text: ' Me, too.' });
	world.discord.as(ellen).send(channel, `${world.mention} and fox?`);
	await world.untilTurns(2);
	const said = world.discord.world.messagesIn(channel.id).filter((each) => ['bot', 'webhook'].includes(each.origin));
	expect(said.map((each) => each.message.content)).toEqual(['Here.', 'Me, too.']);
	expect(said.map((each) => each.message.author.username).at(-1)).toBe('Rin');
});

test('says nothing of it in direct messages, whose words it gets', async () => {
	const ellen = world.discord.build.addUser('ellen.unread-direct', { globalName: 'Ellen' });
	const owner = new CommandUser(world, ellen, world.discord.build.openDm(ellen));
	expect(await owner.fill('persona trigger', { words: 'fox' })).not.toContain(WARNING);
});
