/** Everything in a message that is not words, as chat models and completion models read it. */
import { describe, expect, test } from 'vitest';
import type { ChatMessage } from '#domain/message';
import { attachment, chatMessage, embed, person, SELF, WAVE_STICKER } from '../../support/chat-message.ts';
import { entryOf, historyOf, notesOf } from './history-case.ts';

const gifUrl = 'https://tenor.com/view/cat-dance-gif-1234567';
const preview = embed({
	kind: 'link-preview',
	authorName: 'Ann',
	title: 'Bridges',
	description: 'Old ones',
	url: 'https://bridges.example',
	fields: [{ name: 'Age', value: '300' }],
});
const bot = { ...person('3', 'NewsBot'), kind: 'bot' } as const;

interface Case {
	readonly name: string;
	readonly message: Partial<ChatMessage>;
	readonly content: string | null;
	readonly notes: readonly string[];
	readonly projection: string;
}

const cases: readonly Case[] = [
	{
		name: 'S036 a sticker only',
		message: { content: '', stickers: [WAVE_STICKER] },
		content: null,
		notes: ['after: Ellen sent the sticker "wave".'],
		projection: '*sends the sticker "wave"*',
	},
	{
		name: 'a sticker beside words is told after them',
		message: { content: 'hi', stickers: [WAVE_STICKER] },
		content: 'hi',
		notes: ['after: Ellen sent the sticker "wave".'],
		projection: 'hi\n*sends the sticker "wave"*',
	},
	{
		name: "S036 an embed only, another bot's card",
		message: { author: bot, content: '', embeds: [embed({ title: 'News', description: 'It [rains].\nStill.' })] },
		content: null,
		notes: ['after: Embed content: News - It (rains). Still.'],
		projection: '*shares a card: News - It (rains). Still.*',
	},
	{
		name: 'S036 an embed only, without words',
		message: { author: bot, content: '', embeds: [embed({ imageUrl: 'https://x.example/a.png' })] },
		content: null,
		notes: [],
		projection: '*shares a card with a picture*',
	},
	{
		name: 'S036 a poll only',
		message: { content: '', poll: { question: 'Pizza\nor pasta?', answers: ['Pizza', 'Pasta'] } },
		content: null,
		notes: ['after: Ellen started a poll: "Pizza or pasta?" (Pizza / Pasta).'],
		projection: '*starts a poll: "Pizza or pasta?" (Pizza / Pasta)*',
	},
	{
		name: 'S036 components only',
		message: { author: bot, content: '', componentTexts: ['# Title', 'Words of <@1>'] },
		content: '# Title\nWords of <@1>',
		notes: [],
		projection: '# Title\nWords of <@1>',
	},
	{
		name: 'S036 a picture in components only',
		message: { author: bot, content: '', componentMedia: [attachment()] },
		content: null,
		notes: [],
		projection: '*sends an image*',
	},
	{
		name: 'S036 a GIF link only',
		message: {
			content: gifUrl,
			embeds: [embed({ kind: 'link-preview', url: gifUrl, thumbnailUrl: 'https://t.example/a.png' })],
		},
		content: gifUrl,
		notes: ['after: Ellen sent a GIF: cat dance.'],
		projection: '*sends a GIF: cat dance*',
	},
	{
		name: 'a GIF link without a name takes the title of its preview',
		message: {
			content: 'https://tenor.com/view/1234567',
			embeds: [embed({ kind: 'link-preview', title: 'A dancing cat' })],
		},
		content: 'https://tenor.com/view/1234567',
		notes: ['after: Ellen sent a GIF: A dancing cat.'],
		projection: '*sends a GIF: A dancing cat*',
	},
	{
		name: 'a GIF link among words stays a link',
		message: { content: `look ${gifUrl}` },
		content: `look ${gifUrl}`,
		notes: [],
		projection: `look ${gifUrl}`,
	},
	{
		name: 'a picture only is told by its alt text',
		message: { content: '', attachments: [attachment({ description: 'an old bridge' })] },
		content: null,
		notes: [],
		projection: '*sends an image: an old bridge*',
	},
	{
		name: 'pictures beside words are not told to completion models',
		message: { content: 'look', attachments: [attachment(), attachment({ id: '501' })] },
		content: 'look',
		notes: [],
		projection: 'look',
	},
	{
		name: 'several things are told together',
		message: {
			content: '',
			attachments: [
				attachment(),
				attachment({ id: '501', kind: 'video' }),
				attachment({ kind: 'document', fileName: 'a.pdf' }),
			],
		},
		content: null,
		notes: ['after: Ellen sent the file "a.pdf".'],
		projection: '*sends an image, a video and the file "a.pdf"*',
	},
	{
		name: 'a voice message with a transcript is its words, with a hint',
		message: {
			content: '',
			attachments: [attachment({ kind: 'audio', isVoiceMessage: true })],
			transcript: 'hello there',
		},
		content: 'hello there',
		notes: ['after: Ellen spoke this as a voice message; the words are its transcript.'],
		projection: 'hello there',
	},
	{
		name: 'a voice message without a transcript',
		message: { content: '', attachments: [attachment({ kind: 'audio', isVoiceMessage: true })] },
		content: null,
		notes: ['after: Ellen sent a voice message that was not transcribed.'],
		projection: '*sends a voice message*',
	},
	{
		name: 'a sound file without a transcript is named',
		message: { content: '', attachments: [attachment({ kind: 'audio', fileName: 'song.mp3' })] },
		content: null,
		notes: ['after: Ellen sent the sound file "song.mp3" that was not transcribed.'],
		projection: '*sends the sound file "song.mp3"*',
	},
	{
		name: 'a link preview is a note, the link stays words',
		message: { content: 'see https://bridges.example', embeds: [preview] },
		content: 'see https://bridges.example',
		notes: ['after: Link preview embed content: Ann - Bridges - Old ones - Age: 300'],
		projection: 'see https://bridges.example',
	},
	{
		name: 'link previews of other bots are not told',
		message: { author: bot, content: 'see https://bridges.example', embeds: [preview] },
		content: 'see https://bridges.example',
		notes: [],
		projection: 'see https://bridges.example',
	},
	{
		name: "link previews of the persona's own words are not told",
		message: { author: SELF, content: 'see https://bridges.example', embeds: [preview] },
		content: 'see https://bridges.example',
		notes: [],
		projection: 'see https://bridges.example',
	},
	{
		name: 'custom emoji become text',
		message: { content: '<:wave:123456789012345678><a:party:123456789012345679>' },
		content: ':wave::party:',
		notes: [],
		projection: ':wave::party:',
	},
];

describe('things', () => {
	test.each(cases)('$name', ({ message, content, notes, projection }) => {
		const entry = entryOf(chatMessage(message));
		expect(entry.content).toBe(content);
		expect(notesOf(entry)).toEqual(notes);
		expect(entry.completionContent).toBe(projection);
	});

	test('a long description of a preview is cut', () => {
		const [note = ''] = notesOf(entryOf(chatMessage({ embeds: [{ ...preview, description: 'x'.repeat(2_000) }] })));
		expect(note).toContain(`${'x'.repeat(500)}…`);
		expect(note).not.toContain('x'.repeat(501));
	});

	test('transcripts that were found later outrank the message', () => {
		const message = chatMessage({ content: '', attachments: [attachment({ kind: 'audio' })], transcript: 'old' });
		expect(entryOf(message, { transcripts: new Map([['1000', 'new']]) }).content).toBe('new');
	});

	test('the picture of a preview, a sticker and an attachment are images of their message', () => {
		const entry = entryOf(
			chatMessage({
				attachments: [attachment()],
				stickers: [WAVE_STICKER],
				embeds: [{ ...preview, thumbnailUrl: 'https://t.example/small.png' }],
			}),
		);
		expect(entry.imageAttachments.map((image) => image.fileName)).toEqual(['picture.png', 'wave', 'small.png']);
		expect(new Set(entry.imageAttachments.map((image) => image.sourceMessageId))).toEqual(new Set(['1000']));
	});

	test.each([
		['small.png', 'image/png'],
		['moving.gif?width=300', 'image/gif'],
		['picture', null],
	])('the picture of a preview at %s is of the type %s', (file, mimeType) => {
		const embeds = [{ ...preview, thumbnailUrl: `https://t.example/${file}` }];
		expect(entryOf(chatMessage({ embeds })).imageAttachments.map((image) => image.mimeType)).toEqual([mimeType]);
	});

	test('a sticker is a picture of its own kind, and one that is drawn by code is none', () => {
		const drawn = { ...WAVE_STICKER, id: '10', picture: null };
		const [picture, ...more] = entryOf(chatMessage({ stickers: [drawn, WAVE_STICKER] })).imageAttachments;
		expect(picture).toMatchObject({ fileName: 'wave', mimeType: 'image/png', isSticker: true });
		expect(more).toEqual([]);
		expect(entryOf(chatMessage({ attachments: [attachment()] })).imageAttachments[0]).not.toHaveProperty('isSticker');
	});

	test('the first YouTube link is a video, and its preview picture is not told twice', () => {
		const url = 'https://www.youtube.com/watch?v=abcdefghijk';
		const entry = entryOf(
			chatMessage({
				content: `${url} and https://youtu.be/bbbbbbbbbbb`,
				embeds: [embed({ kind: 'link-preview', url, thumbnailUrl: 'https://i.example/a.jpg' })],
			}),
		);
		expect(entry.videoAttachments).toEqual([
			{ url, proxyUrl: url, mimeType: 'video/youtube', fileName: '', isYouTubeLink: true, sourceMessageId: '1000' },
		]);
		expect(entry.imageAttachments).toEqual([]);
	});

	test('custom emoji are never media', () => {
		expect(entryOf(chatMessage({ content: '<:wave:123456789012345678>' })).imageAttachments).toEqual([]);
	});

	test('files are documents of their message', () => {
		const entry = entryOf(chatMessage({ attachments: [attachment({ kind: 'document', fileName: 'a.pdf' })] }));
		expect(entry.documentAttachments).toEqual([{ fileName: 'a.pdf', sourceMessageId: '1000' }]);
	});

	test('nothing to see is left out', () => {
		const { entries, dropped } = historyOf([chatMessage({ content: '\u200b\u2800' })]);
		expect(entries).toEqual([]);
		expect(dropped).toEqual([{ id: '1000', reason: 'empty' }]);
	});

	test('identity macros in what people write stay as they are', () => {
		expect(entryOf(chatMessage({ content: '{bot} greets {{user}}' })).completionContent).toBe('{bot} greets {{user}}');
	});
});
