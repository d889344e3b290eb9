/** Reads the texts and media inside components, in the order in which people see them. */
import { ComponentType } from 'discord.js';
import type { Attachment } from '#domain/media';
import { numberOf, objectOf, objectsOf, type RawObject, textOf } from './raw-fields.ts';
import { mediaKindOf, mimeTypeOf } from './read-attachments.ts';

/** What components show. */
export interface ComponentContent {
	readonly texts: readonly string[];
	readonly media: readonly Attachment[];
}

/** Discord allows 40 components in a message, nested three deep. */
const READ_COMPONENT_LIMITS = { componentsMax: 100, depthMax: 5 } as const;

const CHILD_FIELDS = ['components', 'component', 'accessory', 'items'] as const;

/** Walks the tree; buttons and menus say nothing that is part of the conversation. */
export function readComponents(value: unknown): ComponentContent {
	const texts: string[] = [];
	const media: Attachment[] = [];
	let left: number = READ_COMPONENT_LIMITS.componentsMax;
	const visit = (raw: RawObject, depth: number): void => {
		if (left <= 0 || depth > READ_COMPONENT_LIMITS.depthMax) return;
		left -= 1;
		const text = raw['type'] === ComponentType.TextDisplay ? textOf(raw['content']) : null;
		if (text) texts.push(text);
		const file = readMedia(raw);
		if (file) media.push(file);
		for (const field of CHILD_FIELDS) for (const child of childrenOf(raw[field])) visit(child, depth + 1);
	};
	for (const raw of objectsOf(value)) visit(raw, 1);
	return { texts, media };
}

function childrenOf(value: unknown): readonly RawObject[] {
	const single = objectOf(value);
	return single ? [single] : objectsOf(value);
}

/** Thumbnails and gallery items carry `media`, files carry `file`; both name an address. */
function readMedia(raw: RawObject): Attachment | null {
	const item = objectOf(raw['media']) ?? objectOf(raw['file']);
	const url = textOf(item?.['url']);
	if (!item || !url) return null;
	const fileName = textOf(raw['name']) ?? fileNameOf(url);
	const contentType = textOf(item['content_type']);
	const kind = mediaKindOf(contentType, fileName);
	return {
		id: textOf(item['attachment_id']) ?? '',
		fileName,
		// A gallery shows pictures and videos only, whatever its addresses look like.
		kind: kind === 'document' && raw['file'] === undefined ? 'image' : kind,
		mimeType: mimeTypeOf(contentType, fileName),
		url,
		proxyUrl: textOf(item['proxy_url']) ?? url,
		sizeBytes: numberOf(raw['size']) ?? numberOf(item['size']) ?? 0,
		description: textOf(raw['description']),
		durationSeconds: null,
		isVoiceMessage: false,
		isSpoiler: raw['spoiler'] === true,
	};
}

function fileNameOf(url: string): string {
	const path = url.split(/[?#]/)[0] ?? '';
	return path.slice(path.lastIndexOf('/') + 1) || 'file';
}
