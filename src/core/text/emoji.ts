/** Custom emoji as text; they are pictures of words and never media (ruling H4). */

const CUSTOM_EMOJI = /<a?:(\w{1,32}):\d{1,20}>/g;

/** Replaces Discord's tokens of custom emoji by `:name:`. */
export function normalizeEmoji(text: string): string {
	return text.replace(CUSTOM_EMOJI, ':$1:');
}
