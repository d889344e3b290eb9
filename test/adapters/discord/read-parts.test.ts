/** What messages carry beside text: files, stickers, embeds, polls, components, reactions, forwards, system events. */
import { describe, expect, test } from 'vitest';
import { createNicknameMemory } from '#adapters/discord/nickname-memory';
import { mediaKindOf, mimeTypeOf } from '#adapters/discord/read-attachments';
import { readMessage } from '#adapters/discord/read-message';

const context = {
	selfId: '700000000000000001',
	applicationId: '700000000000000002',
	guildId: '8',
	nicknames: createNicknameMemory(),
	roleName: (guildId: string, roleId: string) => `role ${roleId} of ${guildId}`,
	channelName: (id: string) => (id === '44' ? 'lounge' : null),
};

const bo = { id: '900000000000000001', username: 'bo', global_name: 'Bo' };

function read(change: Record<string, unknown>) {
	const payload = { id: '1300000000000000000', channel_id: '20', type: 0, author: bo, content: '', ...change };
	const message = readMessage(payload, context);
	if (message === null) throw new Error('no message was read');
	return message;
}

const file = (change: Record<string, unknown> = {}) => ({
	id: '5',
	filename: 'cat.png',
	size: 12,
	url: 'https://cdn/cat.png?ex=1',
	proxy_url: 'https://media/cat.png',
	content_type: 'image/png',
	...change,
});

describe('files', () => {
	test.each([
		['image/png', 'a.bin', 'image', 'image/png'],
		['video/mp4; codecs=avc1', 'a', 'video', 'video/mp4'],
		['audio/ogg', 'voice-message.ogg', 'audio', 'audio/ogg'],
		['text/plain; charset=utf-8', 'a.txt', 'document', 'text/plain'],
		['application/pdf', 'picture.png', 'document', 'application/pdf'],
		[null, 'holiday.HEIC', 'image', 'image/heic'],
		[null, 'clip.mov', 'video', 'video/quicktime'],
		[null, 'song.flac', 'audio', 'audio/flac'],
		[null, 'notes', 'document', null],
		[null, 'archive.tar.xz', 'document', null],
		['application/octet-stream', 'photo.webp', 'image', 'image/webp'],
		['image/svg+xml', 'logo.svg', 'document', 'image/svg+xml'],
		['application/octet-stream', 'blob', 'document', 'application/octet-stream'],
	])('of type %s named %s are %s', (...[contentType, fileName, kind, mimeType]) => {
		expect(mediaKindOf(contentType, fileName)).toBe(kind);
		expect(mimeTypeOf(contentType, fileName)).toBe(mimeType);
	});

	test('have their alt text, size and spoiler mark', () => {
		const [picture, hidden] = read({
			attachments: [file({ description: 'a cat' }), file({ id: '6', filename: 'SPOILER_b.png' })],
		}).attachments;
		expect(picture).toEqual({
			id: '5',
			fileName: 'cat.png',
			kind: 'image',
			mimeType: 'image/png',
			url: 'https://cdn/cat.png?ex=1',
			proxyUrl: 'https://media/cat.png',
			sizeBytes: 12,
			description: 'a cat',
			durationSeconds: null,
			isVoiceMessage: false,
			isSpoiler: false,
		});
		expect(hidden?.isSpoiler).toBe(true);
	});

	test('are voice messages where the message says so', () => {
		const voice = file({
			filename: 'voice-message.ogg',
			content_type: 'audio/ogg',
			duration_secs: 3.4,
			waveform: 'AA==',
		});
		expect(read({ flags: 8192, attachments: [voice] }).attachments[0]).toMatchObject({
			kind: 'audio',
			isVoiceMessage: true,
			durationSeconds: 3.4,
		});
		expect(read({ attachments: [voice] }).attachments[0]?.isVoiceMessage).toBe(false);
	});

	test('without id or address are none', () => {
		expect(read({ attachments: [{}, file({ url: null }), file({ id: 3 }), null, 'x'] }).attachments).toEqual([]);
	});
});

test('stickers have a name and a picture by their format, those that are drawn by code none', () => {
	const items = [
		{ id: '1', name: 'wave', format_type: 1 },
		{ id: '2', name: 'spin', format_type: 4 },
		{ id: '3', name: 'draw', format_type: 3 },
	];
	expect(read({ sticker_items: items }).stickers).toEqual([
		{
			id: '1',
			name: 'wave',
			picture: { url: 'https://cdn.discordapp.com/stickers/1.png', mimeType: 'image/png' },
		},
		{
			id: '2',
			name: 'spin',
			picture: { url: 'https://media.discordapp.net/stickers/2.gif', mimeType: 'image/gif' },
		},
		{ id: '3', name: 'draw', picture: null },
	]);
});

describe('embeds', () => {
	const rich = {
		type: 'rich',
		title: 'T',
		description: 'D',
		fields: [{ name: 'n', value: 'v' }],
		footer: { text: 'f' },
	};

	test('of a person are link previews, whatever their type', () => {
		expect(read({ embeds: [rich, { type: 'gifv', url: 'https://gif' }] }).embeds.map(({ kind }) => kind)).toEqual([
			'link-preview',
			'link-preview',
		]);
	});

	test('of a bot are cards unless Discord made them of a link', () => {
		const embeds = read({
			author: { ...bo, bot: true },
			embeds: [rich, { type: 'video', provider: { name: 'Tube' }, thumbnail: { url: 'u', proxy_url: 'p' } }],
		}).embeds;
		expect(embeds[0]).toMatchObject({ kind: 'card', title: 'T', description: 'D', footerText: 'f' });
		expect(embeds[0]?.fields).toEqual([{ name: 'n', value: 'v' }]);
		expect(embeds[1]).toMatchObject({
			kind: 'link-preview',
			providerName: 'Tube',
			thumbnailUrl: 'u',
			thumbnailProxyUrl: 'p',
			imageUrl: null,
		});
	});
});

test('a poll has its question and answers, those of an emoji alone included', () => {
	const answers = [
		{ answer_id: 1, poll_media: { text: 'tea' } },
		{ answer_id: 2, poll_media: { emoji: { id: null, name: '☕' } } },
		{ answer_id: 3 },
	];
	expect(read({ poll: { question: { text: 'What now?' }, answers } }).poll).toEqual({
		question: 'What now?',
		answers: ['tea', '☕'],
	});
});

test('components give their texts in reading order, and the media of galleries, thumbnails and files', () => {
	const components = [
		{ type: 10, content: 'first' },
		{
			type: 17,
			components: [
				{
					type: 9,
					components: [{ type: 10, content: 'second' }],
					accessory: { type: 11, media: { url: 'https://x/thumb.webp?a=1' }, description: 'alt' },
				},
				{ type: 12, items: [{ media: { url: 'https://x/clip.mp4', content_type: 'video/mp4' }, spoiler: true }] },
				{ type: 13, file: { url: 'attachment://notes.txt', attachment_id: '9' }, name: 'notes.txt', size: 4 },
				{ type: 1, components: [{ type: 2, label: 'press', custom_id: 'x' }] },
			],
		},
		{ type: 10, content: 'third' },
	];
	const message = read({ flags: 32_768, components });
	expect(message.componentTexts).toEqual(['first', 'second', 'third']);
	expect(
		message.componentMedia.map(({ fileName, kind, isSpoiler, description }) => [
			fileName,
			kind,
			isSpoiler,
			description,
		]),
	).toEqual([
		['thumb.webp', 'image', false, 'alt'],
		['clip.mp4', 'video', true, null],
		['notes.txt', 'document', false, null],
	]);
});

test('reactions have their emoji, count and whether one is ours', () => {
	const reactions = [
		{ emoji: { id: null, name: '🔥' }, count: 2, me: true },
		{ emoji: { id: '77', name: 'blob' }, count: 1, me: false },
		{ emoji: { id: null, name: null }, count: 1 },
	];
	expect(read({ reactions }).reactions).toEqual([
		{ emoji: '🔥', count: 2, isMine: true, userNames: [] },
		{ emoji: ':blob:', emojiId: '77', count: 1, isMine: false, userNames: [] },
	]);
});

describe('forwards', () => {
	const message_reference = { type: 1, message_id: '12', channel_id: '44', guild_id: '8' };

	test('S030 show the text and files of their snapshot, and nobody as its author', () => {
		const snapshot = { content: 'look', attachments: [file()], embeds: [], timestamp: '2026-11-30T12:00:00Z' };
		const { forward, reply, content } = read({ message_reference, message_snapshots: [{ message: snapshot }] });
		expect(content).toBe('');
		expect(reply).toBeNull();
		expect(forward).toMatchObject({
			messageId: '12',
			channelId: '44',
			channelName: 'lounge',
			hops: 0,
			createdAtMs: Date.parse('2026-11-30T12:00:00Z'),
			body: { content: 'look', attachments: [{ fileName: 'cat.png', kind: 'image' }] },
		});
	});

	test.each([
		['empty lists', { content: '', attachments: [], embeds: [], sticker_items: [], components: [] }],
		['nulls', { content: null, attachments: null, embeds: null, components: null, timestamp: null }],
		['nothing', {}],
	])('S032 with a snapshot of %s have no body: they forward a forward', (_, message) => {
		expect(read({ message_reference, message_snapshots: [{ message }] }).forward?.body).toBeNull();
	});

	test('S026 bring the names of what their snapshot mentions, its roles from the guild it comes from', () => {
		const mentions = [{ id: '900000000000000002', username: 'mina', global_name: 'Mina' }];
		const snapshot = { content: 'ask <@900000000000000002> in <#44>', mentions, mention_roles: ['3'] };
		const elsewhere = { ...message_reference, guild_id: '9' };
		const { forward } = read({ message_reference: elsewhere, message_snapshots: [{ message: snapshot }] });
		expect(forward?.body).toMatchObject({
			mentionedUsers: [{ id: '900000000000000002', displayName: 'Mina' }],
			mentionedRoles: [{ id: '3', name: 'role 3 of 9' }],
			mentionedChannels: [{ id: '44', name: 'lounge' }],
		});
	});

	test('without any snapshot have no body either', () => {
		expect(read({ message_reference }).forward).toMatchObject({ messageId: '12', body: null });
	});
});

describe('system messages', () => {
	test.each([
		[{ type: 7 }, { kind: 'join' }],
		[
			{ type: 6, message_reference: { message_id: '12', channel_id: '20' } },
			{ kind: 'pin', messageId: '12' },
		],
		[{ type: 6 }, { kind: 'pin', messageId: null }],
		[{ type: 8 }, { kind: 'other' }],
		[{ type: 18, content: 'a thread' }, { kind: 'other' }],
	])('%o tell %o', (change, event) => {
		expect(read(change)).toMatchObject({ kind: 'system', systemEvent: event, forward: null });
	});
});

test('the first message of a thread points at the one from which the thread grew', () => {
	const message_reference = { type: 0, message_id: '12', channel_id: '44' };
	const referenced_message = { id: '12', author: bo, content: 'about cats' };
	expect(read({ type: 21, message_reference, referenced_message })).toMatchObject({
		kind: 'system',
		systemEvent: { kind: 'thread-start' },
		reply: { messageId: '12', channelId: '44', state: 'known', target: { body: { content: 'about cats' } } },
	});
});

describe('webhooks', () => {
	const author = { id: '66', username: 'Mira' };

	test.each([
		[
			'ours',
			{ application_id: context.applicationId },
			{ id: '66', applicationId: context.applicationId, isOurs: true },
		],
		["another application's", { application_id: '12' }, { id: '66', applicationId: '12', isOurs: false }],
		["an admin's", { application_id: null }, { id: '66', applicationId: null, isOurs: false }],
	])('are %s by their application', (_, change, webhook) => {
		expect(read({ author, webhook_id: '66', ...change })).toMatchObject({ author: { kind: 'webhook' }, webhook });
	});

	test('are not behind answers to commands', () => {
		const change = { author: { ...author, id: context.selfId }, webhook_id: context.applicationId };
		expect(read({ ...change, application_id: context.applicationId }).webhook).toBeNull();
	});
});

test('payloads of any size are read up to their limits', () => {
	const nested = (depth: number): unknown =>
		depth === 0 ? { type: 10, content: 'deep' } : { type: 17, components: [nested(depth - 1)] };
	const many = <T>(value: T): T[] => Array.from({ length: 5_000 }, () => value);
	const message = read({
		content: 'x'.repeat(1_000_000),
		attachments: many(file()),
		sticker_items: many({ id: '1', name: 's' }),
		embeds: many({ fields: many({ name: 'n', value: 'v' }) }),
		components: [nested(2_000), ...many({ type: 10, content: 'c' })],
		poll: { question: {}, answers: many({ poll_media: { text: 'a' } }) },
		reactions: many({ emoji: { name: '🔥' }, count: 1 }),
		mentions: many(bo),
		mention_roles: many('1'),
	});
	expect(message.content.length).toBe(20_000);
	expect(message.attachments).toHaveLength(20);
	expect(message.stickers).toHaveLength(5);
	expect(message.embeds).toHaveLength(10);
	expect(message.embeds[0]?.fields).toHaveLength(25);
	expect(message.componentTexts.length).toBeLessThanOrEqual(100);
	expect(message.poll?.answers).toHaveLength(20);
	expect(message.reactions).toHaveLength(20);
	expect(message.mentionedUsers).toHaveLength(100);
	expect(message.mentionedRoles).toHaveLength(50);
});
