/** The door of the chat: messages come in, turns are taken. */
import type { Snowflake } from '#domain/ids';
import type { ChatMessage } from '#domain/message';
import type { TriggerCause } from '#domain/turn';
import { ExpiringMap } from '#lib/expiring-map';
import type { ActiveMessageLimits } from './active-messages.ts';
import { type Admission, admit } from './admit.ts';
import { Arrivals } from './arrivals.ts';
import { isAutoReplyDue } from './auto-reply.ts';
import { type CatchUpDoor, type CatchUpOptions, catchUp, type MissedRange } from './catch-up.ts';
import type { ChatPorts } from './chat-ports.ts';
import { LineCallFinder } from './find-line-call.ts';
import { fullQueueTeller } from './full-queue.ts';
import { leaveTurn } from './leave-turn.ts';
import type { LineCall } from './line-call.ts';
import { LineWindow } from './line-window.ts';
import { logTrouble } from './log-trouble.ts';
import { type ProxiedLine, ProxyIntake } from './proxy-intake.ts';
import { ReplyControls } from './reply-controls.ts';
import { isStoppedElsewhere } from './stopped-elsewhere.ts';
import { takeStopWord } from './take-stop-word.ts';
import { takeTurn } from './take-turn.ts';
import { TurnQueue } from './turn-queue.ts';

/** How the intake behaves. */
export interface ChatIntakeOptions {
	readonly coalesceMs: number;
	readonly coalesceMaxMs: number;
	readonly followUpInterruptsMax: number;
	readonly activeMessages: ActiveMessageLimits;
	readonly catchUp: Pick<CatchUpOptions, 'perChannelMax'>;
	/** Roles that stand for the bot in a guild. */
	readonly selfRoleIds: (guildId: Snowflake) => readonly Snowflake[];
}

/** What the composition root connects to Discord's events. */
export interface ChatIntake {
	/** What people may do with replies by commands and buttons. */
	readonly replies: ReplyControls;
	/** Turns that run or wait. */
	size(): number;
	onMessage(message: ChatMessage): void;
	/** Any update of a message; only a changed time of editing counts (S037). */
	onMessageEdited(message: ChatMessage): void;
	onMessageDeleted(channelId: Snowflake, messageId: Snowflake): void;
	onTyping(channelId: Snowflake, userId: Snowflake): void;
	/** Drops what a person has just written and ends whatever is being answered to them, without a word more. */
	endTurnsOf(userId: Snowflake): Promise<void>;
	/** Answers what was missed, before anything that comes to the same channels later; resolves with channels that could not be read now. */
	catchUp(range: MissedRange): Promise<readonly Snowflake[]>;
	/** When the oldest line that waits or is being answered was written, in milliseconds since 1970; null without one. */
	waitingSinceMs(): number | null;
	/** Takes nothing new, leaves what has not begun for the next start, and lets running turns finish until the signal aborts. */
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
		activeMessages: options.activeMessages,
		channelLeases: ports.channelLeases,
		runTurn: (request, control) => {
			for (const line of request.lines) taken.set(line.id, true);
			return takeTurn(request, control, ports);
		},
		leaveTurn: (request) => leaveTurn(request, ports),
		onFull: fullQueueTeller(ports),
	});
	const lines = new LineWindow({ ...options, clock: ports.clock, onTurn: (request) => queue.addTurn(request) });
	const admitHere = (message: ChatMessage): Admission => {
		const selfRoleIds = message.guildId === null ? [] : options.selfRoleIds(message.guildId);
		return admit(message, { selfId: ports.selfId, selfRoleIds });
	};
	const arrivals = new Arrivals();
	const finder = new LineCallFinder(ports);
	const callLine = async (line: ChatMessage, cause: TriggerCause | null, proxied?: ProxiedLine): Promise<void> => {
		if (await isStoppedElsewhere(line, ports)) return;
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
	const waiting = (): readonly ChatMessage[] => [...lines.waitingLines(), ...queue.waitingLines()];
	const closing = new AbortController();
	const door: CatchUpDoor = {
		admit: admitHere,
		findCall: (line, cause) => finder.find(line, cause),
		isKnown: ({ id }) => taken.has(id) || waiting().some((line) => line.id === id),
		addTurn: (request) => queue.addTurn(request),
		inOrder: (channelId, job) => arrivals.take(channelId, job),
		signal: closing.signal,
	};
	return {
		replies,
		onMessage(message) {
			if (taken.has(message.id) || takeStopWord(message, { queue, replies, taken, ports })) return;
			if (closing.signal.aborted || proxies.takeMessage(message)) return;
			const admission = admitHere(message);
			if (admission.kind === 'ignored' && admission.reason !== 'not-addressed') return;
			const cause = admission.kind === 'addressed' ? admission.cause : null;
			arrivals.take(message.channelId, () => callLine(message, cause));
		},
		onMessageEdited: (message) =>
			arrivals.take(message.channelId, async () => replaceEdited(message, { lines, queue })),
		onMessageDeleted(channelId, messageId) {
			arrivals.take(channelId, async () => proxies.takeDeletion(channelId, messageId));
			ports.shortTerm.forgetMessage(channelId, messageId);
		},
		onTyping: (channelId, userId) => arrivals.take(channelId, async () => lines.noteTyping(channelId, userId)),
		async endTurnsOf(userId) {
			lines.removeLinesOf(userId);
			await queue.endTurnsOf(userId);
			// What was said is noted behind the turns.
			await ports.shortTerm.idle();
		},
		catchUp: (range) => catchUp(range, { ...options.catchUp, togetherMs: options.coalesceMaxMs, door, ports }),
		waitingSinceMs: () => oldestOf(waiting()),
		size: () => queue.size,
		async close(deadline) {
			closing.abort();
			await arrivals.settle(deadline);
			lines.flush();
			await queue.close(deadline);
			await ports.shortTerm.idle();
		},
	};
}

function replaceEdited(
	message: ChatMessage,
	{ lines, queue }: { readonly lines: LineWindow; readonly queue: TurnQueue },
): void {
	const known = lines.findLine(message.channelId, message.id) ?? queue.findLine(message.channelId, message.id);
	if (!known || message.editedAtMs === null || message.editedAtMs === known.editedAtMs) return;
	// Whom a proxied message belongs to is not in its payload.
	const edited = { ...message, author: known.author };
	if (!lines.replaceLine(message.id, edited)) queue.replaceLine(message.id, edited);
}

function oldestOf(lines: readonly ChatMessage[]): number | null {
	let oldestMs: number | null = null;
	for (const { createdAtMs } of lines) {
		if (createdAtMs !== null && (oldestMs === null || createdAtMs < oldestMs)) oldestMs = createdAtMs;
	}
	return oldestMs;
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

/** Later turns read from it whose words they are; this one knows already. */
async function recordProxied(message: ChatMessage, ports: ChatPorts): Promise<void> {
	const { id: messageId, channelId, author } = message;
	try {
		await ports.stores.proxies.recordProxied({ messageId, channelId, userDiscordId: author.id });
	} catch (error) {
		ports.log.warn({ error, channelId, messageId }, 'whom a proxied message belongs to could not be stored');
	}
}
