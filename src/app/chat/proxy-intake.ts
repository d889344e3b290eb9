/** Lets what a proxy bot posted take the place of what the person wrote, so that only it is answered (S040). */
import type { Snowflake } from '#domain/ids';
import type { ChatMessage } from '#domain/message';
import type { TriggerCause } from '#domain/turn';
import { ExpiringMap } from '#lib/expiring-map';
import type { Clock } from '#ports/clock';
import type { Admission } from './admit.ts';
import type { LineWindow } from './line-window.ts';
import { type ProxyMatch, ProxyWatch, proxyWithinMs } from './proxy-watch.ts';
import type { TurnQueue } from './turn-queue.ts';

/** What the line of a proxy has from the one in whose place it stands. */
export interface ProxiedLine {
	/** Says whom the line calls, in its place. */
	readonly meant: ChatMessage;
	/** The original waited for an answer when it was deleted; otherwise it called nobody and has been counted. */
	readonly isAwaited: boolean;
}

/** What the intake's other parts are to this one. */
export interface ProxyIntakeOptions {
	readonly clock: Clock;
	readonly lines: LineWindow;
	readonly queue: TurnQueue;
	readonly admit: (message: ChatMessage) => Admission;
	/** Takes a line that may call somebody. */
	readonly callLine: (line: ChatMessage, cause: TriggerCause | null, proxied: ProxiedLine) => void;
	/** Whether a line belongs to a turn that was begun. */
	readonly wasTaken: (messageId: Snowflake) => boolean;
	/** Called with each message that is found to be a person's. */
	readonly onProxied: (message: ChatMessage) => void;
}

const removedMax = 1_000;

/** Sees every message and every deletion. */
export class ProxyIntake {
	readonly #options: ProxyIntakeOptions;
	readonly #watch: ProxyWatch;
	/** Lines that a deletion took out before they were answered. */
	readonly #removed: ExpiringMap<Snowflake, true>;

	constructor(options: ProxyIntakeOptions) {
		const { clock } = options;
		this.#options = options;
		this.#watch = new ProxyWatch(clock);
		this.#removed = new ExpiringMap({ ttlMs: proxyWithinMs, entriesMax: removedMax, nowMs: () => clock.now() });
	}

	/** True when the message is a person's by proxy, and taken care of. */
	takeMessage(message: ChatMessage): boolean {
		const match = this.#watch.noteMessage(message);
		if (match) this.#replace(match);
		return match !== null;
	}

	/** Takes a deleted line out of what waits, unless its proxied form takes its place. */
	takeDeletion(channelId: Snowflake, messageId: Snowflake): void {
		const match = this.#watch.noteDeletion(messageId);
		if (match) {
			this.#replace(match);
			return;
		}
		const { lines, queue } = this.#options;
		const wasWaiting = lines.removeLine(channelId, messageId);
		if (queue.removeLine(channelId, messageId) || wasWaiting) this.#removed.set(messageId, true);
	}

	#replace({ original, proxied }: ProxyMatch): void {
		const { lines, queue, admit, callLine, wasTaken, onProxied } = this.#options;
		onProxied(proxied);
		if (lines.replaceLine(original.id, proxied)) return;
		if (queue.replaceLine(original.id, proxied) !== 'absent') return;
		const before = admit(original);
		if (wasTaken(original.id)) return;
		const isAwaited = this.#removed.has(original.id);
		// Addressed, neither waiting nor taken out by its deletion: it has been answered already.
		if (before.kind === 'addressed' && !isAwaited) return;
		const now = admit(proxied);
		// A proxied reply points at nothing, so the original says whether it was one, and to whom.
		const meant = { ...proxied, reply: proxied.reply ?? original.reply };
		if (now.kind === 'addressed') callLine(proxied, now.cause, { meant, isAwaited });
		else if (now.reason === 'not-addressed') {
			callLine(proxied, before.kind === 'addressed' ? before.cause : null, { meant, isAwaited });
		}
	}
}
