/** Tells people of limits, in a way that is no flood. */
import type { MessageKey } from '#core/i18n/locales/en';
import { translate } from '#core/i18n/translate';
import { LIMIT_OWNERS, type LimitOwner, type QuotaWarning, type ReplyRefusal } from '#domain/access';
import type { Locale } from '#domain/locale';
import { isDeliberate } from '#domain/turn';
import { sha256Base64Url } from '#lib/sha256';
import type { ChatPorts } from './chat-ports.ts';
import { logTrouble } from './log-trouble.ts';
import { noticeLocale, postNotice } from './settle-turn.ts';
import type { ChatTurnContext } from './turn-context.ts';

const MS_PER_SECOND = 1_000;

/** Shown on lines that are refused after it was said why. */
const WAITING_EMOJI = '🕒';

/** Notices of one turn differ in their number; the turn's other ones have 0 and 1. */
const firstPart = 2;

const COOLDOWN_KEYS: Readonly<Record<LimitOwner, MessageKey>> = {
	user: 'notice.cooldown-user',
	channel: 'notice.cooldown-channel',
	server: 'notice.cooldown-server',
};
const QUOTA_KEYS: Readonly<Record<LimitOwner, MessageKey>> = {
	user: 'notice.quota-user',
	channel: 'notice.quota-channel',
	server: 'notice.quota-server',
};
const NEAR_KEYS: Readonly<Record<LimitOwner, MessageKey>> = {
	user: 'notice.near-limit-user',
	channel: 'notice.near-limit-channel',
	server: 'notice.near-limit-server',
};

/** Why somebody is not answered and until when, in Discord's own form of time; null for what is not talked about. */
export function refusalText(locale: Locale, refusal: ReplyRefusal): string | null {
	switch (refusal.kind) {
		case 'denied':
			return null;
		case 'cooldown':
			return translate(locale, COOLDOWN_KEYS[refusal.owner], { until: fromNow(refusal.untilMs) });
		case 'quota':
			return translate(locale, QUOTA_KEYS[refusal.owner], { count: refusal.limit, until: fromNow(refusal.untilMs) });
	}
}

/** How much of a quota is used up, and when its count begins again. */
export function warningText(locale: Locale, { owner, used, limit, untilMs }: QuotaWarning): string {
	return translate(locale, NEAR_KEYS[owner], { used, count: limit, until: fromNow(untilMs) });
}

/**
 * Says once a wait, and once a day of a quota, why there is no answer: a person hears of their own limit, a channel of
 * its own and the server's. Further lines get a sign, one a person. Denials, and lines that asked nothing, get neither.
 */
export async function tellRefusal(turn: ChatTurnContext, refusal: ReplyRefusal, ports: ChatPorts): Promise<void> {
	if (refusal.kind === 'denied' || !isDeliberate(turn.request.cause)) return;
	const { trigger } = turn.request;
	const { id: serverId } = turn.place.workspace;
	const whom = refusal.owner === 'user' ? trigger.author.id : trigger.channelId;
	const what = `${serverId}:${refusal.kind}:${refusal.owner}:${whom}:${refusal.untilMs}`;
	if (await isNews(what, refusal.untilMs, ports)) {
		const text = refusalText(noticeLocale(turn, ports), refusal);
		await quietly(() => postNotice(turn, { text, part: firstPart }, ports), ports);
		return;
	}
	const isFirstSign = await isNews(`${what}:${trigger.author.id}`, refusal.untilMs, ports);
	if (!isFirstSign || turn.request.cause === 'command') return;
	const { channelId, id: messageId } = trigger;
	await ports.surface.react({ channelId, messageId, emoji: WAITING_EMOJI, present: true });
}

/** Whether nobody was told of this by any process that shares the limits. While the database is away this one decides. */
async function isNews(what: string, untilMs: number, { limitMemory, leases, log }: ChatPorts): Promise<boolean> {
	if (!limitMemory.isNews(what)) return false;
	try {
		// A name that says nothing: it holds the id of a person who may ask to be forgotten.
		return await leases.isFirst(`told:${sha256Base64Url(what)}`, untilMs);
	} catch (error) {
		logTrouble(log, 'whether somebody was told of a limit could not be found out', { error });
		return true;
	}
}

/** Says that quotas are nearly used up. Never rejects. */
export async function tellWarnings(
	turn: ChatTurnContext,
	warnings: readonly QuotaWarning[],
	ports: ChatPorts,
): Promise<void> {
	const locale = noticeLocale(turn, ports);
	for (const warning of warnings) {
		const text = warningText(locale, warning);
		const part = firstPart + 1 + LIMIT_OWNERS.indexOf(warning.owner);
		await quietly(() => postNotice(turn, { text, part }, ports), ports);
	}
}

/** Discord shows it in the reader's own zone and language. */
function fromNow(untilMs: number): string {
	return `<t:${Math.ceil(untilMs / MS_PER_SECOND)}:R>`;
}

async function quietly(post: () => Promise<void>, { log }: ChatPorts): Promise<void> {
	try {
		await post();
	} catch (error) {
		logTrouble(log, 'a notice of a limit could not be recorded', { error });
	}
}
