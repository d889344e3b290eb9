/** Requests as people may read them: what is shown stands there by its size and digest. */
import { sha256Hex } from '#lib/sha256';
import type { ChatContentPart } from './chat-message.ts';

const DATA_ADDRESS = /^data:([\w.+/-]{1,100});base64,/;

/** `[image/jpeg, 48213 bytes, sha256 …]` in place of a `data:` address; other addresses as they are. */
export function describeAddress(url: string): string {
	const found = DATA_ADDRESS.exec(url);
	if (found === null) return url;
	const bytes = Buffer.from(url.slice(found[0].length), 'base64');
	return `[${found[1]}, ${bytes.length} bytes, sha256 ${sha256Hex(bytes)}]`;
}

/** A piece of a message in words; what is shown stands on a line of its own. */
export function describePart(part: ChatContentPart): string {
	switch (part.type) {
		case 'text':
			return part.text;
		case 'image_url':
			return `${describeAddress(part.image_url.url)}\n`;
		case 'video_url':
			return `${describeAddress(part.video_url.url)}\n`;
	}
}

/** The body of a request in which no bytes are left. */
export function withoutBytes(body: Readonly<Record<string, unknown>>): unknown {
	return JSON.parse(JSON.stringify(body, (key, value: unknown) => hidden(key, value)));
}

/** Only addresses of parts have this name in a request; what people write stands under others. */
function hidden(key: string, value: unknown): unknown {
	return key === 'url' && typeof value === 'string' ? describeAddress(value) : value;
}
