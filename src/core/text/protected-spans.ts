/** Takes out of a text what no rule of style may touch: code, addresses, mentions, emoji, and their kind. */

/** The text with one mark for each span, and the way back. */
export interface ProtectedText {
	readonly bare: string;
	/** Puts the spans back in their order; the marks must all be there still. */
	restore(text: string): string;
}

/** Stands for a span; one that people wrote is a span of its own. */
const MARK = '\uFFFC';

const EMOTICONS = [
	"[:;=][-'^o]?[()\\[\\]DPpOo3/\\\\|*<>]+",
	"[()\\[\\]D][-'^]?[:;=]",
	'</?3+',
	'[\\^>oOTQ;-][_.-][\\^<oOTQ;-]',
	'[xX][DP)(3]+|uwu|owo|UwU|OwO|:v|;-;|\\\\o/',
	'¯\\\\_\\(ツ\\)_/¯',
].join('|');

/** No part looks over the same characters again for each place it could begin at, so hostile lines cost no more. */
const SPANS = new RegExp(
	[
		MARK,
		// Code, fenced to its end or to the end of the text, and inline.
		'(?:`{3,}|~{3,})[\\s\\S]*?(?:`{3,}|~{3,}|$(?![\\s\\S]))',
		'``[^\\n]+?``|`[^`\\n]+`',
		'\\|\\|[\\s\\S]+?\\|\\|',
		// A link's address may hold one pair of brackets, and a title may follow it.
		'\\[[^\\[\\]\\n]*\\]\\([^()\\s]*(?:\\([^()\\s]*\\)[^()\\s]*)?(?: "[^"\\n]*")?\\)',
		'<(?:a?:\\w+:\\d+|[@#][!&]?\\d+|t:-?\\d+(?::\\w)?|https?://[^>\\s]+|/[^<>\\n]+:\\d+)>',
		'(?:https?://|www\\.)[^\\s\uFFFC]+',
		'(?<![\\w.+-])[\\w.+-]+@[\\w-]+\\.[\\w.-]+',
		'(?<![\\p{L}\\p{N}])@[\\p{L}\\p{N}_.-]+',
		'(?<![\\p{L}\\p{N}:]):[\\w+-]+:(?![\\p{L}\\p{N}])',
		`(?<=^|\\s)(?:${EMOTICONS})(?=$|\\s)`,
		'(?<=^|\\s)[$~]?\\d[\\d.,:/%]*[\\p{L}°%]{0,4}(?![\\p{L}\\p{N}])(?=[^\\S\\n]*[^\\s.!?…])',
	].join('|'),
	'gmu',
);

/** Whether any span may be there; most lines hold none. */
const HINT = /[\uFFFC`~|[\]<>@:;=()^/\\\d_]|www\.|[xX]D|[uoUO][wW][uoUO]/u;

/** Takes the spans out. */
export function protectSpans(text: string): ProtectedText {
	if (!HINT.test(text)) return { bare: text, restore: (changed) => changed };
	const spans: string[] = [];
	const bare = text.replaceAll(SPANS, (span) => {
		spans.push(span);
		return MARK;
	});
	if (spans.length === 0) return { bare, restore: (changed) => changed };
	return {
		bare,
		restore(changed) {
			let next = 0;
			return changed.replaceAll(MARK, () => spans[next++] ?? '');
		},
	};
}
