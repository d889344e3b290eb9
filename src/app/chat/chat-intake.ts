/** The door of the chat: messages come in, turns are taken. */
import { failureMessage } from '#core/i18n/failure-message';
import type { Failure } from '#domain/failure';
import type { Snowflake } from '#domain/ids';
import type { ChatMessage } from '#domain/message';
import { StoreUnavailableError } from '#domain/store-unavailable-error';
import { isDeliberate, type TriggerCause, type TurnOutcome, type TurnRequest } from '#domain/turn';
import { ExpiringMap } from '#lib/expiring-map';
import { sha256Base64Url } from '#lib/sha256';
import type { Log } from '#ports/log';
import { type Admission, admit } from './admit.ts';
import { Arrivals } from './arrivals.ts';
import { isAutoReplyDue } from './auto-reply.ts';
import { takeCascade } from './cascade.ts';
import type { ChatPorts } from './chat-ports.ts';
import { LineCallFinder } from './find-line-call.ts';
import type { LineCall } from './line-call.ts';
import { LineWindow } from './line-window.ts';
import { logTrouble } from './log-trouble.ts';
import type { TurnAbortReason } from './pending-turn.ts';
import { type ProxiedLine, ProxyIntake } from './proxy-intake.ts';
import { ReplyControls } from './reply-controls.ts';
import { replyPlace } from './reply-place.ts';
import { runTurn } from './run-turn.ts';
import { isStopWord } from './stop-words.ts';
import { type TurnControl, TurnQueue } from './turn-queue.ts';

/** Shows on a stop word that it was heard. */
const STOPPED_EMOJI = '🛑';

/** How the intake behaves. */
export interface ChatIntakeOptions {
	readonly coalesceMs: number;
	readonly coalesceMaxMs: number;
	readonly followUpInterruptsMax: number;
	/** Roles that stand for the bot in a guild. */
	readonly selfRoleIds: (guildId: Snowflake) => readonly Snowflake[];
}

/** What the composition root connects to Discord's events. */
export interface ChatIntake {
	/** What people may do with replies by commands and buttons. */
	readonly replies: ReplyControls;
	onMessage(message: ChatMessage): void;
	/** Any update of a message; only a changed time of editing counts (S037). */
	onMessageEdited(message: ChatMessage): void;
	onMessageDeleted(channelId: Snowflake, messageId: Snowflake): void;
	onTyping(channelId: Snowflake, userId: Snowflake): void;
	/** Takes nothing new and lets running turns finish until the signal aborts. */
	close(deadline: AbortSignal): Promise<void>;
}

/** How long a line that was taken is known, and how many; Discord delivers messages again when a connection resumes. */
const takenForMs = 3_600_000;
const takenMax = 10_000;

/** Opens the door; nothing that happens to one turn reaches another. */
export function openChatIntake(ports: ChatPorts, options: ChatIntakeOptions): ChatIntake {
	const taken = new ExpiringMap<Snowflake, true>({
		ttlMs: takenForMs,
		entriesMax: takenMax,
		nowMs: () => ports.clock.now(),
	});
	const queue = new TurnQueue({
		clock: ports.clock,
		followUpInterruptsMax: options.followUpInterruptsMax,
		runTurn: (request, control) => {
			for (const line of request.lines) taken.set(line.id, true);
			return takeTurn(request, control, ports);
		},
	});
	const lines = new LineWindow({ ...options, clock: ports.clock, onTurn: (request) => queue.addTurn(request) });
	const admitHere = (message: ChatMessage): Admission => {
		const selfRoleIds = message.guildId === null ? [] : options.selfRoleIds(message.guildId);
		return admit(message, { selfId: ports.selfId, selfRoleIds });
	};
	const arrivals = new Arrivals();
	const finder = new LineCallFinder(ports);
	const callLine = async (line: ChatMessage, cause: TriggerCause | null, proxied?: ProxiedLine): Promise<void> => {
		lines.addLine(line, await findCall(proxied?.meant ?? line, cause, { finder, proxied, ports }));
	};
	const proxies = new ProxyIntake({
		clock: ports.clock,
		lines,
		queue,
		admit: admitHere,
		callLine: (line, cause, proxied) => arrivals.take(line.channelId, () => callLine(line, cause, proxied)),
		wasTaken: (messageId) => taken.get(messageId) === true,
		onProxied: (message) => void recordProxied(message, ports),
	});
	const replies = new ReplyControls(ports, queue);
	const replaceEdited = (message: ChatMessage): void => {
		const known = lines.findLine(message.channelId, message.id) ?? queue.findLine(message.channelId, message.id);
		if (!known || message.editedAtMs === null || message.editedAtMs === known.editedAtMs) return;
		// Whom a proxied message belongs to is not in its payload.
		const edited = { ...message, author: known.author };
		if (!lines.replaceLine(message.id, edited)) queue.replaceLine(message.id, edited);
	};
	/** Only the person who is answered stops a reply by a word: a message does not tell what its writer may do. */
	const takeStopWord = ({ id, channelId, author, content }: ChatMessage): boolean => {
		if (author.kind !== 'user' || !isStopWord(content) || !queue.isRunningFor(channelId, author.id)) return false;
		const isStopped = replies.stop(channelId, { userId: author.id, mayModerate: false }) === 'stopped';
		if (isStopped) void ports.surface.react({ channelId, messageId: id, emoji: STOPPED_EMOJI, present: true });
		return isStopped;
	};
	return {
		replies,
		onMessage(message) {
			if (taken.has(message.id) || proxies.takeMessage(message) || takeStopWord(message)) return;
			const admission = admitHere(message);
			if (admission.kind === 'ignored' && admission.reason !== 'not-addressed') return;
			const cause = admission.kind === 'addressed' ? admission.cause : null;
			arrivals.take(message.channelId, () => callLine(message, cause));
		},
		onMessageEdited: (message) => arrivals.take(message.channelId, async () => replaceEdited(message)),
		onMessageDeleted(channelId, messageId) {
			arrivals.take(channelId, async () => proxies.takeDeletion(channelId, messageId));
			ports.shortTerm.forgetMessage(channelId, messageId);
		},
		onTyping: (channelId, userId) => arrivals.take(channelId, async () => lines.noteTyping(channelId, userId)),
		async close(deadline) {
			await arrivals.settle(deadline);
			lines.flush();
			await queue.close(deadline);
			await ports.shortTerm.idle();
		},
	};
}

/** What it takes to find out whom a line calls. */
interface CallSearch {
	readonly finder: LineCallFinder;
	/** Of a line that a proxy posted: its original has been counted. */
	readonly proxied: ProxiedLine | undefined;
	readonly ports: ChatPorts;
}

/** Whom a line calls. While the database is away only those who ask on purpose are answered, with an apology. */
async function findCall(
	message: ChatMessage,
	cause: TriggerCause | null,
	{ finder, proxied, ports }: CallSearch,
): Promise<LineCall | null> {
	try {
		const call = await finder.find(message, cause);
		if (call !== null) return call;
		const isDue = proxied?.isAwaited ?? (await isAutoReplyDue(message, ports));
		return isDue ? { cause: 'auto-reply', personas: [], personasMax: 1 } : null;
	} catch (error) {
		logTrouble(ports.log, 'whom a line calls could not be found out', { error, channelId: message.channelId });
		return cause === null ? null : { cause, personas: [], personasMax: 1 };
	}
}

async function takeTurn(request: TurnRequest, control: TurnControl, ports: ChatPorts): Promise<void> {
	const deadline = new AbortController();
	const cancelDeadline = ports.clock.after(ports.turnTimeoutMs, () =>
		deadline.abort('turn-timeout' satisfies TurnAbortReason),
	);
	const startedAtMs = ports.clock.now();
	try {
		const signal = AbortSignal.any([control.signal, deadline.signal]);
		const take = async (taken: TurnRequest): Promise<TurnOutcome> => {
			const outcome = await runTurn(taken, { ...control, signal }, ports);
			logEnd(taken, outcome, { tookMs: ports.clock.now() - startedAtMs, log: ports.log });
			return outcome;
		};
		await takeCascade({ outcome: await take(request), request }, take, ports);
	} catch (error) {
		ports.log.error({ error, channelId: request.trigger.channelId, triggerId: request.trigger.id }, 'turn crashed');
		const endedBy: TurnAbortReason | null = control.signal.aborted ? control.signal.reason : null;
		if (endedBy !== 'shutdown' && isDeliberate(request.cause)) await apologise(request, error, ports);
	} finally {
		cancelDeadline();
	}
}

function logEnd(
	{ cause, trigger }: TurnRequest,
	outcome: TurnOutcome,
	{ tookMs, log }: { readonly tookMs: number; readonly log: Log },
): void {
	const failure = outcome.kind === 'failed' ? { failure: outcome.failure } : {};
	const refusal = outcome.kind === 'refused' ? { refusal: outcome.refusal.kind } : {};
	const { channelId, id: triggerId } = trigger;
	log.info({ outcome: outcome.kind, ...failure, ...refusal, cause, channelId, triggerId, tookMs }, 'turn ended');
}

/** Later turns read from it whose words they are; this one knows already. */
async function recordProxied(message: ChatMessage, ports: ChatPorts): Promise<void> {
	const { id: messageId, channelId, author } = message;
	try {
		await ports.stores.proxies.recordProxied({ messageId, channelId, userDiscordId: author.id });
	} catch (error) {
		ports.log.warn({ error, channelId, messageId }, 'whom a proxied message belongs to could not be stored');
	}
}

/** The last resort: says in the channel that something is wrong, without any store. */
async function apologise(request: TurnRequest, error: unknown, ports: ChatPorts): Promise<void> {
	const failure: Failure = { code: error instanceof StoreUnavailableError ? 'database-unavailable' : 'internal-error' };
	const { trigger } = request;
	const posted = await ports.surface.post(
		{
			...replyPlace(trigger, { byReply: true }, ports.surface),
			text: failureMessage(ports.fallbackLocale, failure),
			nonce: sha256Base64Url(`${trigger.id}:crash`).slice(0, 25),
			notifiableUserIds: [],
			noticeKind: 'notice',
		},
		AbortSignal.timeout(15_000),
	);
	if (!posted.ok) ports.log.warn({ failure: posted.error.code }, 'an apology could not be posted');
}
