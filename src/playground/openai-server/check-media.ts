/** Pictures and videos of a request, as strict servers take them: whole, decodable, and only where the model sees. */

import { loadImage } from '@napi-rs/canvas';
import type { SentMessage, ShownPart } from './chat-schema.ts';

/** What a model has eyes for; who sees videos sees pictures, too. */
export type Sight = 'images' | 'videos';

/** What came of the check. */
export interface MediaCheck {
	readonly problems: readonly string[];
	/** What they take of the window. */
	readonly tokens: number;
}

const DATA = /^data:([a-z]+\/[a-z0-9.+-]+);base64,([A-Za-z0-9+/]+={0,2})$/;
const YOUTUBE = /^https:\/\/(?:www\.youtube\.com\/watch\?|youtu\.be\/)/;
const PICTURES: Readonly<Record<string, { readonly beginning: string; readonly end: string }>> = {
	'image/png': { beginning: '\x89PNG\r\n\x1a\n', end: 'IEND\xaeB`\x82' },
	'image/jpeg': { beginning: '\xff\xd8\xff', end: '\xff\xd9' },
	'image/gif': { beginning: 'GIF8', end: ';' },
};
/** Where the type of a video stands in it, and as what. */
const VIDEOS: Readonly<Record<string, { readonly at: number; readonly mark: string }>> = {
	'video/mp4': { at: 4, mark: 'ftyp' },
	'video/quicktime': { at: 4, mark: 'ftyp' },
	'video/webm': { at: 0, mark: '\x1aE\xdf\xa3' },
};
const patchPixels = 28;
const videoTokens = 1_000;

/** Looks at everything that the messages show; `sight` is undefined for a model that reads only. */
export async function checkMedia(messages: readonly SentMessage[], sight: Sight | undefined): Promise<MediaCheck> {
	const problems: string[] = [];
	let tokens = 0;
	for (const { role, shown = [] } of messages) {
		if (shown.length > 0 && role !== 'user') problems.push(`messages: the ${role} may not show anything`);
		for (const part of shown) {
			const sees = sight === 'videos' || sight === part.kind.concat('s');
			const checked = sees ? await checkPart(part) : `messages: this model does not take ${part.kind}s`;
			if (typeof checked === 'string') problems.push(checked);
			else tokens += checked;
		}
	}
	return { problems, tokens };
}

/** Its tokens, or what is wrong with it. */
async function checkPart({ kind, url }: ShownPart): Promise<number | string> {
	if (kind === 'video' && YOUTUBE.test(url)) return videoTokens;
	const [, type = '', base64 = ''] = DATA.exec(url) ?? [];
	const bytes = Buffer.from(base64, 'base64');
	if (kind === 'video') {
		const video = VIDEOS[type];
		const isVideo =
			video !== undefined && bytes.toString('latin1', video.at, video.at + video.mark.length) === video.mark;
		return isVideo ? videoTokens : `messages: ${type || 'an address'} is no video`;
	}
	const picture = PICTURES[type];
	const text = bytes.toString('latin1');
	if (picture === undefined || !text.startsWith(picture.beginning) || !text.endsWith(picture.end)) {
		return `messages: ${type || 'an address'} is no whole picture`;
	}
	try {
		const { width, height } = await loadImage(bytes);
		return Math.ceil(width / patchPixels) * Math.ceil(height / patchPixels);
	} catch {
		return `messages: ${type} cannot be decoded`;
	}
}
