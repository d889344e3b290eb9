/** The body of a message create, made from what the program wants to say. */
import type { RESTPostAPIChannelMessageJSONBody } from 'discord.js';
import type { Snowflake } from '#domain/ids';
import type { OutgoingMessage } from '#domain/reply';
import { noticeFooter } from './notice-footer.ts';

/** Users that one message may name in `allowed_mentions`, as Discord limits it. */
export const notifiableUsersMax = 100;

/** The colour of a notice's edge: Discord's own grey blue. */
const noticeColour = 0x5865f2;

/**
 * Content with its nonce, and mentions that notify nobody but `notifiableUserIds` (ruling D2). The author of the
 * message that is replied to is notified only when anybody may be.
 */
export function messageBody(message: OutgoingMessage): RESTPostAPIChannelMessageJSONBody {
	const mayNotify = message.notifiableUserIds.length > 0;
	const reply =
		message.replyToId === null
			? {}
			: { message_reference: { message_id: message.replyToId, fail_if_not_exists: false } };
	return {
		...sayingOf(message),
		...reply,
		nonce: message.nonce,
		enforce_nonce: true,
		allowed_mentions: {
			parse: [],
			users: [...mentionedIn(message)],
			replied_user: message.replyToId !== null && mayNotify,
		},
	};
}

/** The same message as a plain one, for when the message it replies to is gone. */
export function withoutReference(body: RESTPostAPIChannelMessageJSONBody): RESTPostAPIChannelMessageJSONBody {
	const { message_reference: _reference, ...plain } = body;
	return { ...plain, allowed_mentions: { ...plain.allowed_mentions, replied_user: false } };
}

/** A notice as plain text, for channels where the bot may write but not embed. */
export function withoutEmbeds(
	body: RESTPostAPIChannelMessageJSONBody,
	text: string,
): RESTPostAPIChannelMessageJSONBody {
	const { embeds: _embeds, ...plain } = body;
	return { ...plain, content: text };
}

function sayingOf(message: OutgoingMessage): RESTPostAPIChannelMessageJSONBody {
	if (message.noticeKind === undefined) return { content: message.text };
	const footer = { text: noticeFooter(message.noticeKind) };
	return { embeds: [{ description: message.text, color: noticeColour, footer }] };
}

/** Mentions inside embeds notify nobody, so a notice names no one. */
function mentionedIn(message: OutgoingMessage): ReadonlySet<Snowflake> {
	if (message.noticeKind !== undefined) return new Set();
	const notifiable = new Set(message.notifiableUserIds);
	const mentioned = [...message.text.matchAll(/<@!?(\d{1,20})>/g)].map(([, id = '']) => id);
	return new Set([...new Set(mentioned)].filter((id) => notifiable.has(id)).slice(0, notifiableUsersMax));
}
