/** Links that stand for something to look at: videos of YouTube and pages that are nothing but a moving picture. */

/** What stands between white space and brackets, where an address could be. */
const UNBROKEN = /[^\s<>)]+/g;
/** An address that names its video in the path. */
const YOUTUBE_PATH = /https?:\/\/(?:www\.|m\.|music\.)?(?:youtube\.com\/(?:shorts|live|embed)|youtu\.be)\/[\w-]{6}/;
/** An address that names its video in the query, anywhere behind its beginning. */
const YOUTUBE_WATCH = /https?:\/\/(?:www\.|m\.|music\.)?youtube\.com\/watch\?/;
const VIDEO_IN_QUERY = /\bv=[\w-]{6}/;
const LONE_LINK = /^<?(https?:\/\/[^\s<>]+)>?$/;
const GIF_HOST = /^(?:www\.|media\d*\.|static\d*\.|c\.|i\.)?(?:tenor\.com|giphy\.com|klipy\.com|gfycat\.com)$/;
/** Pages of these hosts that show one picture; the others are searches and profiles. */
const GIF_PAGE = /^\/(?:[a-z]{2}(?:-[A-Za-z]{2})?\/)?(?:view|gifs|gif|clip|media|embed|m)\//;
const gifNameCharactersMax = 80;

/** The first link to a YouTube video in a text, or null. Linear in the text. */
export function firstYouTubeUrl(text: string): string | null {
	if (!text.includes('youtu')) return null;
	for (const [unbroken] of text.matchAll(UNBROKEN)) {
		const start = youTubeStart(unbroken);
		if (start !== null) return unbroken.slice(start);
	}
	return null;
}

/** What follows the first `watch?` is all that could follow a later one, so it is looked through once. */
function youTubeStart(unbroken: string): number | null {
	const path = YOUTUBE_PATH.exec(unbroken);
	const watch = YOUTUBE_WATCH.exec(unbroken);
	const isVideo = watch !== null && VIDEO_IN_QUERY.test(unbroken.slice(watch.index + watch[0].length));
	if (!isVideo) return path?.index ?? null;
	return path === null ? watch.index : Math.min(path.index, watch.index);
}

/** What a text that is nothing but a link to a GIF shows: its name, `''` when the link does not say; null for other texts. */
export function gifNameOf(text: string): string | null {
	if (!text.includes('://')) return null;
	const link = LONE_LINK.exec(text.trim())?.[1];
	if (link === undefined || !URL.canParse(link)) return null;
	const { hostname, pathname } = new URL(link);
	const isFile = /\.gif$/i.test(pathname);
	const isPage = GIF_HOST.test(hostname) && (GIF_PAGE.test(pathname) || isFile);
	return isPage || isFile ? nameInPath(pathname, isPage) : null;
}

/** `/view/cat-dance-gif-1234` → `cat dance`; the last piece of a page's address is its id. */
function nameInPath(pathname: string, isPage: boolean): string {
	const last = decoded(pathname.split('/').filter(Boolean).at(-1) ?? '').replace(/\.(?:gif|mp4|webp)$/i, '');
	const pieces = last.split(/[-_+\s]+/).filter(Boolean);
	const words = isPage ? pieces.slice(0, -1) : pieces;
	while (words.length > 0 && /^gifs?$/i.test(words.at(-1) ?? '')) words.pop();
	const name = words.join(' ').slice(0, gifNameCharactersMax);
	return /\p{L}{2}/u.test(name) ? name : '';
}

function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch (error) {
		if (error instanceof URIError) return text;
		throw error;
	}
}
