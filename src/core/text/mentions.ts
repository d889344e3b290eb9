/** Turns Discord's mention tokens into what a reader sees, and names in replies back into mentions. */
import { normalizeEmoji } from './emoji.ts';
import { type MacroNames, resolveIdentityMacros } from './macros.ts';

/** What the ids in a text are called; names are one-line labels without marks. */
export interface MentionNames {
	readonly users: ReadonlyMap<string, string>;
	readonly roles: ReadonlyMap<string, string>;
	readonly channels: ReadonlyMap<string, string>;
	/** What identity macros stand for; without them every macro stays, since there is nothing to put in its place. */
	readonly identity?: MacroNames;
}

/**
 * What becomes of `{bot}`, `{char}` and `{user}` (seed: identity macro mode): they resolve in texts that we or the
 * persona's keepers wrote, and stay in what people wrote.
 */
export type IdentityMacroMode = 'resolve' | 'preserve';

const USER_MENTION = /<@!?(\d{1,20})>/g;
const ROLE_MENTION = /<@&(\d{1,20})>/g;
const CHANNEL_MENTION = /<#(\d{1,20})>/g;
/** Links to a channel, a thread, or a message in it; only the channel has a name. */
const CHANNEL_LINK =
	/https:\/\/(?:canary\.|ptb\.)?discord(?:app)?\.com\/channels\/(?:@me|\d{1,20})\/(\d{1,20})(?:\/\d{1,20})?\/?(?=$|[\s)>\]])/g;
const CODE = /(```[\s\S]*?```|`[^`\n]+`)/;

/**
 * Replaces mentions of known people by their names, of known roles by `@Role`, of known channels and links to them by
 * `#channel`, and custom emoji by `:name:`; unknown ids stay as they stand. Identity macros resolve unless `preserve` is
 * asked for or the names do not tell who is meant.
 */
export function convertMentions(
	text: string,
	names: MentionNames,
	identityMacroMode: IdentityMacroMode = 'resolve',
): string {
	const converted = convertIds(text, names);
	if (identityMacroMode === 'preserve' || names.identity === undefined) return converted;
	return resolveIdentityMacros(converted, names.identity);
}

function convertIds(text: string, names: MentionNames): string {
	// Most messages hold neither, and the patterns below look at every character.
	const converted = text.includes('<')
		? normalizeEmoji(
				text
					.replace(USER_MENTION, (whole, id: string) => names.users.get(id) ?? whole)
					.replace(ROLE_MENTION, (whole, id: string) => prefixed('@', names.roles.get(id)) ?? whole)
					.replace(CHANNEL_MENTION, (whole, id: string) => prefixed('#', names.channels.get(id)) ?? whole),
			)
		: text;
	if (!converted.includes('/channels/')) return converted;
	return converted.replace(CHANNEL_LINK, (whole, id: string) => prefixed('#', names.channels.get(id)) ?? whole);
}

/** The channels that a text mentions or links to, each once. */
export function channelIdsIn(text: string): readonly string[] {
	return [...new Set([CHANNEL_MENTION, CHANNEL_LINK].flatMap((pattern) => [...text.matchAll(pattern)].map(idIn)))];
}

/** The roles that a text mentions, each once. */
export function roleIdsIn(text: string): readonly string[] {
	return [...new Set([...text.matchAll(ROLE_MENTION)].map(idIn))];
}

function idIn([, id = '']: RegExpExecArray): string {
	return id;
}

function prefixed(mark: string, name: string | undefined): string | null {
	return name === undefined ? null : `${mark}${name}`;
}

/**
 * Replaces `@Name` and `@{Name}` in a reply by that person's mention, ignoring case, the longest name first, outside code. A name that
 * two people bear, and an `@` behind a letter or digit, stay as they stand.
 */
export function restoreMentions(text: string, users: ReadonlyMap<string, string>): string {
	if (!text.includes('@') || users.size === 0) return text;
	const idOf = new Map<string, string | null>();
	for (const [id, name] of users) {
		const key = name.toLowerCase();
		idOf.set(key, idOf.has(key) && idOf.get(key) !== id ? null : id);
	}
	const names = [...idOf.keys()].filter((name) => name !== '').sort((left, right) => right.length - left.length);
	if (names.length === 0) return text;
	const written = names.map((name) => RegExp.escape(name)).join('|');
	const pattern = new RegExp(`(?<![\\p{L}\\p{N}<])@(?:\\{(${written})\\}|(${written})(?![\\p{L}\\p{N}]))`, 'giu');
	return text
		.split(CODE)
		.map((part, place) => {
			if (place % 2 === 1) return part;
			return part.replace(pattern, (whole, braced: string | undefined, bare: string | undefined) => {
				const id = idOf.get((braced ?? bare ?? '').toLowerCase());
				return id ? `<@${id}>` : whole;
			});
		})
		.join('');
}
