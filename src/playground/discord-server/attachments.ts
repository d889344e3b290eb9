/** Files in the world: kept as bytes, described as Discord describes attachments, served under `/cdn`. */
import type { APIAttachment, APIEmbed } from 'discord-api-types/v10';
import type { World } from './world.ts';

/** A file on its way in. */
export interface AttachmentInput {
	readonly filename: string;
	readonly bytes: Uint8Array | string;
	/** Guessed from the file's name when absent. */
	readonly contentType?: string;
	readonly description?: string;
	readonly width?: number;
	readonly height?: number;
	readonly durationSeconds?: number;
	/** A voice note's loudness, base64; makes the attachment one. */
	readonly waveform?: string;
}

const types: Readonly<Record<string, string>> = {
	png: 'image/png',
	jpg: 'image/jpeg',
	jpeg: 'image/jpeg',
	gif: 'image/gif',
	webp: 'image/webp',
	mp3: 'audio/mpeg',
	ogg: 'audio/ogg',
	mp4: 'video/mp4',
	txt: 'text/plain; charset=utf-8',
	json: 'application/json; charset=utf-8',
};

/** The content type Discord would name for a file. */
export function contentTypeOf(filename: string): string {
	return types[filename.split('.').at(-1)?.toLowerCase() ?? ''] ?? 'application/octet-stream';
}

/** Keeps the files and returns their attachment objects, in order. */
export function storeAttachments(world: World, channelId: string, inputs: readonly AttachmentInput[]): APIAttachment[] {
	return inputs.map((input) => {
		const id = world.ids.next();
		const bytes = typeof input.bytes === 'string' ? new TextEncoder().encode(input.bytes) : new Uint8Array(input.bytes);
		const contentType = input.contentType ?? contentTypeOf(input.filename);
		world.files.set(id, { filename: input.filename, contentType, bytes });
		const url = `${world.origin}/cdn/attachments/${channelId}/${id}/${encodeURIComponent(input.filename)}`;
		return {
			id,
			filename: input.filename,
			size: bytes.length,
			url,
			proxy_url: url,
			content_type: contentType,
			...(input.description === undefined ? {} : { description: input.description }),
			...(input.width === undefined ? {} : { width: input.width }),
			...(input.height === undefined ? {} : { height: input.height }),
			...(input.durationSeconds === undefined ? {} : { duration_secs: input.durationSeconds }),
			...(input.waveform === undefined ? {} : { waveform: input.waveform }),
		};
	});
}

/** What a message shows: a picture that an embed names as `attachment://file` stands in the embed, and no longer below. */
export function placeEmbedded(
	embeds: readonly APIEmbed[],
	attachments: readonly APIAttachment[],
): { embeds: APIEmbed[]; attachments: APIAttachment[] } {
	const placed = new Set<string>();
	const shown = embeds.map((embed) => {
		const file = attachments.find(({ filename }) => embed.image?.url === `attachment://${filename}`);
		if (file === undefined) return embed;
		placed.add(file.id);
		const { url, proxy_url, description } = file;
		return { ...embed, image: { url, proxy_url, ...(description === undefined ? {} : { description }) } };
	});
	return { embeds: shown, attachments: attachments.filter(({ id }) => !placed.has(id)) };
}
