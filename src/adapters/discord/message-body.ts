/** The body of a message create, made from what the program wants to say. */
import {
	ButtonStyle,
	ComponentType,
	type RESTPatchAPIChannelMessageJSONBody,
	type RESTPostAPIChannelMessageJSONBody,
	type RESTPostAPIWebhookWithTokenJSONBody,
} from 'discord.js';
import type { Snowflake } from '#domain/ids';
import type { MessageButton, MessageChange, OutgoingMessage } from '#domain/reply';
import { noticeFooter } from './notice-footer.ts';
import { quoteLineOf } from './quote-line.ts';
import { truncate } from './split-answer.ts';
import { webhookName } from './webhook-name.ts';

/** Users that one message may name in `allowed_mentions`, as Discord limits it. */
export const notifiableUsersMax = 100;

/** Buttons of one row, and characters of a button's label, as Discord limits them. */
const buttonsMax = 5;
const buttonLabelMax = 80;

/** For personas whose name Discord would not take at all. */
const namelessPersona = 'Someone';

/** Characters of a card's heading, as Discord limits it. */
const noticeTitleMax = 256;

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
		...buttonsOf(message),
		...reply,
		nonce: message.nonce,
		enforce_nonce: true,
		allowed_mentions: {
			parse: [],
			users: message.noticeKind === undefined ? [...mentionedIn(message.text, message.notifiableUserIds)] : [],
			replied_user: message.replyToId !== null && mayNotify,
		},
	};
}

/**
 * The same as a webhook's post: under the identity's name and picture, and instead of a reply with a line that quotes
 * the answered message and leads to it (S098).
 */
export function webhookBody(message: OutgoingMessage, guildId: Snowflake): RESTPostAPIWebhookWithTokenJSONBody {
	const avatarUrl = message.identity?.avatarUrl ?? null;
	const quote = quoteLineOf(message, guildId);
	return {
		...sayingOf(message),
		...buttonsOf(message),
		username: webhookName(message.identity?.name ?? '', namelessPersona),
		...(avatarUrl === null ? {} : { avatar_url: avatarUrl }),
		...(quote === null ? {} : { embeds: [{ description: quote, color: noticeColour }] }),
		allowed_mentions: { parse: [], users: [...mentionedIn(message.text, message.notifiableUserIds)] },
	};
}

/** A change of a message. Without `allowed_mentions` Discord would read mentions anew with its defaults (S018). */
export function changeBody({ text, buttons, notifiableUserIds }: MessageChange): RESTPatchAPIChannelMessageJSONBody {
	return {
		...(text === undefined ? {} : { content: text }),
		...(buttons === undefined ? {} : { components: buttonRows(buttons) }),
		allowed_mentions: { parse: [], users: [...mentionedIn(text ?? '', notifiableUserIds)] },
	};
}

function buttonsOf({ buttons }: OutgoingMessage) {
	return buttons === undefined ? {} : { components: buttonRows(buttons) };
}

/** Buttons as Discord's components: none, or one row. */
export function buttonRows(buttons: readonly MessageButton[]) {
	if (buttons.length === 0) return [];
	const components = buttons.slice(0, buttonsMax).map((button) => ({
		type: ComponentType.Button as const,
		style: styleOf(button),
		custom_id: button.id,
		emoji: { name: button.emoji },
		...(button.label === undefined ? {} : { label: truncate(button.label, buttonLabelMax) }),
		disabled: !button.isEnabled,
	}));
	return [{ type: ComponentType.ActionRow as const, components }];
}

function styleOf({ isDangerous, isPrimary }: MessageButton) {
	if (isDangerous === true) return ButtonStyle.Danger as const;
	return isPrimary === true ? (ButtonStyle.Primary as const) : (ButtonStyle.Secondary as const);
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
	const { text: description, noticeTitle } = message;
	const footer = { text: noticeFooter(message.noticeKind) };
	const title = noticeTitle === undefined ? {} : { title: truncate(noticeTitle, noticeTitleMax) };
	return { embeds: [{ ...title, description, color: noticeColour, footer }] };
}

/** The notifiable people that a text names. Mentions inside a notice's embed notify nobody, so it names no one. */
function mentionedIn(text: string, notifiableUserIds: readonly Snowflake[]): ReadonlySet<Snowflake> {
	const notifiable = new Set(notifiableUserIds);
	const mentioned = [...text.matchAll(/<@!?(\d{1,20})>/g)].map(([, id = '']) => id);
	return new Set([...new Set(mentioned)].filter((id) => notifiable.has(id)).slice(0, notifiableUsersMax));
}
