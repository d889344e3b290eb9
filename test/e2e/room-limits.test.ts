/** What a model writes for a room is held to the same limits as a reply: quotas, cooldowns and lists. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Options } from '../support/bot-commands.ts';
import { RoomWorld, type TalkRoom } from '../support/talk-room.ts';

let world: RoomWorld;

beforeAll(async () => {
	world = await RoomWorld.start();
});

afterEach(() => {
	expect(world.troubles()).toEqual([]);
});

afterAll(() => world.stop());

const set = (room: TalkRoom, name: string, value: string) => {
	return room.command(room.owner, 'behavior set', { name, value });
};

/** The commands that have a model write something. */
const writing = (room: TalkRoom): readonly (readonly [string, Options])[] => [
	['compact', {}],
	['impersonate user', { user: { id: room.bo.id } }],
	['impersonate persona', { persona: 'Tomori' }],
	['respond', {}],
];

test('S108 where a quota is full no command has anything written', async () => {
	const room = await world.addRoom('full', 'novelai');
	await set(room, 'server_replies_per_day', '1');
	await room.say(room.bo, 'my cat is called Biscuit', 'Lovely.');
	const before = room.generations();
	for (const [command, options] of writing(room)) {
		const said = await room.command(room.owner, command, options);
		expect(said, command).toMatch(/^This server has had its 1 reply for today\. The count begins again <t:\d+:R>\.$/);
	}
	expect(room.generations()).toBe(before);
	expect(room.shown().map(({ origin }) => origin)).not.toContain('webhook');
});

test('a channel that is denied has none, either', async () => {
	const room = await world.addRoom('denied', 'novelai');
	await room.say(room.bo, 'my cat is called Biscuit', 'Lovely.');
	await set(room, 'allow_channels', `-<#${room.channel.id}>`);
	const before = room.generations();
	for (const [command, options] of writing(room)) {
		expect(await room.command(room.owner, command, options), command).toBe('I do not answer that here.');
	}
	expect(room.generations()).toBe(before);
});

test('S108 summaries and messages in a name are counted, failures are not, and the last of them is warned of', async () => {
	const room = await world.addRoom('counted', 'novelai');
	await room.say(room.bo, 'my cat is called Biscuit', 'Lovely.');
	await set(room, 'channel_replies_per_day', '2');
	room.next({ text: '' });
	room.next({ text: '' });
	expect(await room.command(room.owner, 'impersonate user', { user: { id: room.bo.id } })).toContain('Nothing came');
	room.next({ text: 'Where is Biscuit?' });
	expect(await room.command(room.owner, 'impersonate user', { user: { id: room.bo.id } })).toBe(
		'That was **Bo**, so to speak.',
	);
	room.next({ text: 'Bo told Tomori of a cat.' });
	expect(await room.command(room.owner, 'compact')).toMatch(
		/^Done: the summary stands [^\n]+\n2 of this channel's 2 replies for today are used\. The count begins again <t:\d+:R>\.$/,
	);
	expect(await room.command(room.owner, 'compact')).toMatch(/^This channel has had its 2 replies/);
});
