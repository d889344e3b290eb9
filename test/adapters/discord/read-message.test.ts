import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createNicknameMemory } from '#adapters/discord/nickname-memory';
import type { ReadContext } from '#adapters/discord/read-context';
import { readMessage } from '#adapters/discord/read-message';
import { createdAtOf } from '#domain/snowflake-time';

const selfId = '700000000000000001';
const applicationId = '700000000000000002';
const guildId = '800000000000000001';
const channelId = '800000000000000002';

function context(change: Partial<ReadContext> = {}): ReadContext {
	return {
		selfId,
		applicationId,
		guildId: null,
		nicknames: createNicknameMemory(),
		roleName: (_guildId, roleId) => (roleId === '2' ? 'crew' : null),
		channelName: (id) => (id === '4' ? 'lounge' : null),
		...change,
	};
}

const bo = { id: '900000000000000001', username: 'bo', global_name: 'Bo Global', discriminator: '0', avatar: null };

function payload(change: Record<string, unknown> = {}): Record<string, unknown> {
	return {
		id: '1300000000000000000',
		channel_id: channelId,
		type: 0,
		author: bo,
		content: 'hello',
		timestamp: '2026-11-30T12:00:00.250000+00:00',
		edited_timestamp: null,
		tts: false,
		mention_everyone: false,
		mentions: [],
		mention_roles: [],
		attachments: [],
		embeds: [],
		pinned: false,
		flags: 0,
		...change,
	};
}

function read(change: Record<string, unknown> = {}, contextChange: Partial<ReadContext> = {}) {
	const message = readMessage(payload(change), context(contextChange));
	if (message === null) throw new Error('no message was read');
	return message;
}

describe('a message read from a payload', () => {
	test('carries what a person of the channel sees', () => {
		expect(read({ guild_id: guildId, member: { nick: 'Bobby', roles: [] } })).toEqual({
			id: '1300000000000000000',
			channelId,
			guildId,
			author: { id: bo.id, kind: 'user', displayName: 'Bobby', username: 'bo' },
			webhook: null,
			content: 'hello',
			attachments: [],
			stickers: [],
			embeds: [],
			componentTexts: [],
			componentMedia: [],
			poll: null,
			createdAtMs: Date.parse('2026-11-30T12:00:00.250Z'),
			editedAtMs: null,
			mentionedUsers: [],
			mentionedRoles: [],
			mentionedChannels: [],
			mentionsEveryone: false,
			reply: null,
			forward: null,
			reactions: [],
			kind: 'conversation',
			systemEvent: null,
			noticeKind: null,
			transcript: null,
		});
	});

	test.each([
		['the nickname comes first', { guild_id: guildId, member: { nick: 'Bobby' } }, 'Bobby'],
		['a member without nickname has the global name', { guild_id: guildId, member: { nick: null } }, 'Bo Global'],
		['without member data the global name stands', {}, 'Bo Global'],
		['without global name the username stands', { author: { ...bo, global_name: null } }, 'bo'],
		['an empty nickname is none', { guild_id: guildId, member: { nick: '' } }, 'Bo Global'],
	])('names its author: %s', (_, change, name) => {
		expect(read(change).author.displayName).toBe(name);
	});

	test('keeps a nickname that a packet showed for the same person in a listing', () => {
		const nicknames = createNicknameMemory();
		readMessage(payload({ guild_id: guildId, member: { nick: 'Bobby' } }), context({ nicknames }));
		expect(read({}, { nicknames, guildId }).author.displayName).toBe('Bobby');
		expect(read({}, { nicknames, guildId: '5' }).author.displayName).toBe('Bo Global');
		expect(read({}, { nicknames, guildId: null }).author.displayName).toBe('Bo Global');
	});

	test.each([
		['self', { author: { ...bo, id: selfId, bot: true } }],
		['self', { author: { ...bo, id: selfId, bot: true }, webhook_id: applicationId, application_id: applicationId }],
		['user', {}],
		['bot', { author: { ...bo, bot: true } }],
		['bot', { author: { ...bo, bot: true }, webhook_id: '55', application_id: '55' }],
		['webhook', { author: { id: '66', username: 'Ellen', bot: true }, webhook_id: '66' }],
		['webhook', { author: { id: '66', username: 'Ellen' }, webhook_id: '66', application_id: applicationId }],
	])('is written by %s', (kind, change) => {
		expect(read(change).author.kind).toBe(kind);
	});

	test.each([
		[0, 'conversation'],
		[19, 'conversation'],
		[20, 'conversation'],
		[23, 'conversation'],
		[6, 'system'],
		[7, 'system'],
		[8, 'system'],
		[18, 'system'],
		[21, 'system'],
		[46, 'system'],
	])('of type %i is %s', (type, kind) => {
		expect(read({ type }).kind).toBe(kind);
	});

	test('names whom it mentions as the guild does', () => {
		const message = read({
			guild_id: guildId,
			content: '<@1> <@&2> <@&5> <#4> <#6> @everyone',
			mentions: [{ ...bo, id: '1', member: { nick: 'One' } }, { ...bo, id: '3' }, { username: 'nobody' }],
			mention_roles: ['2', '5'],
			mention_everyone: true,
		});
		expect(message.mentionedUsers).toEqual([
			{ id: '1', displayName: 'One' },
			{ id: '3', displayName: 'Bo Global' },
		]);
		expect(message.mentionedRoles).toEqual([
			{ id: '2', name: 'crew' },
			{ id: '5', name: '' },
		]);
		expect(message.mentionedChannels).toEqual([{ id: '4', name: 'lounge' }]);
		expect(message.mentionsEveryone).toBe(true);
	});
});

test.each([
	['its text', { content: 'see https://discord.com/channels/8/4/12' }],
	['its embeds', { embeds: [{ type: 'rich', description: 'see <#4>' }] }],
	['its components', { components: [{ type: 10, content: 'see <#4>' }] }],
])('S026 a channel that %s names or links to has its name', (_, change) => {
	expect(read(change).mentionedChannels).toEqual([{ id: '4', name: 'lounge' }]);
});

describe('a reply read from a payload', () => {
	const message_reference = { type: 0, message_id: '12', channel_id: channelId };
	const place = { messageId: '12', channelId };

	test('S034 a deleted target is known to be gone, an absent one is unknown', () => {
		expect(read({ type: 19, message_reference, referenced_message: null }).reply).toEqual({
			...place,
			state: 'deleted',
			target: null,
		});
		expect(read({ type: 19, message_reference }).reply).toEqual({
			...place,
			state: 'unknown',
			target: null,
		});
	});

	test('S022 the target names the bot or its webhook whether or not anybody was notified', () => {
		const toBot = { id: '12', author: { ...bo, id: selfId, bot: true } };
		expect(read({ type: 19, message_reference, referenced_message: toBot, mentions: [] }).reply).toMatchObject({
			...place,
			state: 'known',
			target: { id: '12', author: { id: selfId, kind: 'self' }, webhook: null },
		});
		const author = { id: '66', username: 'Mira' };
		const toWebhook = { id: '12', author, webhook_id: '66', application_id: applicationId };
		expect(read({ type: 19, message_reference, referenced_message: toWebhook }).reply).toMatchObject({
			...place,
			state: 'known',
			target: { author: { id: '66', kind: 'webhook', displayName: 'Mira' }, webhook: { id: '66', isOurs: true } },
		});
	});

	test.each([
		[true, { message_reference: { type: 1, message_id: '3', channel_id: '9' }, message_snapshots: [{ message: {} }] }],
		[undefined, { message_reference: { type: 1 }, message_snapshots: [{ message: { content: 'seen' } }] }],
		[undefined, { type: 7 }],
	])('S032 the target says %s to being a forward that nobody can see', (isUnseenForward, change) => {
		const referenced_message = { id: '12', author: bo, content: '', ...change };
		const { reply } = read({ type: 19, message_reference, referenced_message });
		expect(reply?.target?.isUnseenForward).toBe(isUnseenForward);
	});

	test('S026 the target brings the names of the channels that it mentions', () => {
		const referenced_message = { id: '12', author: bo, content: 'see <#4>' };
		const { reply } = read({ type: 19, message_reference, referenced_message });
		expect(reply?.target?.body.mentionedChannels).toEqual([{ id: '4', name: 'lounge' }]);
	});

	test.each([
		['a forward', { message_reference: { ...message_reference, type: 1 }, message_snapshots: [{ message: {} }] }],
		['a pin', { type: 6, message_reference }],
		['a new thread in its channel', { type: 18, message_reference: { type: 0, channel_id: channelId } }],
		['a crosspost', { flags: 2, message_reference }],
	])('%s is none', (_, change) => {
		expect(read(change).reply).toBeNull();
	});
});

describe('a notice read from a payload', () => {
	const embeds = [{ type: 'rich', description: 'No key.', footer: { text: 'tomori · notice' } }];

	test('is known by the footer of our own message', () => {
		expect(read({ embeds, author: { ...bo, id: selfId, bot: true } }).noticeKind).toBe('notice');
		expect(read({ embeds, webhook_id: '66', application_id: applicationId }).noticeKind).toBe('notice');
	});

	test('is every answer of ours to a command', () => {
		const author = { ...bo, id: selfId, bot: true };
		const answer = { webhook_id: applicationId, application_id: applicationId };
		expect(read({ ...answer, type: 20, author }).noticeKind).toBe('command');
		expect(read({ ...answer, type: 19, author }).noticeKind).toBe('command');
		expect(read({ ...answer, author, embeds }).noticeKind).toBe('notice');
		expect(read({ webhook_id: '55', application_id: '55', author: { ...bo, bot: true } }).noticeKind).toBeNull();
		expect(read({ author }).noticeKind).toBeNull();
	});

	test('is never claimed by others, by text or by another footer', () => {
		expect(read({ embeds }).noticeKind).toBeNull();
		const author = { ...bo, id: selfId, bot: true };
		expect(read({ author, content: 'tomori · notice' }).noticeKind).toBeNull();
		expect(read({ author, embeds: [{ footer: { text: 'say tomori · notice' } }] }).noticeKind).toBeNull();
	});
});

/** Lists and objects under the names that Discord uses, filled with anything. */
const partlyShaped = fc.letrec((tie) => {
	const names = ['message', 'author', 'embeds', 'attachments', 'components', 'items', 'media', 'file', 'url', 'emoji'];
	const more = ['id', 'filename', 'content', 'answers', 'poll_media', 'question', 'fields', 'footer', 'type', 'text'];
	return {
		node: fc.oneof(
			{ depthSize: 'small' },
			fc.jsonValue({ maxDepth: 1 }),
			fc.array(tie('node'), { maxLength: 3 }),
			fc.dictionary(fc.constantFrom(...names, ...more), tie('node')),
		),
	};
}).node;

describe('odd payloads', () => {
	test('without message or channel are no messages', () => {
		for (const odd of [null, 1, 'x', [], {}, payload({ id: undefined }), payload({ channel_id: 3 })]) {
			expect(readMessage(odd, context())).toBeNull();
		}
	});

	test('lose only their odd fields, and never throw', () => {
		const fields = Object.keys({ ...payload(), webhook_id: 0, application_id: 0, member: 0, poll: 0 });
		const more = ['message_reference', 'referenced_message', 'message_snapshots', 'components', 'guild_id'];
		const parts = ['sticker_items', 'reactions', 'poll', 'mention_roles', 'content', 'flags', 'type'];
		const value = fc.oneof(fc.jsonValue({ maxDepth: 3 }), partlyShaped);
		const odd = fc.dictionary(fc.constantFrom(...fields, ...more, ...parts), value);
		fc.assert(
			fc.property(odd, (change) => {
				const raw = { ...payload(change), id: '1300000000000000000', channel_id: channelId };
				const message = readMessage(raw, context({ guildId }));
				expect(message?.id).toBe('1300000000000000000');
				expect(typeof message?.content).toBe('string');
				expect(typeof message?.author.displayName).toBe('string');
			}),
		);
	});

	test('have the time of their snowflake when they bring none', () => {
		expect(createdAtOf('175928847299117063')).toBe(1_462_015_105_796);
		expect(read({ id: '175928847299117063', timestamp: 'yesterday' }).createdAtMs).toBe(1_462_015_105_796);
		expect(read({ id: 'x', timestamp: undefined }).createdAtMs).toBeNull();
	});
});

test('the memory of nicknames forgets the least recently learned', () => {
	const memory = createNicknameMemory(2);
	memory.learn('g', '1', 'one');
	memory.learn('g', '2', null);
	memory.learn('g', '1', 'uno');
	memory.learn('g', '3', 'three');
	expect([memory.recall('g', '1'), memory.recall('g', '2'), memory.recall('g', '3')]).toEqual([
		'uno',
		undefined,
		'three',
	]);
});
