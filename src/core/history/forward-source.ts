/** Where a forward comes from and whether its contents can be seen. */
import { isBlankText } from '#core/text/blank-text';
import type { Forward, MessageBody } from '#domain/message';

/** What is said of a forward whose contents nobody could reach (seed: nested forwards). */
export const UNSEEN_FORWARD = 'was itself a forward, and its contents cannot be seen';

/** A forward with contents. Discord rejects empty messages, so an empty body means that it was a forward itself. */
export function isSeen(forward: Forward): forward is Forward & { readonly body: MessageBody } {
	return forward.body !== null && !isEmptyBody(forward.body);
}

/** The channel as a reader would name it; the name is a mention, so that it is converted with all others. */
export function forwardSource(forward: Forward, wrapper: { readonly channelId: string }): string {
	if (forward.channelId === wrapper.channelId) return 'this channel';
	return forward.channelName === null ? 'another channel' : `<#${forward.channelId}>`;
}

function isEmptyBody(body: MessageBody): boolean {
	return (
		isBlankText(body.content) &&
		body.attachments.length + body.stickers.length + body.embeds.length === 0 &&
		body.componentTexts.length + body.componentMedia.length === 0 &&
		body.poll === null
	);
}
