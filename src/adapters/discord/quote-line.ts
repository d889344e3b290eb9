/** The line that stands above a webhook's reply, since webhooks cannot reply: made here, and read back here (S098). */
import { escapeMarkdown } from '#core/text/escape-markdown';
import type { Snowflake } from '#domain/ids';
import type { OutgoingMessage, ReplyQuote } from '#domain/reply';
import { objectOf, objectsOf, type RawObject, textOf } from './raw-fields.ts';
import { readWebhook } from './read-author.ts';
import type { ReadContext } from './read-context.ts';
import { truncate } from './split-answer.ts';

/** Characters of the answered message in the line. */
const quoteUnitsMax = 100;

const QUOTE_LINE =
	/^↩ \*\*\[[^[\]\n]+\]\(https:\/\/discord\.com\/channels\/\d{1,20}\/(\d{1,20})\/(\d{1,20})\)\*\*(?: |$)/;

/** Where an answered message is. */
export interface QuotedPlace {
	readonly messageId: Snowflake;
	readonly channelId: Snowflake;
}

/** The line of a message that answers one; null for others. */
export function quoteLineOf({ replyToId, channelId, quote }: OutgoingMessage, guildId: Snowflake): string | null {
	if (replyToId === null || quote === undefined) return null;
	return quoteLine(quote, `https://discord.com/channels/${guildId}/${channelId}/${replyToId}`);
}

function quoteLine(quote: ReplyQuote, link: string): string {
	const said = truncate(oneLine(quote.text), quoteUnitsMax);
	return `↩ **[${escapeMarkdown(oneLine(quote.label)) || '…'}](${link})** ${escapeMarkdown(said)}`.trim();
}

/** Brackets could end the link. */
function oneLine(text: string): string {
	return text
		.replace(/[[\]`]/g, '')
		.replace(/\s+/g, ' ')
		.trim();
}

/**
 * What the first embed of one of our webhooks' messages quotes; null where there is no such line. A reply is where the
 * answered message is: a line that leads elsewhere is none of ours, and what is there is not for this channel.
 */
export function readQuoteLine(raw: RawObject, context: ReadContext): QuotedPlace | null {
	if (readWebhook(raw, context)?.isOurs !== true) return null;
	const [embed] = objectsOf(raw['embeds']);
	const match = isBare(embed) ? QUOTE_LINE.exec(textOf(embed?.['description']) ?? '') : null;
	const [, channelId, messageId] = match ?? [];
	if (channelId === undefined || messageId === undefined) return null;
	return channelId === textOf(raw['channel_id']) ? { messageId, channelId } : null;
}

/** A page that a message names has words of its own in its preview. */
function isBare(embed: RawObject | undefined): boolean {
	if (embed === undefined || !['rich', null].includes(textOf(embed['type']))) return false;
	return ['title', 'url'].every((field) => textOf(embed[field]) === null) && objectOf(embed['footer']) === null;
}

/** The message as it would be if the line were a reply of Discord's own. */
export function withoutQuoteLine(raw: RawObject, context: ReadContext): RawObject {
	if (readQuoteLine(raw, context) === null) return raw;
	return { ...raw, embeds: objectsOf(raw['embeds']).slice(1) };
}
