/** Replies that come under another name and picture than the bot's own. */
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ChannelRecord, MessageRecord } from '#playground/discord-server/records';
import { BotWorld, isNotice, type TestGuild, textOf } from '../support/bot-world.ts';

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

/** Everything the bot shows in a channel: its own messages and those of its webhooks. */
function shown(channel: ChannelRecord): readonly MessageRecord[] {
	return world.discord.world.messageLog.filter((record) => {
		return record.message.channel_id === channel.id && !record.deleted && ['bot', 'webhook'].includes(record.origin);
	});
}

const namesAndTexts = (channel: ChannelRecord): readonly (readonly [string, string])[] =>
	shown(channel).map((record) => [record.message.author.username, textOf(record)] as const);

/** Mio is the main persona, and Tomori speaks as an alter from then on. */
async function addAlter(name: string): Promise<TestGuild> {
	const place = await world.addGuild(name);
	const actor = world.discord.as(place.ellen);
	const opened = actor.slash(place.channel, 'persona create', { options: { main: 'yes' } });
	await opened.callback();
	await actor.submitModal(opened, { name: 'Mio', personality: 'Mio is calm.' }).response();
	return place;
}

async function respond({ channel, ellen }: TestGuild, text: string, persona = 'Tomori'): Promise<void> {
	const before = world.turnEnds().length;
	world.novelai.scripts.queue({ text: ` ${text}` });
	await world.discord.as(ellen).slash(channel, 'respond', { options: { persona } }).response();
	await world.discord.until(() => world.turnEnds().length > before, 15_000);
}

async function say({ channel, ellen }: TestGuild, text: string): Promise<string> {
	world.novelai.scripts.queue({ text: ` ${text}` });
	const before = world.novelai.requests.length;
	expect((await world.askThrough(ellen, channel, `${world.mention} hi`)).outcome).toBe('replied');
	return JSON.stringify(world.novelai.requests.slice(before).at(-1)?.body);
}

describe('an alter', () => {
	test('S045 speaks through a webhook, in a thread too, with the row of buttons on its last message', async () => {
		const place = await addAlter('alter');
		await respond(place, 'I am here.\n\nStill.');
		expect(namesAndTexts(place.channel)).toEqual([
			['Tomori', 'I am here.'],
			['Tomori', 'Still.'],
		]);
		expect(shown(place.channel).map((record) => (record.message.components ?? []).length)).toEqual([0, 1]);
		const thread = world.discord.build.addThread(place.channel, 'side', { owner: place.ellen });
		await respond({ ...place, channel: thread }, 'In here.');
		expect(namesAndTexts(thread)).toEqual([['Tomori', 'In here.']]);
		expect([...world.discord.world.webhooks.values()].filter((hook) => hook.guildId === place.guild.id)).toHaveLength(
			1,
		);
	});

	test('S048 a thread that the bot knows nothing of is asked for once, and its parent’s webhook posts there', async () => {
		const place = await addAlter('unknown-thread');
		await world.stopBot();
		// Threads that are archived are in no list that the gateway sends.
		const thread = world.discord.build.addThread(place.channel, 'old', { owner: place.ellen, archived: true });
		await world.startBot();
		const before = world.discord.requests.length;
		await respond({ ...place, channel: thread }, 'In here.');
		await respond({ ...place, channel: thread }, 'And again.');
		expect(namesAndTexts(thread)).toEqual([
			['Tomori', 'In here.'],
			['Tomori', 'And again.'],
		]);
		const requests = world.discord.requests.slice(before);
		expect(requests.filter(({ method, path }) => method === 'GET' && path === `/channels/${thread.id}`)).toHaveLength(
			1,
		);
		const [webhook] = [...world.discord.world.webhooks.values()].filter(({ guildId }) => guildId === place.guild.id);
		expect(webhook?.channelId).toBe(place.channel.id);
		const posts = requests.filter(
			({ method, path }) => method === 'POST' && path.startsWith(`/webhooks/${webhook?.id}/`),
		);
		expect(posts).toHaveLength(2);
	});

	test('is read back under its own name by the others', async () => {
		const place = await addAlter('read-back');
		await respond(place, 'The tea is ready.');
		expect(await say(place, 'Thank you.')).toContain('Tomori: The tea is ready.');
	});

	test('S104 is regenerated and deleted through its webhook', async () => {
		const place = await addAlter('alter-control');
		await respond(place, 'First.');
		const press = (action: string) => {
			const record = shown(place.channel).at(-1);
			const id = JSON.stringify(record?.message.components).match(/turn:\d+:/)?.[0];
			return world.discord.as(place.ellen).button(record?.message ?? { id: '' }, `${id}${action}`);
		};
		world.novelai.scripts.queue({ text: ' Second.' });
		press('regenerate');
		await world.discord.until(() => namesAndTexts(place.channel).at(-1)?.[1] === 'Second.', 15_000);
		expect(namesAndTexts(place.channel)).toEqual([['Tomori', 'Second.']]);
		press('delete');
		await world.discord.until(() => shown(place.channel).length === 0, 15_000);
	});

	test('S096 where webhooks are forbidden the bot speaks in its place and says so once', async () => {
		const place = await addAlter('forbidden');
		world.discord.build.deny(place.channel, ['ManageWebhooks']);
		await respond(place, 'Hello.');
		await respond(place, 'Hello again.');
		const plain = shown(place.channel).filter((record) => !isNotice(record));
		expect(plain.map(textOf)).toEqual(['Hello.', 'Hello again.']);
		expect(shown(place.channel).filter(isNotice).map(textOf)).toEqual([expect.stringContaining('**Tomori**')]);
	});

	test('a webhook’s token is nowhere in the database as it is', async () => {
		await respond(await addAlter('secret'), 'Hush.');
		if (world.databaseUrl === null) return;
		const client = new pg.Client({ connectionString: world.databaseUrl });
		await client.connect();
		const { rows } = await client.query('select * from discord_managed_webhooks');
		await client.end();
		expect(rows.length).toBeGreaterThan(0);
		for (const row of rows) expect(Buffer.from(row.ciphertext).toString('latin1')).not.toContain('webhook-token');
	});
});

describe('a line in another look', () => {
	test('has the name with the label and the picture of whom it names, and is read back as the same line', async () => {
		const place = await world.addGuild('look');
		Object.assign(place.ellen, { avatar: 'a1b2c3d4e5f6a1b2c3d4e5f6a1b2c3d4' });
		await say(place, 'Me first.\nTomori (Ellen): I am you.\nTomori: Me again.');
		expect(namesAndTexts(place.channel).map(([, text]) => text)).toEqual(['Me first.', 'I am you.', 'Me again.']);
		const copied = shown(place.channel)[1];
		expect(copied?.message.author.username).toBe('Tomori (Ellen)');
		const post = world.discord.requests.find((request) => JSON.stringify(request.body).includes('I am you.'));
		expect(post?.body).toMatchObject({ avatar_url: expect.stringContaining('a1b2c3d4e5f6') });
		expect(await say(place, 'Done.')).toContain('Tomori (Ellen): I am you.');
	});

	test('a label that nobody bears is the plain persona', async () => {
		const place = await world.addGuild('nobody');
		await say(place, 'Tomori (mad): Grr.');
		expect(shown(place.channel).map((record) => [record.origin, textOf(record)])).toEqual([['bot', 'Grr.']]);
	});
});

describe('what a reply names', () => {
	test('S017 people become mentions that may ping them, emoji become the server’s, and the rest pings nobody', async () => {
		const place = await world.addGuild('names');
		place.guild.emojis.set('900', { id: '900', name: 'wave', animated: false, available: true });
		await world.stopBot();
		await world.startBot();
		await say(place, 'Hi @Ellen :wave: :nope: and @everyone');
		expect(shown(place.channel).map(textOf)).toEqual([`Hi <@${place.ellen.id}> <:wave:900> and @everyone`]);
		const post = world.postsTo(place.channel).at(-1)?.body;
		expect(post).toMatchObject({ allowed_mentions: { parse: [], users: [place.ellen.id] } });
	});
});
