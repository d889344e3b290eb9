/** Posts one message, through every trouble that its nonce makes harmless to repeat. */
import { type REST, RESTJSONErrorCodes, type RESTPostAPIChannelMessageJSONBody, Routes } from 'discord.js';
import type { Failure } from '#domain/failure';
import type { OutgoingMessage, PostedMessage } from '#domain/reply';
import { err, ok, type Result } from '#lib/result';
import type { Clock } from '#ports/clock';
import type { Log } from '#ports/log';
import { discordFailure, errorFacts, hasDiscordCode, isReferenceRefusal } from './discord-failure.ts';
import { messageBody, withoutEmbeds, withoutReference } from './message-body.ts';
import { objectOf, textOf } from './raw-fields.ts';
import { throughBlips } from './through-blips.ts';

/** What posting works with. */
export interface PostOptions {
	readonly rest: REST;
	readonly clock: Clock;
	readonly log: Log;
}

/** Posts; what Discord refuses in the form that was tried first goes out in a milder one where there is one. */
export async function postMessage(
	options: PostOptions,
	message: OutgoingMessage,
	signal: AbortSignal,
): Promise<Result<PostedMessage, Failure>> {
	const { rest, clock, log } = options;
	const { channelId } = message;
	const send = (body: RESTPostAPIChannelMessageJSONBody): Promise<unknown> => {
		const request = () => rest.post(Routes.channelMessages(channelId), { body, signal });
		return throughBlips(request, { clock, log, channelId, signal });
	};
	try {
		const posted = await send(messageBody(message)).catch((error: unknown) => {
			const milder = milderBody(message, error);
			if (milder === null) throw error;
			return send(milder);
		});
		const id = textOf(objectOf(posted)?.['id']);
		return id ? ok({ id, channelId }) : err({ code: 'discord-rejected', detail: 'no message id' });
	} catch (error) {
		log.warn({ channelId, ...errorFacts(error) }, 'posting failed');
		// Without a reference only the nonce is left to name a message: its copy was posted, and deleted since (S056).
		if (hasDiscordCode(error, RESTJSONErrorCodes.UnknownMessage)) return err({ code: 'discord-removed' });
		return err(discordFailure(error, signal));
	}
}

/** What Discord may still take after this refusal; null when there is nothing. */
function milderBody(message: OutgoingMessage, error: unknown): RESTPostAPIChannelMessageJSONBody | null {
	const body = messageBody(message);
	if (body.message_reference !== undefined && isReferenceRefusal(error)) return withoutReference(body);
	// Where only Embed Links is missing, a notice can still be read as plain text.
	const isForbidden = discordFailure(error).code === 'discord-forbidden';
	return message.noticeKind !== undefined && isForbidden ? withoutEmbeds(body, message.text) : null;
}
