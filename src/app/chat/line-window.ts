/** Gathers the lines that a person writes in one go into one turn. */
import type { ChatMessage } from '#domain/message';
import type { TurnRequest } from '#domain/turn';
import type { Clock } from '#ports/clock';
import { addLineTo } from './add-line.ts';
import { joinCalls, type LineCall, requestsOf } from './line-call.ts';

/** How long a window stays open, in milliseconds (COALESCE_MS, COALESCE_MAX_MS). */
export interface LineWindowOptions {
	readonly coalesceMs: number;
	readonly coalesceMaxMs: number;
	readonly clock: Clock;
	/** Called once per window and persona that its lines call, with all of them. */
	readonly onTurn: (request: TurnRequest) => void;
}

interface OpenWindow {
	call: LineCall;
	lines: readonly ChatMessage[];
	readonly closesAtLatestMs: number;
	cancelTimer: () => void;
}

/**
 * An addressed line opens a window for its author in its channel. Each further line restarts the short wait; typing
 * seen meanwhile holds the window open until the next line. It closes at most `coalesceMaxMs` after the first line.
 */
export class LineWindow {
	readonly #options: LineWindowOptions;
	readonly #open = new Map<string, OpenWindow>();

	constructor(options: LineWindowOptions) {
		this.#options = options;
	}

	/** Takes a line; `call` is null for one that calls nobody, which only an open window takes. */
	addLine(message: ChatMessage, call: LineCall | null): void {
		const key = windowKey(message.channelId, message.author.id);
		const open = this.#open.get(key);
		if (open) {
			const lines = addLineTo(open.lines, message);
			if (lines === open.lines) return;
			open.lines = lines;
			open.call = joinCalls(open.call, call);
			this.#closeAfter(key, open, this.#options.coalesceMs);
			return;
		}
		if (call === null) return;
		const { clock, coalesceMs, coalesceMaxMs } = this.#options;
		if (coalesceMs === 0) {
			this.#takeTurns(call, [message]);
			return;
		}
		const opened: OpenWindow = {
			call,
			lines: [message],
			closesAtLatestMs: clock.now() + Math.max(coalesceMs, coalesceMaxMs),
			cancelTimer: () => undefined,
		};
		this.#open.set(key, opened);
		this.#closeAfter(key, opened, coalesceMs);
	}

	/** Notes that a person types in a channel. */
	noteTyping(channelId: string, userId: string): void {
		const key = windowKey(channelId, userId);
		const open = this.#open.get(key);
		if (open) this.#closeAfter(key, open, Number.POSITIVE_INFINITY);
	}

	/** Forgets a line that was deleted; a window without lines closes silently. True when there was one. */
	removeLine(channelId: string, messageId: string): boolean {
		let found = false;
		for (const [key, open] of this.#open) {
			const lines = open.lines.filter((line) => line.id !== messageId || line.channelId !== channelId);
			if (lines.length === open.lines.length) continue;
			found = true;
			open.lines = lines;
			if (open.lines.length === 0) this.#discard(key, open);
		}
		return found;
	}

	/** Forgets what a person has just written, in every channel. */
	removeLinesOf(userId: string): void {
		for (const [key, open] of [...this.#open]) {
			if (open.lines.some(({ author }) => author.id === userId)) this.#discard(key, open);
		}
	}

	/** A line of an open window, as it is known; null when there is none. */
	findLine(channelId: string, messageId: string): ChatMessage | null {
		return this.waitingLines().find((line) => line.id === messageId && line.channelId === channelId) ?? null;
	}

	/** Every line of an open window. */
	waitingLines(): readonly ChatMessage[] {
		return [...this.#open.values()].flatMap((open) => open.lines);
	}

	/** Puts another text of a line, or what a proxy made of it, in its place; true when there was one. */
	replaceLine(messageId: string, message: ChatMessage): boolean {
		for (const open of this.#open.values()) {
			const index = open.lines.findIndex((line) => line.id === messageId && line.channelId === message.channelId);
			if (index < 0) continue;
			open.lines = open.lines.with(index, message);
			return true;
		}
		return false;
	}

	/** Closes all windows at once and hands out their turns, for shutdown. */
	flush(): void {
		for (const [key, open] of [...this.#open]) this.#close(key, open);
	}

	#closeAfter(key: string, open: OpenWindow, delayMs: number): void {
		open.cancelTimer();
		const leftMs = Math.max(0, open.closesAtLatestMs - this.#options.clock.now());
		open.cancelTimer = this.#options.clock.after(Math.min(delayMs, leftMs), () => this.#close(key, open));
	}

	#close(key: string, open: OpenWindow): void {
		this.#discard(key, open);
		this.#takeTurns(open.call, open.lines);
	}

	#takeTurns(call: LineCall, lines: readonly ChatMessage[]): void {
		const trigger = lines.at(-1);
		if (!trigger) return;
		for (const request of requestsOf(call, { trigger, lines })) this.#options.onTurn(request);
	}

	#discard(key: string, open: OpenWindow): void {
		open.cancelTimer();
		this.#open.delete(key);
	}
}

function windowKey(channelId: string, userId: string): string {
	return `${channelId}:${userId}`;
}
