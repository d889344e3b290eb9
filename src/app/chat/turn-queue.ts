/** Takes turns in each channel one after the other, in the order in which they came. */
import type { Snowflake } from '#domain/ids';
import type { ChatMessage } from '#domain/message';
import type { TurnRequest } from '#domain/turn';
import { type ActiveMessageLimits, exceedsActive } from './active-messages.ts';
import { isNewer } from './add-line.ts';
import { ChannelLine, type ChannelLineOptions } from './channel-line.ts';
import { type CloseTurnsOptions, closeTurns } from './close-turns.ts';
import { endTurnsOf, ownerOf } from './end-turns-of.ts';
import { isFollowUp, joinRequests } from './follow-up.ts';
import { isFull } from './full-queue.ts';
import {
	isOngoing,
	type LineReplacement,
	type PendingTurn,
	type RunningTask,
	type StopResult,
	type TurnAbortReason,
	type TurnControl,
} from './pending-turn.ts';

/** How the queue works. */
export interface TurnQueueOptions extends CloseTurnsOptions, ChannelLineOptions {
	/** How often one person's follow-ups, and edits, may restart a turn before it is left alone. */
	readonly followUpInterruptsMax: number;
	/** No limit when absent. */
	readonly activeMessages?: ActiveMessageLimits;
	/** Told of a turn that is not taken, because too many wait. */
	readonly onFull?: (request: TurnRequest) => void;
	/** Takes one turn; must not reject. */
	readonly runTurn: (request: TurnRequest, control: TurnControl) => Promise<void>;
}

/**
 * One turn at a time in a channel, channels side by side. A person's follow-up joins their turn that has not begun, and
 * interrupts their running one only until its request was sent to the provider; otherwise it waits its turn.
 */
export class TurnQueue {
	readonly #options: TurnQueueOptions;
	readonly #queue: ChannelLine;
	readonly #pending = new Map<Snowflake, PendingTurn[]>();
	readonly #running = new Set<Promise<void>>();
	readonly #tasks = new Set<RunningTask>();
	#closed = false;
	#expired = false;

	constructor(options: TurnQueueOptions) {
		this.#options = options;
		this.#queue = new ChannelLine(options);
	}

	/** Adds a turn; returns at once. Turns added after `close` are dropped. */
	addTurn(request: TurnRequest): void {
		if (this.#closed) return;
		const channelId = request.trigger.channelId;
		const waiting = this.#pending.get(channelId) ?? [];
		// Discord may deliver a message twice; a copy of a line that is being answered is no follow-up.
		const ofPersona = waiting.filter((turn) => turn.request.personaId === request.personaId);
		const known = new Set(ofPersona.flatMap((turn) => turn.request.lines.map((line) => line.id)));
		if (request.lines.length > 0 && request.lines.every((line) => known.has(line.id))) return;
		const latest = waiting.findLast((turn) => isOngoing(turn) && isFollowUp(turn.request, request));
		let interrupts = 0;
		if (latest) {
			if (!latest.started) {
				latest.request = joinRequests(latest.request, request);
				return;
			}
			// What is older than the trigger was delivered again, or late: it waits, but it is no follow-up.
			const isFollowUp = isNewer(request.trigger.id, latest.request.trigger.id);
			if (isFollowUp && !latest.requested && latest.interrupts < this.#options.followUpInterruptsMax) {
				interrupts = latest.interrupts + 1;
				latest.controller.abort('follow-up' satisfies TurnAbortReason);
			}
		}
		const idle = { started: false, requested: false, delivering: false, reruns: 0, ended: Promise.resolve() };
		const isTooMuch = interrupts === 0 && this.#exceedsActive(request);
		if (isTooMuch || isFull(waiting.length, this.#running.size)) this.#options.onFull?.(request);
		else this.#start({ request, controller: new AbortController(), ...idle, interrupts });
	}

	/**
	 * Drops a turn whose only line was deleted before its request was sent, or takes the line out of one that has not
	 * begun; true when there was such a turn. Any other goes on: its reply comes as a plain message.
	 */
	removeLine(channelId: Snowflake, messageId: Snowflake): boolean {
		let found = false;
		for (const turn of this.#pending.get(channelId) ?? []) {
			if (turn.requested || (turn.started && turn.request.lines.length > 1)) continue;
			const lines = turn.request.lines.filter((line) => line.id !== messageId);
			if (lines.length === turn.request.lines.length) continue;
			found = true;
			const trigger = lines.at(-1);
			if (!trigger) turn.controller.abort('deleted' satisfies TurnAbortReason);
			else turn.request = { ...turn.request, lines, trigger };
		}
		return found;
	}

	/**
	 * Puts another text of a line in its place, in each turn that it is part of. A turn that has begun is aborted and taken again at once, before the
	 * channel's next one, unless its first message is on its way or it was begun too often.
	 */
	replaceLine(messageId: Snowflake, message: ChatMessage): LineReplacement {
		const turns = (this.#pending.get(message.channelId) ?? []).filter(
			(candidate) => isOngoing(candidate) && candidate.request.lines.some((line) => line.id === messageId),
		);
		if (turns.length === 0) return 'absent';
		const changeable = turns.filter((turn) => !turn.delivering && turn.reruns < this.#options.followUpInterruptsMax);
		for (const turn of changeable) {
			const lines = turn.request.lines.map((line) => (line.id === messageId ? message : line));
			turn.request = { ...turn.request, lines, trigger: lines.at(-1) ?? message };
			if (turn.started) turn.controller.abort('edited' satisfies TurnAbortReason);
		}
		return changeable.length === 0 ? 'too-late' : 'replaced';
	}

	/** The text of a line that waits or is being answered, as it is known; null when there is none. */
	findLine(channelId: Snowflake, messageId: Snowflake): ChatMessage | null {
		const turns = this.#pending.get(channelId) ?? [];
		return turns.flatMap((turn) => turn.request.lines).find((line) => line.id === messageId) ?? null;
	}

	/** Whether a person has a turn that runs in the channel and was asked for before a message, or another task. */
	isRunningFor(channelId: Snowflake, ownerId: Snowflake, messageId: Snowflake): boolean {
		const own = this.#runningIn(channelId).filter((each) => ownerOf(each) === ownerId);
		return own.some((each) => !('request' in each) || isNewer(messageId, each.request.trigger.id));
	}

	/** Ends what runs in the channel, for its owner or whoever may; what waits behind it is not touched. */
	stop(channelId: Snowflake, actor: { readonly userId: Snowflake; readonly mayStopOthers: boolean }): StopResult {
		const running = this.#runningIn(channelId);
		const own = running.find((each) => actor.mayStopOthers || ownerOf(each) === actor.userId);
		if (!own) return running.length === 0 ? 'nothing-runs' : 'not-yours';
		own.controller.abort('stopped' satisfies TurnAbortReason);
		return 'stopped';
	}

	/** Drops what waits for a person and ends what runs, in every channel. */
	async endTurnsOf(ownerId: Snowflake): Promise<void> {
		await endTurnsOf(ownerId, [...[...this.#pending.values()].flat(), ...this.#tasks], this.#options.clock);
	}

	/** Does something else in the channel's order, such as changing a reply; null when the queue is closed. */
	async runTask<T>(
		channelId: Snowflake,
		ownerId: Snowflake,
		task: (signal: AbortSignal) => Promise<T>,
	): Promise<T | null> {
		if (this.#closed) return null;
		const controller = new AbortController();
		const work = async (): Promise<T> => {
			const { promise, resolve } = Promise.withResolvers<void>();
			const entry = { channelId, ownerId, controller, ended: promise };
			this.#tasks.add(entry);
			try {
				return await task(controller.signal);
			} finally {
				this.#tasks.delete(entry);
				resolve();
			}
		};
		const done = this.#queue.run(channelId, work, controller.signal);
		const ended = Promise.allSettled([done]).then(() => {});
		this.#running.add(ended);
		void ended.then(() => this.#running.delete(ended));
		return await done;
	}

	/** Turns that wait or run. */
	get size(): number {
		return this.#running.size;
	}

	/**
	 * Takes no further turns, leaves those that have not begun, waits until the running ones have ended or the signal
	 * aborts, then ends the rest; what does not end within `lastWordsMs` is left behind.
	 */
	async close(deadline: AbortSignal): Promise<void> {
		this.#closed = true;
		const open = {
			turns: () => [...this.#pending.values()].flat(),
			tasks: () => [...this.#tasks],
			ended: Promise.allSettled([...this.#running]),
			onExpired: () => {
				this.#expired = true;
			},
		};
		await closeTurns(open, deadline, this.#options);
	}

	/** Every line that waits for its turn or is being answered. */
	waitingLines(): readonly ChatMessage[] {
		return [...this.#pending.values()].flat().flatMap((turn) => turn.request.lines);
	}

	#exceedsActive(request: TurnRequest): boolean {
		const { activeMessages } = this.#options;
		if (activeMessages === undefined) return false;
		return exceedsActive(request, [...this.#pending.values()].flat().filter(isOngoing), activeMessages);
	}

	#runningIn(channelId: Snowflake): readonly (PendingTurn | RunningTask)[] {
		const turns = (this.#pending.get(channelId) ?? []).filter((turn) => turn.started);
		const tasks = [...this.#tasks].filter((task) => task.channelId === channelId);
		return [...turns, ...tasks].filter(({ controller }) => !controller.signal.aborted);
	}

	#start(turn: PendingTurn): void {
		const channelId = turn.request.trigger.channelId;
		const turns = this.#pending.get(channelId) ?? [];
		const wasQueued = turns.length > 0 || turn.request.isLate === true;
		this.#pending.set(channelId, [...turns, turn]);
		const ended = this.#queue
			.run(channelId, (entry) => this.#take(turn, wasQueued || entry === 'waited'), turn.controller.signal)
			.finally(() => {
				this.#forget(channelId, turn);
				this.#running.delete(ended);
			});
		turn.ended = ended;
		this.#running.add(ended);
	}

	async #take(turn: PendingTurn, wasQueued: boolean): Promise<void> {
		turn.started = true;
		for (let isRerun = false; !turn.controller.signal.aborted; isRerun = true) {
			const { signal } = turn.controller;
			await this.#options.runTurn(turn.request, {
				signal,
				wasQueued,
				isRerun,
				markRequested: () => {
					turn.requested = true;
				},
				markDelivering: () => {
					turn.delivering = true;
				},
			});
			if (signal.reason !== ('edited' satisfies TurnAbortReason) || this.#expired) return;
			turn.controller = new AbortController();
			turn.requested = false;
			turn.reruns += 1;
		}
	}

	#forget(channelId: Snowflake, turn: PendingTurn): void {
		const turns = (this.#pending.get(channelId) ?? []).filter((other) => other !== turn);
		if (turns.length === 0) this.#pending.delete(channelId);
		else this.#pending.set(channelId, turns);
	}
}
