/** Whole messages as Discord sends them, held to its own OpenAPI file, and what is read from each. */
import { describe, expect, test } from 'vitest';
import { createNicknameMemory } from '#adapters/discord/nickname-memory';
import { readMessage } from '#adapters/discord/read-message';
import { discordOpenapiAvailable, messageComplaint } from '../../support/discord-openapi.ts';

const context = {
	selfId: '700000000000000001',
	applicationId: '700000000000000002',
	guildId: '8',
	nicknames: createNicknameMemory(),
	roleName: () => null,
	channelName: (id: string) => (id === '44' ? 'lounge' : null),
};

const user = (id: string, username: string) => ({
	id,
	username,
	global_name: username,
	avatar: null,
	discriminator: '0',
	public_flags: 0,
	flags: 0,
	primary_guild: null,
});

const bo = user('900000000000000001', 'Bo');

const shown = {
	type: 0,
	content: 'hello',
	mentions: [],
	mention_roles: [],
	attachments: [],
	embeds: [],
	components: [],
	timestamp: '2026-11-30T12:00:00.250000+00:00',
	edited_timestamp: null,
	flags: 0,
};

const payload = (change: Record<string, unknown> = {}) => ({
	...shown,
	id: '1300000000000000000',
	channel_id: '20',
	author: bo,
	pinned: false,
	mention_everyone: false,
	tts: false,
	...change,
});

const picture = {
	id: '5',
	filename: 'cat.png',
	size: 12,
	url: 'https://cdn.discordapp.com/attachments/20/5/cat.png',
	proxy_url: 'https://media.discordapp.net/attachments/20/5/cat.png',
	content_type: 'image/png',
	width: 3,
	height: 4,
};

interface Case {
	readonly name: string;
	readonly change: Record<string, unknown>;
	readonly read: object;
}

const reference = (type: number) => ({ type, channel_id: '44', message_id: '12', guild_id: '8' });
const unseen = { ...shown, content: '' };

const CASES: readonly Case[] = [
	{ name: 'plain words', change: {}, read: { kind: 'conversation', content: 'hello', author: { displayName: 'Bo' } } },
	{
		name: 'S026 words with mentions',
		change: { content: '<@900000000000000002> in <#44>', mentions: [user('900000000000000002', 'Mina')] },
		read: { mentionedUsers: [{ displayName: 'Mina' }], mentionedChannels: [{ id: '44', name: 'lounge' }] },
	},
	{
		name: 'a picture and a sticker',
		change: { attachments: [picture], sticker_items: [{ id: '1', name: 'wave', format_type: 3 }] },
		read: { attachments: [{ kind: 'image', fileName: 'cat.png' }], stickers: [{ name: 'wave', picture: null }] },
	},
	{
		name: 'a voice message',
		change: {
			content: '',
			flags: 8192,
			attachments: [
				{ ...picture, filename: 'voice-message.ogg', content_type: 'audio/ogg', duration_secs: 3.5, waveform: 'AA==' },
			],
		},
		read: { attachments: [{ kind: 'audio', isVoiceMessage: true, durationSeconds: 3.5 }] },
	},
	{
		name: 'a link preview',
		change: { embeds: [{ type: 'link', url: 'https://example.org', title: 'Example', description: 'D' }] },
		read: { embeds: [{ kind: 'link-preview', title: 'Example', description: 'D' }] },
	},
	{
		name: 'S036 a poll',
		change: {
			poll: {
				question: { text: 'Tea?' },
				answers: [{ answer_id: 1, poll_media: { text: 'yes' } }],
				expiry: '2030-01-01T00:00:00+00:00',
				allow_multiselect: false,
				layout_type: 1,
				results: { answer_counts: [], is_finalized: false },
			},
		},
		read: { poll: { question: 'Tea?', answers: ['yes'] } },
	},
	{
		name: 'S036 components',
		change: {
			content: '',
			flags: 32_768,
			components: [
				{
					type: 17,
					id: 1,
					accent_color: null,
					spoiler: false,
					components: [{ type: 10, id: 2, content: 'The tide turns at six.' }],
				},
			],
		},
		read: { componentTexts: ['The tide turns at six.'] },
	},
	{
		name: 'reactions',
		change: {
			reactions: [
				{
					emoji: { id: '77', name: 'blob', animated: false },
					count: 2,
					count_details: { burst: 0, normal: 2 },
					burst_colors: [],
					me_burst: false,
					me: true,
				},
			],
		},
		read: { reactions: [{ emoji: ':blob:', emojiId: '77', count: 2, isMine: true }] },
	},
	{
		name: 'a reply',
		change: {
			type: 19,
			message_reference: reference(0),
			referenced_message: payload({ id: '12', content: 'coming?' }),
		},
		read: { reply: { state: 'known', messageId: '12', target: { body: { content: 'coming?' } } } },
	},
	{
		name: 'S034 a reply to a deleted message',
		change: { type: 19, message_reference: reference(0), referenced_message: null },
		read: { reply: { state: 'deleted', target: null } },
	},
	{
		name: 'S030 a forward',
		change: {
			content: '',
			message_reference: reference(1),
			message_snapshots: [{ message: { ...unseen, content: 'look', attachments: [picture] } }],
		},
		read: { forward: { channelName: 'lounge', body: { content: 'look', attachments: [{ kind: 'image' }] } } },
	},
	{
		name: 'S032 a forward of a forward',
		change: { content: '', message_reference: reference(1), message_snapshots: [{ message: unseen }] },
		read: { forward: { messageId: '12', body: null } },
	},
	{
		name: 'the message of a webhook',
		change: { webhook_id: '66', application_id: '12', author: { ...user('66', 'Mira'), bot: true } },
		read: { author: { kind: 'webhook', displayName: 'Mira' }, webhook: { applicationId: '12', isOurs: false } },
	},
	{ name: 'a join', change: { type: 7, content: '' }, read: { kind: 'system', systemEvent: { kind: 'join' } } },
	{
		name: 'a pin',
		change: { type: 6, content: '', message_reference: reference(0) },
		read: { kind: 'system', systemEvent: { kind: 'pin', messageId: '12' }, reply: null },
	},
	{
		name: 'the first message of a thread',
		change: { type: 21, content: '', message_reference: reference(0), referenced_message: payload({ id: '12' }) },
		read: { kind: 'system', systemEvent: { kind: 'thread-start' }, reply: { target: { body: { content: 'hello' } } } },
	},
];

describe('a payload of', () => {
	test.each(CASES)('$name is read', ({ change, read }) => {
		expect(readMessage(payload(change), context)).toMatchObject(read);
	});

	test.runIf(discordOpenapiAvailable).each(CASES)("$name is one by Discord's own description", ({ change }) => {
		expect(messageComplaint(payload(change))).toBeNull();
	});

	test.runIf(discordOpenapiAvailable)("what Discord never sends is none by Discord's own description", () => {
		expect(messageComplaint(payload({ author: { id: bo.id } }))).toContain('required');
	});
});
