/** Who a message mentions, by Discord's rules for content and allowed_mentions. */
import type { APIAllowedMentions } from 'discord-api-types/v10';
import { AllowedMentionsTypes } from 'discord-api-types/v10';
import type { MessageRecord } from './records.ts';

/** Everybody whom a message notifies. */
export interface Pings {
	/** `@everyone` or `@here` is in force. */
	readonly everyone: boolean;
	/** Users mentioned by `<@id>`, and the replied-to author when that ping is on; each once. */
	readonly users: readonly string[];
	readonly roles: readonly string[];
}

/** What decides who is notified. */
export interface MentionInput {
	readonly content: string;
	/** Null when the write carried none: then everything is parsed. */
	readonly allowedMentions: APIAllowedMentions | null;
	/** The author of the message replied to; null without a reply. */
	readonly repliedUserId: string | null;
}

/** Code spans and blocks, in which mentions are plain text. */
const code = /```[\s\S]*?```|``[^`]*``|`[^`\n]*`/g;

function unique(ids: Iterable<string>): string[] {
	return [...new Set(ids)];
}

function idsMatching(content: string, pattern: RegExp): string[] {
	return unique([...content.matchAll(pattern)].map((match) => match[1] ?? ''));
}

/** Computes the notified people; ids are not checked for existence. */
export function computePings(input: MentionInput): Pings {
	const text = input.content.replace(code, ' ');
	const users = idsMatching(text, /<@!?(\d{15,21})>/g);
	const roles = idsMatching(text, /<@&(\d{15,21})>/g);
	const everyone = /@(everyone|here)(?![\w-])/.test(text);
	const allowed = input.allowedMentions;
	const replied = input.repliedUserId === null ? [] : [input.repliedUserId];
	if (allowed === null) return { everyone, users: unique([...users, ...replied]), roles };
	const parse = allowed.parse ?? [];
	const allUsers = parse.includes(AllowedMentionsTypes.User);
	const allRoles = parse.includes(AllowedMentionsTypes.Role);
	return {
		everyone: everyone && parse.includes(AllowedMentionsTypes.Everyone),
		users: unique([
			...users.filter((id) => allUsers || (allowed.users ?? []).includes(id)),
			...(allowed.replied_user === true ? replied : []),
		]),
		roles: roles.filter((id) => allRoles || (allowed.roles ?? []).includes(id)),
	};
}

/** Who the newest write of this message notifies; the bot's own id counts like any other. */
export function pingsOf(record: MessageRecord): Pings {
	const { message } = record;
	const reply = message.message_reference?.type === 1 ? null : (message.referenced_message?.author.id ?? null);
	return computePings({
		content: message.content,
		allowedMentions: record.allowedMentions,
		repliedUserId: message.message_reference === undefined ? null : reply,
	});
}
