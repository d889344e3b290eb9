/** What the ending of a file's name says about the file. */

const TYPES_BY_ENDING: Readonly<Record<string, string>> = {
	png: 'image/png',
	jpg: 'image/jpeg',
	jpeg: 'image/jpeg',
	webp: 'image/webp',
	heic: 'image/heic',
	heif: 'image/heif',
	gif: 'image/gif',
	mp4: 'video/mp4',
	mpeg: 'video/mpeg',
	mpg: 'video/mpeg',
	mov: 'video/quicktime',
	avi: 'video/x-msvideo',
	flv: 'video/x-flv',
	webm: 'video/webm',
	wmv: 'video/x-ms-wmv',
	'3gp': 'video/3gpp',
	'3gpp': 'video/3gpp',
	mp3: 'audio/mpeg',
	ogg: 'audio/ogg',
	wav: 'audio/wav',
	flac: 'audio/flac',
	m4a: 'audio/mp4',
	pdf: 'application/pdf',
	txt: 'text/plain',
	json: 'application/json',
};

/** The ending in small letters without its dot, such as `png`; `''` when there is none. */
export function endingOf(fileName: string): string {
	return /\.([a-z0-9]{1,8})$/i.exec(fileName)?.[1]?.toLowerCase() ?? '';
}

/** The type that files with this ending usually are; null for endings that nobody knows. */
export function mimeTypeOfName(fileName: string): string | null {
	return TYPES_BY_ENDING[endingOf(fileName)] ?? null;
}
