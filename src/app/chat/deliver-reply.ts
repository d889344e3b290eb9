/** Sends a reply to its channel while it is still being written. */
import { OwnLabel } from '#core/reply/own-label';
import { SegmentStream } from '#core/reply/segment-stream';
import { splitReply } from '#core/reply/split-reply';
import { isBlankText } from '#core/text/blank-text';
import type { Failure } from '#domain/failure';
import type { Snowflake, TurnId } from '#domain/ids';
import { messageNonce } from '#domain/message-nonce';
import type { PostedMessage } from '#domain/reply';
import type { HumanizerDegree } from '#domain/settings';
import type { ChatSurface } from '#ports/chat-surface';
import type { ReplyPlace } from './reply-place.ts';

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
	readonly degree: HumanizerDegree;
	readonly ownLabels: readonly string[];
	readonly signal: AbortSignal;
	/** Called just before the first message goes out. */
	readonly onFirst: () => void;
	/** Called after each message, in order, with its number from 0; must not reject. */
	readonly onPosted: (posted: PostedMessage, part: number) => Promise<void>;
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
	readonly #label: OwnLabel;
	readonly #segments: SegmentStream;
	readonly #posted: PostedMessage[] = [];
	#tail: Promise<void> = Promise.resolve();
	#nextPart = 0;
	#refusal: Failure | null = null;
	#place: ReplyPlace | null = null;
	#enqueued = 0;
	#isCapped = false;

	constructor(options: DeliveryOptions) {
		this.#options = options;
		this.#label = new OwnLabel(options.ownLabels);
		this.#segments = new SegmentStream(options.degree);
	}

	/** What Discord has so far. */
	get posted(): readonly PostedMessage[] {
		return this.#posted;
	}

	/** Why the channel took no more, or null. */
	get refusal(): Failure | null {
		return this.#refusal;
	}

	/** Whether there was more text than the messages of one reply hold; nothing that is pushed from then on is taken. */
	get isCapped(): boolean {
		return this.#isCapped;
	}

	/** Takes the next piece of the reply. */
	push(text: string): void {
		for (let from = 0; from < text.length && !this.#isCapped; ) {
			const to = pieceEnd(text, from);
			for (const visible of this.#label.push(text.slice(from, to))) this.#takeVisible(visible);
			from = to;
		}
	}

	/** Flushes what was held and waits until everything is posted or refused. */
	async end(): Promise<void> {
		for (const visible of this.#label.end()) this.#takeVisible(visible);
		for (const segment of this.#segments.end()) this.#enqueue(segment);
		await this.#tail;
	}

	#takeVisible(text: string): void {
		for (const segment of this.#segments.push(text)) this.#enqueue(segment);
	}

	#enqueue(segment: string): void {
		for (const text of splitReply(segment)) {
			if (isBlankText(text)) continue;
			if (this.#enqueued >= this.#options.messagesMax) {
				this.#isCapped = true;
				return;
			}
			this.#enqueued += 1;
			this.#tail = this.#tail.then(() => this.#post(text));
		}
	}

	async #post(text: string): Promise<void> {
		if (this.#refusal) return;
		// Nothing may begin to appear once the turn was ended; what has begun is finished or cut by its own signal.
		if (this.#nextPart === 0) {
			if (this.#options.signal.aborted) return;
			this.#options.onFirst();
		}
		const { surface, place, notifiableUserIds, triggerId, turnId, attempt, signal } = this.#options;
		this.#place ??= place();
		const part = this.#nextPart++;
		const posted = await surface.post(
			{
				channelId: this.#place.channelId,
				text,
				replyToId: part === 0 ? this.#place.replyToId : null,
				nonce: messageNonce({ triggerId, turnId, attempt, variant: 0, part }),
				notifiableUserIds,
			},
			signal,
		);
		if (!posted.ok) {
			this.#refusal = posted.error;
			this.#options.onRefused(posted.error);
			return;
		}
		this.#posted.push(posted.value);
		await this.#options.onPosted(posted.value, part);
	}
}

/** Never between the halves of a surrogate pair. */
function pieceEnd(text: string, from: number): number {
	const to = from + pieceLengthMax;
	return (text.codePointAt(to - 1) ?? 0) > 0xffff ? to + 1 : to;
}
