/** Writes frames to a client, following a script's cuts, silences and breaks. */

import { type EventFrame, errorFrame, malformedFrame } from './event-frames.ts';
import type { ReplyScript } from './reply-scripts.ts';

/** What the stream tells its owner. */
export interface DeliveryEvents {
	/** A frame's bytes are on their way. */
	onFrame(frame: EventFrame): void;
	/** The body has ended, `aborted` when the client went away first. */
	onEnd(end: 'complete' | 'broken' | 'aborted'): void;
}

/** How fast, and until when. */
export interface DeliveryOptions {
	readonly script: ReplyScript;
	readonly tokenDelayMs: number;
	/** Aborts when the client has gone or the server stops. */
	readonly signal: AbortSignal;
}

/** The way frames are taken out of a plan: what to write, then how the body ends. */
interface DeliveryPlan {
	readonly frames: readonly EventFrame[];
	readonly ending: 'close' | 'hang' | 'reset';
}

const RESET_DELAY_MS = 50;

/** A body that writes the frames; `onEnd` is called exactly once. */
export function frameStream(
	frames: readonly EventFrame[],
	options: DeliveryOptions,
	events: DeliveryEvents,
): ReadableStream<Uint8Array> {
	const plan = planDelivery(frames, options.script);
	const gone = new AbortController();
	const signal = AbortSignal.any([gone.signal, options.signal]);
	let ended = false;
	const end = (how: 'complete' | 'broken' | 'aborted'): void => {
		if (!ended) events.onEnd(how);
		ended = true;
	};
	signal.addEventListener('abort', () => end('aborted'), { once: true });
	return new ReadableStream<Uint8Array>({
		async start(controller) {
			const cut = await writeFrames(plan.frames, { ...options, signal }, { controller, events });
			if (plan.ending === 'hang' && !cut) await aborted(signal);
			// A reset throws away what the client has not read yet, so it is given a moment to read.
			if (plan.ending === 'reset' && !cut) await Bun.sleep(RESET_DELAY_MS);
			if (signal.aborted) return closeQuietly(controller);
			end(cut || plan.ending !== 'close' ? 'broken' : 'complete');
			if (plan.ending === 'reset' && !cut) controller.error();
			else closeQuietly(controller);
		},
		cancel() {
			gone.abort();
		},
	});
}

function planDelivery(frames: readonly EventFrame[], script: ReplyScript): DeliveryPlan {
	const { errorAfterTokens } = script;
	const upTo = (tokens: number): readonly EventFrame[] =>
		frames.filter((frame) => frame.tokens <= tokens && !(frame.endsGeneration && frame.reply === ''));
	if (script.hangAfterTokens !== undefined) return { frames: upTo(script.hangAfterTokens), ending: 'hang' };
	if (script.resetAfterTokens !== undefined) return { frames: upTo(script.resetAfterTokens), ending: 'reset' };
	if (script.endAfterTokens !== undefined) return { frames: upTo(script.endAfterTokens), ending: 'close' };
	if (errorAfterTokens !== undefined) {
		const error = errorFrame(errorAfterTokens.message, script, errorAfterTokens.tokens);
		return { frames: [...upTo(errorAfterTokens.tokens), error], ending: 'close' };
	}
	if (script.malformedLastChunk === true) {
		const textFrames = frames.filter((frame) => frame.reply !== '');
		const last = textFrames.at(-1) ?? frames[0];
		return {
			frames: [...textFrames.slice(0, -1), ...(last === undefined ? [] : [malformedFrame(last, script)])],
			ending: 'close',
		};
	}
	return { frames, ending: 'close' };
}

/** Returns true when the script ended the body in the middle. */
async function writeFrames(
	frames: readonly EventFrame[],
	options: DeliveryOptions,
	sink: { readonly controller: ReadableStreamDefaultController<Uint8Array>; readonly events: DeliveryEvents },
): Promise<boolean> {
	const { script, signal } = options;
	const cutter = new ByteCutter(script);
	const { pauseAfterTokens } = script;
	let paused = pauseAfterTokens === undefined;
	let isFirstWrite = true;
	const batches = script.oneWrite === true ? [frames] : frames.map((frame) => [frame]);
	for (const batch of batches) {
		if (!paused && pauseAfterTokens !== undefined && (batch[0]?.tokens ?? 0) > pauseAfterTokens.tokens) {
			paused = true;
			await Promise.race([pauseAfterTokens.until, aborted(signal)]);
		}
		for (const bytes of cutter.cut(batch.map((frame) => frame.text).join(''))) {
			if (!isFirstWrite) await nextWrite(options.tokenDelayMs);
			isFirstWrite = false;
			if (signal.aborted) return false;
			sink.controller.enqueue(bytes);
		}
		// The owner frees the account in the same step as the last bytes leave, so a prompt next request never meets a stale lock.
		for (const frame of batch) sink.events.onFrame(frame);
		if (cutter.isExhausted) return true;
	}
	return false;
}

/** Splits the byte stream at a script's offsets, whatever events they fall into. */
class ByteCutter {
	readonly #cutAt: readonly number[] | 'each';
	readonly #endAfterBytes: number;
	#offset = 0;

	constructor(script: ReplyScript) {
		this.#cutAt = script.cutAt ?? [];
		this.#endAfterBytes = script.endAfterBytes ?? Number.POSITIVE_INFINITY;
	}

	get isExhausted(): boolean {
		return this.#offset >= this.#endAfterBytes;
	}

	cut(text: string): readonly Uint8Array[] {
		const all = new TextEncoder().encode(text);
		const bytes = all.subarray(0, Math.max(0, this.#endAfterBytes - this.#offset));
		const start = this.#offset;
		this.#offset += bytes.length;
		if (this.#cutAt === 'each') return Array.from(bytes, (byte) => Uint8Array.of(byte));
		const inner = this.#cutAt.map((offset) => offset - start).filter((offset) => offset > 0 && offset < bytes.length);
		const edges = [0, ...inner.sort((left, right) => left - right), bytes.length];
		return edges.slice(1).map((edge, index) => bytes.slice(edges[index], edge));
	}
}

function nextWrite(delayMs: number): Promise<void> {
	return delayMs > 0 ? Bun.sleep(delayMs) : new Promise((resolve) => setImmediate(resolve));
}

/** Resolves when the signal aborts. */
export function aborted(signal: AbortSignal): Promise<void> {
	if (signal.aborted) return Promise.resolve();
	return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

function closeQuietly(controller: ReadableStreamDefaultController<Uint8Array>): void {
	try {
		controller.close();
	} catch {
		// The client closed it first.
	}
}
