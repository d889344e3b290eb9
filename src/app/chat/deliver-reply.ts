/** Sends a reply to its channel while it is still being written. */
import { OwnLabel } from '#core/reply/own-label';
import { type RenderEvent, RenderLines } from '#core/reply/render-lines';
import { SegmentStream } from '#core/reply/segment-stream';
import type { Failure } from '#domain/failure';
import type { Snowflake, TurnId } from '#domain/ids';
import { messageNonce } from '#domain/message-nonce';
import type { MessageButton, OutgoingMessage, PostedMessage, RenderIdentity, ReplyQuote } from '#domain/reply';
import type { ChatSurface } from '#ports/chat-surface';
import type { Clock } from '#ports/clock';
import type { OutgoingPart } from '#ports/open-turn-store';
import { dressText, type TextDress } from './dress-text.ts';
import { type LingeringSignal, lingeringSignal } from './lingering-signal.ts';
import type { ReplyLooks } from './reply-looks.ts';
import type { ReplyPace } from './reply-pace.ts';
import type { ReplyPlace } from './reply-place.ts';

/** How long a message that is on its way may take once its turn was ended. */
const postGraceMs = 3_000;

/** One message of a reply, as Discord has it. */
export interface DeliveredPart {
	readonly posted: PostedMessage;
	/** From `firstPart`. */
	readonly part: number;
	readonly text: string;
	/** Under which name and picture; null for the bot's own. */
	readonly identity: RenderIdentity | null;
}

interface ReplyMessage {
	readonly text: string;
	readonly identity: RenderIdentity | undefined;
}

/** One delivery: a single attempt at a turn's reply. */
export interface DeliveryOptions {
	readonly surface: ChatSurface;
	/** Asked when the first message goes out; all others follow it. */
	readonly place: () => ReplyPlace;
	/** Messages that one reply may have (MAX_FLUSH_COUNT); further text is dropped. */
	readonly messagesMax: number;
	readonly triggerId: Snowflake;
	readonly notifiableUserIds: readonly Snowflake[];
	readonly turnId: TurnId;
	readonly attempt: number;
	readonly variant: number;
	/** The number of the first message: 0, or more for a reply that goes on. */
	readonly firstPart: number;
	readonly dress: TextDress;
	readonly pace: ReplyPace;
	readonly looks: ReplyLooks;
	/** What webhooks show in place of a reply. */
	readonly quote: ReplyQuote;
	readonly ownLabels: readonly string[];
	/** The row below the reply's last message. */
	readonly buttons: readonly MessageButton[];
	readonly signal: AbortSignal;
	readonly clock: Clock;
	/** Called just before the first message goes out. */
	readonly onFirst: () => void;
	/** Called just before each message goes out, which waits for it; must not reject. */
	readonly onPosting: (part: OutgoingPart) => Promise<void>;
	/** Called after each message, in order; must not reject. */
	readonly onPosted: (part: DeliveredPart) => Promise<void>;
	/** Called once when a message could not be posted; the rest is not sent. */
	readonly onRefused: (failure: Failure) => void;
}

/** Characters that are taken at a time, so that a huge piece is not cut into messages that nobody will get. */
const pieceLengthMax = 4_000;

/**
 * Takes visible text in any pieces, posts finished segments in order, and never sends a blank message. Posting goes on
 * while further text is pushed, so a slow channel does not hold up the provider's stream.
 */
export class ReplyDelivery {
	readonly #options: DeliveryOptions;
	readonly #lines: RenderLines;
	readonly #label: OwnLabel;
	readonly #posting: LingeringSignal;
	#segments: SegmentStream;
	#identity: RenderIdentity | undefined;
	readonly #posted: PostedMessage[] = [];
	#tail: Promise<void> = Promise.resolve();
	#nextPart: number;
	#refusal: Failure | null = null;
	#wasRemoved = false;
	#last: ReplyMessage | null = null;
	#isWhole = false;
	#place: ReplyPlace | null = null;
	#enqueued = 0;
	#isCapped = false;

	constructor(options: DeliveryOptions) {
		this.#options = options;
		this.#lines = new RenderLines(options.ownLabels);
		this.#label = new OwnLabel(options.ownLabels);
		this.#segments = new SegmentStream(options.dress.degree);
		this.#identity = options.looks.own;
		this.#posting = lingeringSignal(options.signal, postGraceMs, options.clock);
		this.#nextPart = options.firstPart;
	}

	/** What Discord has so far. */
	get posted(): readonly PostedMessage[] {
		return this.#posted;
	}

	/** Why the channel took no more, or null. */
	get refusal(): Failure | null {
		return this.#refusal;
	}

	/** Whether a message was deleted by somebody before Discord's answer came. */
	get wasRemoved(): boolean {
		return this.#wasRemoved;
	}

	/** Whether there was more text than the messages of one reply hold; nothing that is pushed from then on is taken. */
	get isCapped(): boolean {
		return this.#isCapped;
	}

	/** Takes the next piece of the reply. */
	push(text: string): void {
		for (let from = 0; from < text.length && !this.#isCapped; ) {
			const to = pieceEnd(text, from);
			for (const event of this.#lines.push(text.slice(from, to))) this.#takeEvent(event);
			from = to;
		}
	}

	/** Flushes what was held and waits until everything is posted or refused. */
	async end(): Promise<void> {
		for (const event of this.#lines.end()) this.#takeEvent(event);
		this.#endLook();
		this.#isWhole = true;
		await this.#tail;
		this.#posting.forget();
	}

	#takeEvent(event: RenderEvent): void {
		if (event.kind === 'text') {
			for (const visible of this.#label.push(event.text)) this.#takeVisible(visible);
			return;
		}
		const { looks } = this.#options;
		this.#endLook();
		this.#identity = event.label === null ? looks.own : (looks.find(event.label) ?? looks.own);
	}

	/** One message cannot have two looks, so what is held goes out before the next one. */
	#endLook(): void {
		for (const visible of this.#label.end()) this.#takeVisible(visible);
		for (const segment of this.#segments.end()) this.#enqueue(segment);
		this.#segments = new SegmentStream(this.#options.dress.degree);
	}

	#takeVisible(text: string): void {
		for (const segment of this.#segments.push(text)) this.#enqueue(segment);
	}

	#enqueue(segment: string): void {
		const identity = this.#identity;
		for (const text of dressText(segment, this.#options.dress)) {
			if (this.#enqueued >= this.#options.messagesMax) {
				this.#isCapped = true;
				return;
			}
			this.#enqueued += 1;
			const message: ReplyMessage = { text, identity };
			this.#last = message;
			this.#tail = this.#tail.then(() => this.#post(message));
		}
	}

	async #post(message: ReplyMessage): Promise<void> {
		const { text, identity } = message;
		if (this.#refusal) return;
		const { surface, place, notifiableUserIds, triggerId, turnId, attempt, variant, signal } = this.#options;
		const { firstPart, pace, quote, buttons, onPosting } = this.#options;
		await pace.wait(text.length, signal);
		// No message may appear once the turn was ended; one that is on its way has a little time to arrive and be known.
		if (signal.aborted) return;
		if (this.#nextPart === firstPart) this.#options.onFirst();
		this.#place ??= place();
		const part = this.#nextPart++;
		// The last message is nearly always held until the end is known, and else gets its row by an edit.
		const bearsButtons = this.#isWhole && message === this.#last;
		const outgoing: OutgoingMessage = {
			channelId: this.#place.channelId,
			text,
			replyToId: part === firstPart ? this.#place.replyToId : null,
			nonce: messageNonce({ triggerId, turnId, attempt, variant, part }),
			notifiableUserIds,
			...(identity === undefined ? {} : { identity, quote }),
			...(bearsButtons ? { buttons } : {}),
		};
		await onPosting({ turnId, variant, part, message: outgoing, isLast: bearsButtons });
		if (signal.aborted) return;
		const posted = await surface.post(outgoing, this.#posting.signal);
		if (!posted.ok) {
			// It stood there, and whoever took it away did not mean the rest.
			this.#wasRemoved ||= posted.error.code === 'discord-removed';
			if (posted.error.code === 'discord-removed') return;
			this.#refusal = posted.error;
			this.#options.onRefused(posted.error);
			return;
		}
		this.#posted.push(bearsButtons ? { ...posted.value, hasButtons: true } : posted.value);
		await this.#options.onPosted({ posted: posted.value, part, text, identity: identity ?? null });
	}
}

/** Never between the halves of a surrogate pair. */
function pieceEnd(text: string, from: number): number {
	const to = from + pieceLengthMax;
	return (text.codePointAt(to - 1) ?? 0) > 0xffff ? to + 1 : to;
}
