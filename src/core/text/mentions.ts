/** Turns Discord's mention tokens into what a reader sees. */

const USER_MENTION = /<@!?(\d{1,20})>/g;
const CUSTOM_EMOJI = /<a?:(\w{1,32}):\d{1,20}>/g;

/** Replaces mentions of known people by their names and custom emoji by `:name:`; unknown ids stay as they stand. */
export function convertMentions(text: string, nameOf: ReadonlyMap<string, string>): string {
	return text
		.replace(USER_MENTION, (whole, id: string) => nameOf.get(id) ?? whole)
		.replace(CUSTOM_EMOJI, (_whole, name: string) => `:${name}:`);
}
