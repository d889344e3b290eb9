/** Discord signs the addresses of its files for a day; the file itself is known by the rest of its address. */
import type { MediaDescriptor } from '#domain/media-descriptor';
import type { ExtractedMedia } from '#ports/media-source';

const SIGNATURE = ['ex', 'is', 'hm'] as const;

/** The address without its signature, so that it is the same tomorrow; other addresses stay as they are. */
export function mediaKey(url: string): string {
	const parsed = URL.parse(url);
	if (parsed === null) return url;
	for (const name of SIGNATURE) parsed.searchParams.delete(name);
	return parsed.href;
}

/** Where the same file is now, among the media of the message that owns it; null when it is not among them. */
export function refreshedAddress(
	{ kind, uri, fallbackUri }: Pick<MediaDescriptor, 'kind' | 'uri' | 'fallbackUri'>,
	{ images, videos }: ExtractedMedia,
): string | null {
	const wanted = new Set([uri, fallbackUri ?? uri].map(fileOf));
	const found = (kind === 'image' ? images : videos).find((file) =>
		[file.proxyUrl, file.url].map(fileOf).some((address) => wanted.has(address)),
	);
	return found?.proxyUrl ?? null;
}

/** The path alone: one file has one on all of Discord's hosts. */
function fileOf(url: string): string {
	return URL.parse(url)?.pathname ?? url;
}
