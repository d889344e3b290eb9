/** Which media of a history a prompt may show, and what is said of it. */
import { describe, expect, test } from 'vitest';
import { MessageIdMap } from '#core/context/message-id-map';
import type { RemoteMediaSourceKind, SimplifiedMessageForContext } from '#domain/simplified-message';
import { image, mediaEntry, planOf, video, withOwnMedia } from './media-entries.ts';

const words = (id: string): SimplifiedMessageForContext => mediaEntry({ id });
const sticker = image('wave.png', { isSticker: true });
const emoji = image('blob.png', { isEmoji: true });

/** The file names that each entry shows, inside or outside the window. */
function shownNames(plan: ReturnType<typeof planOf>): readonly (readonly (string | undefined)[])[] {
	return plan.map(({ descriptors }) => descriptors.map((descriptor) => descriptor.fileName));
}

describe('the window', () => {
	const history = ['1', '2', '3', '4', '5'].map((id) => withOwnMedia(id, [], [video(`${id}.mp4`)]));
	const extendBy = (policy: Parameters<typeof planOf>[1]) =>
		planOf(history, policy).map(({ descriptors }) => descriptors[0]?.extendBy ?? 'inside');

	test.each([
		['the newest entries are inside', { windowEntries: 2 }, [3, 2, 1, 'inside', 'inside']],
		['a window as long as the history holds all', { windowEntries: 5 }, Array(5).fill('inside')],
		['a longer one too', { windowEntries: 50 }, Array(5).fill('inside')],
		['an empty one holds none', { windowEntries: 0 }, [5, 4, 3, 2, 1]],
		['it is never longer than what is fetched', { windowEntries: 10, fetchLimit: 2 }, [0, 0, 0, 'inside', 'inside']],
		['it can grow up to what is fetched', { windowEntries: 1, fetchLimit: 3 }, [2, 2, 2, 1, 'inside']],
	])('of the window: %s', (_, policy, expected) => {
		expect(extendBy(policy)).toEqual(expected);
	});

	test('outside everything but emoji is described, without limit, hint or a look at duplicates', () => {
		const [plan] = planOf(
			[withOwnMedia('1', [image('a.png'), image('a.png'), sticker, emoji], [video('a.mp4')]), words('2')],
			{ windowEntries: 1, imageMessagesMax: 0 },
		);
		expect(plan?.descriptors.map(({ fileName, withinWindow }) => [fileName, withinWindow])).toEqual([
			['a.png', false],
			['a.png', false],
			['wave.png', false],
			['a.mp4', false],
		]);
		expect({ ...plan, descriptors: [] }).toEqual({
			descriptors: [],
			hint: null,
			budgetNote: null,
			fallback: null,
			drops: [],
		});
	});
});

describe('the limit on pictures', () => {
	const history = ['1', '2', '3', '4', '5'].map((id) => withOwnMedia(id, [image(`${id}.png`), image(`${id}b.png`)]));

	test('the newest three messages with pictures show theirs, older ones say how many are left out', () => {
		const plan = planOf(history);
		expect(shownNames(plan)).toEqual([[], [], ['3.png', '3b.png'], ['4.png', '4b.png'], ['5.png', '5b.png']]);
		expect(plan.map(({ budgetNote }) => budgetNote)).toEqual([
			'2 images omitted due to rendered-image limit; do not claim to see them',
			'2 images omitted due to rendered-image limit; do not claim to see them',
			null,
			null,
			null,
		]);
		expect(plan[0]?.drops).toEqual([
			{ identity: 'image:1:0', reason: 'image-limit' },
			{ identity: 'image:1:1', reason: 'image-limit' },
		]);
	});

	test('one picture is one, a limit of 0 shows none, and the hint still names the handle', () => {
		const [plan] = planOf([withOwnMedia('1', [image('a.png')])], { imageMessagesMax: 0 });
		expect(plan?.budgetNote).toBe('1 image omitted due to rendered-image limit; do not claim to see it');
		expect(plan?.hint).toBe('This image (Media ID: media_1) was sent by Ellen');
	});

	test('messages without pictures, stickers, emoji and videos do not count, and stay', () => {
		const plan = planOf(
			[
				withOwnMedia('1', [image('a.png'), sticker], [video('a.mp4')]),
				withOwnMedia('2', [image('b.png')]),
				words('3'),
				withOwnMedia('4', [emoji]),
				withOwnMedia('5', [image('other-sticker.png', { isSticker: true })]),
				withOwnMedia('6', [], [video('b.mp4')]),
			],
			{ imageMessagesMax: 1 },
		);
		expect(shownNames(plan)).toEqual([['wave.png', 'a.mp4'], ['b.png'], [], [], ['other-sticker.png'], ['b.mp4']]);
	});

	test('pictures outside the window take no place', () => {
		const plan = planOf(history, { windowEntries: 2, imageMessagesMax: 1 });
		expect(plan.map(({ budgetNote }) => budgetNote !== null)).toEqual([false, false, false, true, false]);
	});
});

describe('duplicates', () => {
	test('a picture is shown where it comes up last, and the hint names both owners', () => {
		const messageIds = new MessageIdMap();
		const history = [withOwnMedia('1', [image('a.png'), image('b.png')]), withOwnMedia('2', [image('a.png')])];
		const plan = planOf(history, {}, { messageIds });
		expect(shownNames(plan)).toEqual([['b.png'], ['a.png']]);
		expect(plan[0]?.drops).toEqual([{ identity: 'image:1:0', reason: 'duplicate-image' }]);
		expect(plan.map(({ budgetNote }) => budgetNote)).toEqual([null, null]);
		expect(plan[0]?.hint).toBe('These images (Media ID: media_1) were sent by Ellen');
		expect(messageIds.resolve('media_2')).toBe('2');
	});

	test('a picture that is answered is shown with the answer', () => {
		const reply = mediaEntry({ id: '2', remoteMediaSourceKind: 'reply', imageAttachments: [image('a.png')] });
		expect(shownNames(planOf([withOwnMedia('1', [image('a.png')]), reply]))).toEqual([[], ['a.png']]);
	});

	test('stickers are pictures too, and so is one picture twice in one message', () => {
		const plan = planOf([withOwnMedia('1', [sticker]), withOwnMedia('2', [sticker, image('a.png'), image('a.png')])]);
		expect(shownNames(plan)).toEqual([[], ['wave.png', 'a.png']]);
	});

	test('a copy that the limit or the window leaves out does not take the other one along', () => {
		const plan = planOf(
			[
				withOwnMedia('1', [image('a.png')]),
				withOwnMedia('2', [image('a.png')]),
				withOwnMedia('3', [image('b.png')]),
				withOwnMedia('4', [image('a.png')]),
			],
			{ windowEntries: 3, imageMessagesMax: 2 },
		);
		expect(shownNames(plan)).toEqual([['a.png'], [], ['b.png'], ['a.png']]);
		expect(plan[1]?.drops).toEqual([{ identity: 'image:2:0', reason: 'image-limit' }]);
	});

	test('Discord signs addresses anew, and the file is still the same; other hosts tell files apart by their queries', () => {
		const at = (proxyUrl: string) => image('x.png', { proxyUrl });
		const signed = (sign: string) => at(`https://media.discordapp.net/attachments/1/2/x.png?ex=${sign}&is=1&hm=2`);
		const other = (query: string) => at(`https://pictures.example/show?id=${query}`);
		const plan = planOf([withOwnMedia('1', [signed('a'), other('1')]), withOwnMedia('2', [signed('b'), other('2')])]);
		expect(plan.map(({ descriptors }) => descriptors.map(({ uri }) => uri))).toEqual([
			['https://pictures.example/show?id=1'],
			['https://media.discordapp.net/attachments/1/2/x.png?ex=b&is=1&hm=2', 'https://pictures.example/show?id=2'],
		]);
	});
});

describe('descriptors', () => {
	test('name the proxy, the file itself where it differs, the type and the handle of the owner', () => {
		const reply = mediaEntry({
			id: '9',
			remoteMediaSourceKind: 'reply',
			imageAttachments: [image('a.png', { sourceMessageId: '600' }), image('b', { mimeType: null, fileName: '' })],
		});
		const messageIds = new MessageIdMap();
		const [plan] = planOf([reply], {}, { messageIds });
		const shared = { kind: 'image', withinWindow: true } as const;
		expect(plan?.descriptors).toEqual([
			{
				...shared,
				uri: 'https://proxy.example/a.png',
				fallbackUri: 'https://files.example/a.png',
				mimeType: 'image/png',
				mediaId: 'media_1',
				fileName: 'a.png',
			},
			{
				...shared,
				uri: 'https://proxy.example/b',
				fallbackUri: 'https://files.example/b',
				mimeType: null,
				mediaId: 'media_2',
			},
		]);
		expect(messageIds.resolve('media_1')).toBe('600');
	});

	test('of YouTube name the video itself', () => {
		const url = 'https://youtu.be/abcdefghijk';
		const link = video('', { url, proxyUrl: `${url}?x`, mimeType: 'video/youtube', isYouTubeLink: true });
		expect(planOf([withOwnMedia('1', [], [link])])[0]?.descriptors).toEqual([
			{
				kind: 'video',
				uri: url,
				mimeType: 'video/youtube',
				mediaId: 'media_1',
				withinWindow: true,
				isYouTubeLink: true,
			},
		]);
	});

	test('emoji are words: no descriptor, no hint, no handle', () => {
		const messageIds = new MessageIdMap();
		const [plan] = planOf([withOwnMedia('1', [emoji])], {}, { messageIds });
		expect([plan?.descriptors, plan?.hint, plan?.fallback, messageIds.entries().size]).toEqual([[], null, null, 0]);
	});
});

interface HintCase {
	readonly source: RemoteMediaSourceKind | null;
	readonly images?: readonly string[];
	readonly videos?: readonly string[];
	readonly hint: string;
}

describe('hints', () => {
	test.each<HintCase>([
		{ source: null, images: ['1'], hint: 'This image (Media ID: media_1) was sent by Ellen' },
		{ source: null, images: ['1', '1'], hint: 'These images (Media ID: media_1) were sent by Ellen' },
		{ source: null, videos: ['1'], hint: 'This video (Media ID: media_1) was sent by Ellen' },
		{ source: null, videos: ['1', '1'], hint: 'These videos (Media ID: media_1) were sent by Ellen' },
		{ source: null, images: ['1'], videos: ['1'], hint: 'These media files (Media ID: media_1) were sent by Ellen' },
		{
			source: 'forwarded',
			images: ['1'],
			hint: 'This image (Media ID: media_1) was attached to the forwarded message described above',
		},
		{
			source: 'reply',
			images: ['600', '600'],
			hint: 'These images (Media ID: media_1) were included in the message being replied to',
		},
		{
			source: 'reply',
			images: ['600', '601'],
			hint: 'These images (Media IDs: media_1, media_2) were included in the message being replied to',
		},
		{
			source: 'reply',
			images: ['600', '1'],
			videos: ['1'],
			hint:
				'These media files (Media ID: media_2) were sent by Ellen. ' +
				'This image (Media ID: media_1) was included in the message being replied to',
		},
	])('$source $images $videos: $hint', ({ source, images = [], videos = [], hint }) => {
		const entry = mediaEntry({
			remoteMediaSourceKind: source,
			imageAttachments: images.map((sourceMessageId, at) => image(`${at}.png`, { sourceMessageId })),
			videoAttachments: videos.map((sourceMessageId, at) => video(`${at}.mp4`, { sourceMessageId })),
		});
		expect(planOf([entry])[0]?.hint).toBe(hint);
	});

	test('a merged entry sends the media of all of its messages', () => {
		const part = (id: string) => ({ id, content: 'look', createdAtMs: null });
		const entry = mediaEntry({
			remoteMediaSourceKind: 'reply',
			combined: [part('1'), part('2')],
			imageAttachments: [image('a.png', { sourceMessageId: '2' })],
		});
		expect(planOf([entry])[0]?.hint).toBe('This image (Media ID: media_1) was sent by Ellen');
	});

	test.each<[RemoteMediaSourceKind | null, Partial<SimplifiedMessageForContext>, string]>([
		[null, { imageAttachments: [image('a.png')] }, 'Ellen sent this image'],
		[null, { imageAttachments: [image('a.gif', { mimeType: 'image/gif' })] }, 'Ellen sent this GIF'],
		[null, { imageAttachments: [image('a.png'), image('b.png')] }, 'Ellen sent these 2 images'],
		[null, { videoAttachments: [video('a.mp4')] }, 'Ellen sent this video'],
		[
			null,
			{ imageAttachments: [image('a.png')], videoAttachments: [video('a.mp4')] },
			'Ellen sent these 2 media files',
		],
		['forwarded', { imageAttachments: [image('a.png')] }, 'Ellen forwarded this image'],
		[
			'reply',
			{ imageAttachments: [image('a.png', { sourceMessageId: '600' })] },
			'Ellen replied to a message with this image',
		],
		['reply', { imageAttachments: [image('a.png', { sourceMessageId: '1' })] }, 'Ellen sent this image'],
	])('outside the window a %s entry without words has a note in their place', (source, media, fallback) => {
		const entry = mediaEntry({ content: null, remoteMediaSourceKind: source, ...media });
		const [outside] = planOf([entry], { windowEntries: 0 });
		expect([outside?.fallback, outside?.hint]).toEqual([fallback, null]);
		const [inside] = planOf([entry]);
		expect([inside?.fallback, inside?.hint === null]).toEqual([null, false]);
	});
});

describe('every rule can be another one', () => {
	const history = [withOwnMedia('1', [image('a.png')]), words('2'), withOwnMedia('3', [image('b.png')])];

	test('the window, the limit, the descriptors and the wording', () => {
		const all = planOf(
			history,
			{ windowEntries: 1 },
			{ rules: { effectiveMediaWindow: () => ({ cutoff: 0, maxExtendBy: 0 }) } },
		);
		expect(shownNames(all)).toEqual([['a.png'], [], ['b.png']]);
		const none = planOf(history, {}, { rules: { imageMessageIndexes: () => new Set([0]) } });
		expect(shownNames(none)).toEqual([['a.png'], [], []]);
		const hints = planOf(history, {}, { rules: { attributionHint: (media, _, name) => `${media.length} de ${name}` } });
		expect(hints.map(({ hint }) => hint)).toEqual(['1 de Ellen', null, '1 de Ellen']);
		const described = planOf(
			history,
			{},
			{
				rules: {
					describeMedium: ({ kind, mediaId }) => ({ kind, mediaId, uri: 'x', mimeType: null, withinWindow: true }),
				},
			},
		);
		expect(described[0]?.descriptors.map(({ uri }) => uri)).toEqual(['x']);
	});
});
