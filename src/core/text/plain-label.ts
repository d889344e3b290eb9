/** Makes a one-line name for prompts and notices out of whatever people call themselves. */
import { takeGraphemes } from '#lib/graphemes';

/** Discord's own limit for a display name. */
const labelGraphemesMax = 32;
/** When nothing is left of the name and of its fallback. */
const nobody = 'Someone';

/** Each step takes away one way in which a name could disturb the line it stands in. */
const replacements: readonly (readonly [pattern: RegExp, replacement: string])[] = [
	// Line breaks, tabs and controls, and letters that are drawn as a gap, become a space.
	[/[\s\p{Cc}\u115F\u1160\u2800\u3164\uFFA0]+/gu, ' '],
	// Joiners stay only between two emoji; direction overrides, zero-width and tag characters go.
	[/(?<!\p{Extended_Pictographic}[\uFE0F\u{1F3FB}-\u{1F3FF}]?)\u200D|\u200D(?!\p{Extended_Pictographic})/gu, ''],
	[/(?!\u200D)\p{Cf}/gu, ''],
	// A colon would end the label inside the name, and what follows would be read as that speaker's words.
	[/[\s:：\uFE13\uFE55]+/gu, ' '],
	// More than three marks on one letter are noise that grows over the neighbouring lines.
	[/(\p{M}{3})\p{M}+/gu, '$1'],
	[/`/g, "'"],
	[/[*\\]/g, ''],
	[/_{2,}/g, '_'],
	[/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, ''],
	[/~{2,}/g, '~'],
	[/\|{2,}/g, '|'],
	[/\{{2,}/g, '{'],
	[/\}{2,}/g, '}'],
	// Square and angle brackets mark system notes, links, mentions and a model's own control words.
	[/\[/g, '('],
	[/\]/g, ')'],
	[/</g, '‹'],
	[/>/g, '›'],
];

/**
 * The display name as one line of at most 32 characters, without anything that could open formatting, a label, a
 * heading, a mention or a macro; the same steps are taken for `fallback` when nothing readable is left of the name.
 * Never empty and without a colon, because the renderers add the one that ends the label.
 */
export function plainLabel(displayName: string, fallback: string): string {
	return flatten(displayName) || flatten(fallback) || nobody;
}

function flatten(name: string): string {
	const flat = replacements.reduce(
		(text, [pattern, replacement]) => text.replace(pattern, replacement),
		name.toWellFormed().replaceAll('\uFFFD', ''),
	);
	const label = takeGraphemes(trimEdges(flat), labelGraphemesMax);
	return /[\p{L}\p{N}\p{S}\p{P}]/u.test(label) ? trimEdges(label) : '';
}

/** Heading and list marks count at the beginning only. */
function trimEdges(text: string): string {
	return text.replace(/^[\s#+-]+/u, '').trimEnd();
}
