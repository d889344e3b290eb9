/** What Discord's refusals mean to the rest of the program. */
import { DiscordAPIError, HTTPError, RESTJSONErrorCodes } from 'discord.js';
import { blotSecrets } from '#core/text/blot-secrets';
import type { Failure } from '#domain/failure';
import { objectOf } from './raw-fields.ts';
import { RequestBrakedError } from './request-brake.ts';

const FORBIDDEN: ReadonlySet<unknown> = new Set([
	RESTJSONErrorCodes.MissingAccess,
	RESTJSONErrorCodes.MissingPermissions,
	RESTJSONErrorCodes.CannotSendMessagesToThisUser,
	RESTJSONErrorCodes.CannotSendMessagesToThisUserDueToHavingNoMutualGuilds,
]);

const GONE: ReadonlySet<unknown> = new Set([
	RESTJSONErrorCodes.UnknownChannel,
	RESTJSONErrorCodes.UnknownGuild,
	RESTJSONErrorCodes.UnknownMessage,
]);

/** Refusals that another try would only meet again (S050, S090). */
const LIMITS: ReadonlyMap<unknown, Failure> = new Map<unknown, Failure>([
	[RESTJSONErrorCodes.ActionCannotBePerformedDueToSlowmodeRateLimit, { code: 'discord-slowmode' }],
	[RESTJSONErrorCodes.MessageWasBlockedByAutomaticModeration, { code: 'discord-blocked' }],
	[RESTJSONErrorCodes.ChannelSendRateLimit, { code: 'discord-write-limit' }],
	[RESTJSONErrorCodes.MaximumNumberOfEditsToMessagesOlderThanOneHourReached, { code: 'discord-edit-limit' }],
]);

/** Stands in the place of tokens, which addresses of webhooks and interactions hold. */
const BLOT = '[secret]';

/** Characters of Discord's own words that a failure carries. */
const detailLengthMax = 120;

/** The failure behind anything that a REST request threw; with the request's signal, whether we called it off ourselves. */
export function discordFailure(error: unknown, signal?: AbortSignal): Failure {
	if (error instanceof DiscordAPIError) {
		if (FORBIDDEN.has(error.code)) return { code: 'discord-forbidden' };
		if (GONE.has(error.code)) return { code: 'discord-gone' };
		return LIMITS.get(error.code) ?? { code: 'discord-rejected', detail: detailOf(error) };
	}
	if (error instanceof RequestBrakedError) return { code: 'discord-rejected', detail: 'too many refused requests' };
	if (signal?.aborted) return { code: 'discord-rejected', detail: 'cancelled' };
	return { code: 'discord-unreachable' };
}

/** Whether the error is Discord's answer with this code. */
export function hasDiscordCode(error: unknown, ...codes: readonly number[]): boolean {
	return error instanceof DiscordAPIError && codes.some((code) => error.code === code);
}

/** Whether Discord itself answered with a refusal; a lost answer or a server error is none. */
export function isDiscordAnswer(error: unknown): boolean {
	return error instanceof DiscordAPIError;
}

/** Whether Discord refused the request because of its `message_reference`. */
export function isReferenceRefusal(error: unknown): boolean {
	if (!(error instanceof DiscordAPIError)) return false;
	if (error.code === RESTJSONErrorCodes.UnknownMessage) return true;
	if (error.code === RESTJSONErrorCodes.CannotReplyWithoutPermissionToReadMessageHistory) return true;
	if (error.code !== RESTJSONErrorCodes.InvalidFormBodyOrContentType) return false;
	const errors = 'errors' in error.rawError ? objectOf(error.rawError.errors) : null;
	return errors !== null && 'message_reference' in errors;
}

/** Whether nothing reached Discord: the connection was refused or the name not found. */
export function neverArrived(error: unknown): boolean {
	return NEVER_ARRIVED.has(errorCodeOf(error) ?? '');
}

/** Facts about an error that may be logged: never the request's body, which holds message texts. */
export function errorFacts(error: unknown): Readonly<Record<string, unknown>> {
	if (error instanceof DiscordAPIError) {
		return { discordCode: error.code, status: error.status, method: error.method, detail: detailOf(error) };
	}
	if (error instanceof HTTPError) return { status: error.status, method: error.method };
	if (error instanceof Error)
		return { errorName: error.name, errorCode: errorCodeOf(error), detail: blotSecrets(error.message, BLOT) };
	return { detail: blotSecrets(String(error), BLOT) };
}

const NEVER_ARRIVED: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ConnectionRefused', 'ENOTFOUND', 'EAI_AGAIN']);

function errorCodeOf(error: unknown): string | null {
	const code = objectOf(error)?.['code'];
	return typeof code === 'string' ? code : null;
}

/** Discord's sentence and the fields it names, in one line. */
function detailOf(error: DiscordAPIError): string {
	const words = blotSecrets(error.message, BLOT).replace(/\s+/g, ' ');
	return `${error.code} ${words}`.slice(0, detailLengthMax);
}
