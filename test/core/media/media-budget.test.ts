/** Which media are loaded for a prompt, and which it has room for. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mediaToLoad, withinRoom } from '#core/media/media-budget';
import { resolveMediaForModel } from '#core/media/resolve-media';
import type { StructuredContextItem } from '#domain/context-item';
import type { LoadedMedia, MediaOutcome, MediaRefusal } from '#domain/loaded-media';
import { type MediaDescriptor, TEXT_ONLY } from '#domain/media-descriptor';
import { err, ok } from '#lib/result';

const SEEING = { seesImages: true, seesVideos: true, hasTools: false };

function medium(uri: string, change: Partial<MediaDescriptor> = {}): MediaDescriptor {
	return { kind: 'image', uri, mimeType: null, mediaId: 'media_1', withinWindow: true, ...change };
}

function item(id: string, mediaDescriptors: readonly MediaDescriptor[], role: 'user' | 'model' = 'user') {
	return {
		role,
		tag: 'DIALOGUE_HISTORY',
		identity: `history:${id}`,
		messageId: id,
		text: `Ellen: ${id}`,
		sender: { name: 'Ellen', type: 'user' },
		mediaDescriptors,
	} satisfies StructuredContextItem;
}

function loaded(sizeBytes: number): LoadedMedia {
	return { mimeType: 'image/png', base64: 'AA==', sizeBytes, sha256: 'x', widthPixels: 1, heightPixels: 1 };
}

const tokensOf = ({ sizeBytes }: LoadedMedia): number => sizeBytes * 2;

describe('what is loaded', () => {
	const items = [
		item('1', [medium('a'), medium('clip', { kind: 'video' })]),
		item('2', [medium('outside', { withinWindow: false }), medium('beside')]),
		item('3', [medium('tube', { kind: 'video', isYouTubeLink: true }), medium('b'), medium('a')]),
	];

	test('is what the model sees, the newest first, each once, and nothing that its item does not show', () => {
		const uris = (capabilities: typeof TEXT_ONLY) => mediaToLoad(items, capabilities).map(({ uri }) => uri);
		expect(uris(SEEING)).toEqual(['b', 'a', 'clip']);
		expect(uris({ ...SEEING, seesVideos: false })).toEqual(['b', 'a']);
		expect(uris(TEXT_ONLY)).toEqual([]);
	});
});

describe('room', () => {
	test('is given to the newest first; what does not fit leaves its place to smaller ones', () => {
		const items = [item('1', [medium('small')]), item('2', [medium('large')]), item('3', [medium('new')])];
		const outcomes = new Map<string, MediaOutcome>([
			['small', ok(loaded(2))],
			['large', ok(loaded(50))],
			['new', ok(loaded(8))],
		]);
		const kept = withinRoom(items, outcomes, { tokensMax: 20, bytesMax: 1_000, tokensOf });
		expect([...kept].map(([uri, outcome]) => [uri, outcome.ok])).toEqual([
			['new', true],
			['large', false],
			['small', true],
		]);
		expect(withinRoom(items, outcomes, { tokensMax: 1_000, bytesMax: 9, tokensOf }).get('small')).toEqual(
			err('no-room'),
		);
	});

	test('is never overdrawn, and no refusal becomes anything else', () => {
		const outcome = fc.oneof(
			fc.nat(100).map((size): MediaOutcome => ok(loaded(size))),
			fc.constant<MediaOutcome>(err('gone')),
		);
		const limits = fc.record({ tokensMax: fc.nat(300), bytesMax: fc.nat(300) });
		fc.assert(
			fc.property(fc.array(outcome, { maxLength: 8 }), limits, (all, { tokensMax, bytesMax }) => {
				const items = all.map((_outcome, index) => item(`${index}`, [medium(`${index}`)]));
				const outcomes = new Map(all.map((each, index) => [`${index}`, each]));
				const kept = [...withinRoom(items, outcomes, { tokensMax, bytesMax, tokensOf }).values()];
				const bytes = kept.reduce((sum, each) => sum + (each.ok ? each.value.sizeBytes : 0), 0);
				expect(kept).toHaveLength(all.length);
				expect(bytes).toBeLessThanOrEqual(bytesMax);
				expect(bytes * 2).toBeLessThanOrEqual(tokensMax);
				expect(kept.filter((each) => !each.ok && each.error === 'gone')).toHaveLength(
					all.filter((each) => !each.ok).length,
				);
			}),
		);
	});
});

describe('what the model gets of it', () => {
	const resolve = (media: readonly MediaDescriptor[], outcomes: ReadonlyMap<string, MediaOutcome>) =>
		resolveMediaForModel([item('1', media)], { capabilities: SEEING, imageAnalysisTool: null, loaded: outcomes });

	test('bytes, known by what they are, even where nobody named their type', () => {
		const [only] = resolve([medium('a')], new Map([['a', ok(loaded(3))]]));
		expect(only?.parts[0]).toEqual({ type: 'image', uri: 'a', mimeType: 'image/png', data: loaded(3) });
		expect(only).not.toHaveProperty('skippedMedia');
	});

	test.each<[MediaRefusal, string]>([
		['gone', 'It is no longer there.'],
		['not-allowed', 'It is kept by a server that is not asked.'],
		['too-large', 'It is too large to be shown.'],
		['unreadable', 'It is nothing that can be shown.'],
		['unreachable', 'It could not be fetched now.'],
		['no-room', 'There is no room left to show it.'],
	])('a notice where it is refused: %s', (reason, why) => {
		const [only] = resolve([medium('a', { fileName: 'a.png' })], new Map([['a', err(reason)]]));
		expect(only?.parts.map((part) => (part.type === 'text' ? part.text : part.type))).toEqual([
			`[System: This message (ID: media_1) contains an image, named "a.png". ${why} Do not guess what it shows.]`,
			'Ellen: 1',
		]);
		expect(only?.skippedMedia).toEqual([{ mediaId: 'media_1', reason }]);
	});

	test('one notice for each reason, and what nobody loaded had no room', () => {
		const media = [medium('a'), medium('b'), medium('c', { kind: 'video' }), medium('d')];
		const refused = new Map<string, MediaOutcome>([
			['a', err('gone')],
			['b', err('gone')],
			['c', err('gone')],
		]);
		const [only] = resolve(media, refused);
		const told = only?.parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
		expect(told?.slice(0, 2)).toEqual([
			'[System: This message (ID: media_1) contains 2 images and a video. They are no longer there. ' +
				'Do not guess what they show.]',
			'[System: This message (ID: media_1) contains an image. There is no room left to show it. ' +
				'Do not guess what it shows.]',
		]);
	});

	test('a video of YouTube is its address, which nobody loads', () => {
		const tube = medium('https://youtu.be/abcdefghijk', {
			kind: 'video',
			isYouTubeLink: true,
			mimeType: 'video/youtube',
		});
		expect(resolve([tube], new Map())[0]?.parts[0]).toMatchObject({ type: 'video', uri: tube.uri });
	});
});
