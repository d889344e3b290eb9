/** Turns the `:name:` that models write into the emoji of the server. */

/** What a server has, and what becomes of the rest. */
export interface EmojiOptions {
	/** Discord's own tokens (`<:wave:1>`, `<a:dance:2>`) by the emoji's name. */
	readonly emojis: ReadonlyMap<string, string>;
	/** Whether names that the server does not have stay as they stand; else they are removed. */
	readonly keepsUnknown: boolean;
}

const CODE = /(```[\s\S]*?(?:```|$)|`[^`\n]+`|https?:\/\/\S+)/;
/** Times (`10:30:15`), paths of programs (`a::b::c`) and Discord's tokens are no names of emoji. */
const SHORTCODE = /( ?)(?<![\w:<]):(?=\w*[A-Za-z])(\w{2,32}):(?![\w:])/g;

/**
 * Replaces known names outside code and addresses, exactly or else ignoring case, and removes unknown ones with the
 * space before them.
 */
export function placeEmoji(text: string, { emojis, keepsUnknown }: EmojiOptions): string {
	if (!text.includes(':')) return text;
	const byLowerName = new Map([...emojis].map(([name, token]) => [name.toLowerCase(), token]));
	return text
		.split(CODE)
		.map((part, place) => {
			if (place % 2 === 1) return part;
			return part.replace(SHORTCODE, (whole, space: string, name: string) => {
				const token = emojis.get(name) ?? byLowerName.get(name.toLowerCase());
				if (token !== undefined) return space + token;
				return keepsUnknown ? whole : '';
			});
		})
		.join('');
}
