/** Pictures in a chat: where they stand, what they cost, and how people read them. */
import { describe, expect, test } from 'vitest';
import { candidatesOf } from '#core/chat-completions/candidates';
import { type ChatItem, chatItem } from '#core/chat-completions/chat-item';
import { describeAddress, withoutBytes } from '#core/chat-completions/describe-part';
import { mediaTokens } from '#core/chat-completions/media-tokens';
import { relocateMedia } from '#core/chat-completions/relocate-media';
import { renderMessages } from '#core/chat-completions/render-messages';
import type { LoadedMedia } from '#domain/loaded-media';
import type { MediaPart } from '#domain/resolved-context';
import { sha256Hex } from '#lib/sha256';
import { answered, said } from './pieces.ts';

function shown(text: string, change: Partial<LoadedMedia> = {}): MediaPart {
	const bytes = Buffer.from(text);
	const data: LoadedMedia = {
		mimeType: 'image/png',
		base64: bytes.toString('base64'),
		sizeBytes: bytes.length,
		sha256: sha256Hex(bytes),
		widthPixels: 280,
		heightPixels: 280,
		...change,
	};
	return { type: 'image', uri: `https://files.example/${text}`, mimeType: 'image/png', data };
}

const withMedia = (item: ChatItem, ...media: readonly MediaPart[]): ChatItem => ({ ...item, media });

/** The messages with pictures as `<text>`. */
function render(items: readonly ChatItem[]): readonly string[] {
	return renderMessages(relocateMedia(items), 'Tomori').map(({ role, content }) => {
		const parts = typeof content === 'string' ? [{ type: 'text', text: content } as const] : content;
		const words = parts.map((part) => {
			if (part.type === 'text') return part.text;
			const { url } = part.type === 'image_url' ? part.image_url : part.video_url;
			return `<${url.startsWith('data:') ? Buffer.from(url.split(',')[1] ?? '', 'base64') : url}>`;
		});
		return `${role}| ${words.join('|')}`;
	});
}

describe('a picture', () => {
	test('stands above the words it came with, and words beside each other stay one text', () => {
		expect(
			render([said('1', 'Bo', 'hi'), withMedia(said('2', 'Ellen', 'look'), shown('cat')), said('3', 'Bo', 'oh')]),
		).toEqual(['user| Bo: hi\n|<cat>|Ellen: look\nBo: oh']);
	});

	test('without words is a message, with no piece of white space alone', () => {
		const bare = { ...said('1', 'Bo', ''), text: '' };
		expect(render([withMedia(bare, shown('cat')), withMedia({ ...bare, messageId: '2' }, shown('dog'))])).toEqual([
			'user| <cat>|<dog>',
		]);
	});

	test('of the persona’s moves to the user’s side, under its hidden sender, whatever its label says', () => {
		const own = { ...answered('2', 'look what I made'), sender: { name: 'Tomori [A]', type: 'persona' } as const };
		expect(render([said('1', 'Bo', 'hi'), withMedia(own, shown('art'), shown('more')), said('3', 'Bo', 'oh')])).toEqual(
			[
				'user| Bo: hi\n|<art>|<more>|[System: The 2 images above were sent by Tomori (A) with the next message]',
				'assistant| Tomori: look what I made',
				'user| Bo: oh',
			],
		);
	});

	test('of the persona’s without words or sender leaves no empty message', () => {
		const { sender: _sender, ...own } = { ...answered('2', ''), text: '' };
		expect(render([said('1', 'Bo', 'hi'), withMedia(own, shown('art'))])).toEqual([
			'user| Bo: hi\n|<art>|[System: The image above was sent]',
		]);
	});

	test('goes with the message it belongs to', () => {
		const [moved] = relocateMedia([withMedia(answered('2', 'look'), shown('art'))]);
		expect(moved).toMatchObject({ messageId: '2', role: 'user', identity: 'history:2:shown' });
	});

	test('costs a token for each square of 28 pixels, and a video what it costs', () => {
		expect(mediaTokens({ widthPixels: 280, heightPixels: 29 })).toBe(24);
		expect(mediaTokens({ widthPixels: 0, heightPixels: 0 })).toBe(2_048);
		const item = said('1', 'Bo', 'hi');
		const cost = (each: ChatItem): number => candidatesOf(each, { count: () => 3 })[0]?.tokens ?? 0;
		expect(cost(withMedia(item, shown('cat'), shown('dog'))) - cost(item)).toBe(2 * 104);
	});

	test('is sent as bytes, never as an address that somebody posted', () => {
		const { data: _data, ...link } = shown('cat');
		const tube: MediaPart = { type: 'video', uri: 'https://youtu.be/abcdefghijk', mimeType: 'video/youtube' };
		const item = chatItem({ ...said('1', 'Bo', 'hi'), parts: [link, tube, { type: 'text', text: 'Bo: hi' }] });
		expect(render([item])).toEqual(['user| <https://youtu.be/abcdefghijk>|Bo: hi']);
	});
});

describe('people read', () => {
	test('its size and digest in place of its bytes, and everything else as it is', () => {
		const url = `data:image/png;base64,${Buffer.from('cat').toString('base64')}`;
		const words = `look at ${url}`;
		const body = { messages: [{ content: [{ image_url: { url } }, { text: words }] }], model: url };
		expect(withoutBytes(body)).toEqual({
			messages: [
				{ content: [{ image_url: { url: `[image/png, 3 bytes, sha256 ${sha256Hex('cat')}]` } }, { text: words }] },
			],
			model: url,
		});
		expect(describeAddress('https://youtu.be/abcdefghijk')).toBe('https://youtu.be/abcdefghijk');
	});
});
