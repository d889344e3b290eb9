/** Closes a turn: its row, its statistics, and a notice where the person should know what went wrong. */
import { failureMessage } from '#core/i18n/failure-message';
import { translate } from '#core/i18n/translate';
import { escapeMarkdown } from '#core/text/escape-markdown';
import type { Failure } from '#domain/failure';
import type { Locale } from '#domain/locale';
import { messageNonce } from '#domain/message-nonce';
import { StoreUnavailableError } from '#domain/store-unavailable-error';
import { isDeliberate, type TurnOutcome } from '#domain/turn';
import type { TurnState } from '#domain/turn-state';
import type { ChatPorts } from './chat-ports.ts';
import { isDisowned } from './is-disowned.ts';
import { logTrouble } from './log-trouble.ts';
import type { TurnAbortReason } from './pending-turn.ts';
import { replyPlace } from './reply-place.ts';
import type { ChatTurnContext } from './turn-context.ts';

const NOTICE_TIMEOUT_MS = 15_000;

/** Shown on a trigger whose notice cannot be posted. */
const TROUBLE_EMOJI = '⚠️';

/** Pauses in milliseconds before a turn's end is written again, when the database was away; then the last one, for good. */
const LATER_MS: readonly number[] = [1_000, 5_000];
const LAST_PAUSE_MS = 15_000;

/**
 * Tells the person what went wrong, if they asked on purpose, and writes what became of the turn. Never rejects: what
 * the person could see is done when the writing fails, so another word about it would only confuse.
 */
export async function settleTurn(turn: ChatTurnContext, outcome: TurnOutcome, ports: ChatPorts): Promise<void> {
	const { turnId } = turn;
	// Whoever has taken the turn over writes its end; nothing of it is counted here.
	if (isDisowned(turn)) return;
	try {
		if (isLeftOpen(turn, outcome)) return await ports.stores.openTurns.releaseTurn(turnId);
		if (outcome.kind === 'failed' && isDeliberate(turn.request.cause)) {
			await postNotice(turn, { text: noticeText(turn, outcome, ports), part: 0 }, ports);
		}
		await storeEnd({ ...turn, state: stateOf(outcome) }, ports);
		if (outcome.kind === 'replied') await countTurn(turn, outcome.messages.length, ports);
	} catch (error) {
		logTrouble(ports.log, 'the end of a turn could not be stored', { error, turnId });
		if (error instanceof StoreUnavailableError) void storeLater({ ...turn, state: stateOf(outcome) }, ports);
	}
}

/** Reasons after which a turn is taken again: by whoever starts next, or at once with the edited line. */
const UNFINISHED: readonly TurnAbortReason[] = ['shutdown', 'edited'];

/** Whatever ends the process in between, what is open is not lost. */
function isLeftOpen({ signal }: ChatTurnContext, { kind }: TurnOutcome): boolean {
	return kind === 'cancelled' && UNFINISHED.includes(signal.reason);
}

/** Closes a turn that broke, also once the database is back; a shutdown leaves it to whoever comes next. Never rejects. */
export async function settleBroken(turn: ChatTurnContext, ports: ChatPorts): Promise<void> {
	const { turnId, signal } = turn;
	if (isDisowned({ signal }) || (signal.aborted && signal.reason === ('shutdown' satisfies TurnAbortReason))) return;
	try {
		await storeEnd({ ...turn, state: 'failed' }, ports);
	} catch (error) {
		logTrouble(ports.log, 'the end of a turn could not be stored', { error, turnId });
		if (error instanceof StoreUnavailableError) void storeLater({ ...turn, state: 'failed' }, ports);
	}
}

/** Tells who asked on purpose that the reply had more text than its messages hold. Never rejects. */
export async function postCutNotice(turn: ChatTurnContext, ports: ChatPorts): Promise<void> {
	if (!isDeliberate(turn.request.cause)) return;
	try {
		await postNotice(turn, { text: translate(noticeLocale(turn, ports), 'notice.cut'), part: 0 }, ports);
	} catch (error) {
		logTrouble(ports.log, 'a notice could not be recorded', { error, turnId: turn.turnId });
	}
}

/** A turn that has ended, and what is still to be written of it. */
interface TurnEnd extends Pick<ChatTurnContext, 'turnId' | 'unrecorded'> {
	readonly state: TurnState;
}

/** Messages that could not be recorded when they were posted are known from now on, where the database takes them at all. */
async function storeEnd({ turnId, state, unrecorded = [] }: TurnEnd, { stores, log }: ChatPorts): Promise<void> {
	try {
		for (const part of unrecorded) await stores.turns.recordPart(part);
	} catch (error) {
		if (error instanceof StoreUnavailableError) throw error;
		logTrouble(log, 'messages of a reply stay unrecorded', { error, turnId });
	}
	await stores.turns.setTurnState(turnId, state);
}

/**
 * No other turn waits for it. It is held until then: what the database knows of it looks like a turn that a crash left
 * open, and would be answered a second time.
 */
async function storeLater(end: TurnEnd, ports: ChatPorts): Promise<void> {
	const { turnId } = end;
	let isLost = false;
	const letGo = ports.turnLeases.hold(turnId, () => {
		isLost = true;
	});
	try {
		for (let tries = 0; !isLost; tries += 1) {
			await ports.clock.sleep(LATER_MS[tries] ?? LAST_PAUSE_MS);
			if (await isStoredNow(end, ports)) return;
		}
	} finally {
		letGo();
	}
}

async function isStoredNow(end: TurnEnd, ports: ChatPorts): Promise<boolean> {
	try {
		await storeEnd(end, ports);
		return true;
	} catch (error) {
		ports.log.debug({ error, turnId: end.turnId }, 'the state of a turn could still not be stored');
		return !(error instanceof StoreUnavailableError);
	}
}

function stateOf(outcome: TurnOutcome): TurnState {
	switch (outcome.kind) {
		case 'replied':
			return 'done';
		case 'failed':
			return 'failed';
		case 'duplicate':
		case 'ignored':
		case 'refused':
		case 'cancelled':
			return 'dropped';
	}
}

/** Nothing can be said in a channel that takes no messages, and nothing has to be of a reply that somebody deleted. */
const UNSPEAKABLE: readonly Failure['code'][] = ['discord-forbidden', 'discord-gone', 'discord-removed'];

function noticeText(turn: ChatTurnContext, outcome: TurnOutcome & { kind: 'failed' }, ports: ChatPorts): string | null {
	if (UNSPEAKABLE.includes(outcome.failure.code)) return null;
	const locale = noticeLocale(turn, ports);
	const reason = failureMessage(locale, outcome.failure);
	return outcome.messages.length > 0 ? `${translate(locale, 'notice.cut')} ${reason}` : reason;
}

/** Notices are public: the server's language, then the guild's, then English (ruling P8). */
export function noticeLocale(turn: Pick<ChatTurnContext, 'place'>, ports: ChatPorts): Locale {
	return turn.place.settings.language ?? turn.place.workspace.locale ?? ports.fallbackLocale;
}

/** What to say; notices of one turn differ in their number. */
interface NoticeText {
	readonly text: string | null;
	readonly part: number;
}

/** Posts a notice below the turn's trigger and marks it as one; a sign on the trigger where that is refused. */
export async function postNotice(
	turn: Pick<ChatTurnContext, 'turnId' | 'request'>,
	{ text, part }: NoticeText,
	ports: ChatPorts,
): Promise<void> {
	if (text === null) return;
	const { trigger } = turn.request;
	const posted = await ports.surface.post(
		{
			...replyPlace(trigger, { byReply: true }, ports.surface),
			text,
			// A command leaves no message to reply to.
			...(turn.request.cause === 'command' ? { replyToId: null } : {}),
			nonce: messageNonce({ triggerId: trigger.id, turnId: turn.turnId, attempt: 0, variant: 'notice', part }),
			notifiableUserIds: [trigger.author.id],
			noticeKind: 'notice',
		},
		AbortSignal.timeout(NOTICE_TIMEOUT_MS),
	);
	if (!posted.ok) {
		ports.log.warn({ failure: posted.error.code, channelId: trigger.channelId }, 'a notice could not be posted');
		// Slow mode and other limits of the channel leave room for a sign to the person who asked (S050).
		await ports.surface.react({
			channelId: trigger.channelId,
			messageId: trigger.id,
			emoji: TROUBLE_EMOJI,
			present: true,
		});
		return;
	}
	await ports.stores.notices.recordNotice({ messageId: posted.value.id, kind: 'notice', payload: {} });
}

/** Says that the bot speaks in its persona's place, where that was not said lately. */
export async function noticeStandIn(turn: ChatTurnContext, ports: ChatPorts): Promise<void> {
	const { channelId } = turn.request.trigger;
	if (!ports.delivery.standInNotices.isDue(channelId)) return;
	const name = escapeMarkdown(turn.place.persona.name);
	await postNotice(
		turn,
		{ text: translate(noticeLocale(turn, ports), 'notice.no-webhooks', { name }), part: 1 },
		ports,
	);
}

async function countTurn(turn: ChatTurnContext, replies: number, ports: ChatPorts): Promise<void> {
	const { stats } = ports.stores;
	if (!stats) return;
	const { workspace, userId, persona } = turn.place;
	const tick = { serverId: workspace.id, userId, lineageId: persona.lineageId, atMs: ports.clock.now() };
	if (workspace.kind === 'guild')
		await stats.addStat({ ...tick, metric: 'message_sent', count: turn.request.lines.length });
	await stats.addStat({ ...tick, metric: 'reply_sent', count: replies });
}
