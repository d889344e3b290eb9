/** Posts one message, through every trouble that its nonce makes harmless to repeat. */
import { type REST, type RESTPostAPIChannelMessageJSONBody, Routes } from 'discord.js';
import type { Failure } from '#domain/failure';
import type { OutgoingMessage, PostedMessage } from '#domain/reply';
import { err, ok, type Result } from '#lib/result';
import type { Clock } from '#ports/clock';
import type { Log } from '#ports/log';
import { discordFailure, errorFacts, isReferenceRefusal } from './discord-failure.ts';
import { messageBody, withoutEmbeds, withoutReference } from './message-body.ts';
import { objectOf, textOf } from './raw-fields.ts';
import { untilAborted } from './until-aborted.ts';

/** What posting works with. */
export interface PostOptions {
	readonly rest: REST;
	readonly clock: Clock;
	readonly log: Log;
}

/** Milliseconds before each further attempt when Discord could not be reached or had an error of its own. */
export const postPausesMs: readonly number[] = [500, 1_000, 2_000, 4_000];

/** Posts; what Discord refuses in the form that was tried first goes out in a milder one where there is one. */
export async function postMessage(
	options: PostOptions,
	message: OutgoingMessage,
	signal: AbortSignal,
): Promise<Result<PostedMessage, Failure>> {
	const { log } = options;
	const body = messageBody(message);
	try {
		const posted = await send(options, { message, body }, signal).catch((error: unknown) => {
			const milder = milderBody(message, error);
			if (milder === null) throw error;
			return send(options, { message, body: milder }, signal);
		});
		const id = textOf(objectOf(posted)?.['id']);
		return id ? ok({ id, channelId: message.channelId }) : err({ code: 'discord-rejected', detail: 'no message id' });
	} catch (error) {
		log.warn({ channelId: message.channelId, ...errorFacts(error) }, 'posting failed');
		return err(discordFailure(error, signal));
	}
}

interface Sending {
	readonly message: OutgoingMessage;
	readonly body: RESTPostAPIChannelMessageJSONBody;
}

/** The client's own repetitions follow each other at once, so that a blip of some milliseconds outlasts them. */
async function send({ rest, clock, log }: PostOptions, { message, body }: Sending, signal: AbortSignal) {
	const route = Routes.channelMessages(message.channelId);
	for (const pauseMs of postPausesMs) {
		try {
			return await untilAborted(rest.post(route, { body, signal }), signal);
		} catch (error) {
			if (signal.aborted || discordFailure(error).code !== 'discord-unreachable') throw error;
			log.warn({ channelId: message.channelId, ...errorFacts(error), retryInMs: pauseMs }, 'posting is tried again');
			await clock.sleep(pauseMs, signal);
		}
	}
	return await untilAborted(rest.post(route, { body, signal }), signal);
}

/** What Discord may still take after this refusal; null when there is nothing. */
function milderBody(message: OutgoingMessage, error: unknown): RESTPostAPIChannelMessageJSONBody | null {
	const body = messageBody(message);
	if (body.message_reference !== undefined && isReferenceRefusal(error)) return withoutReference(body);
	// Where only Embed Links is missing, a notice can still be read as plain text.
	const isForbidden = discordFailure(error).code === 'discord-forbidden';
	return message.noticeKind !== undefined && isForbidden ? withoutEmbeds(body, message.text) : null;
}
