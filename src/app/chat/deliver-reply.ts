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

/** One delivery: a single attempt at a turn's reply. */
export interface DeliveryOptions {
	readonly surface: ChatSurface;
	readonly channelId: Snowflake;
	/** The first message replies to it; null posts plain messages. */
	readonly replyToId: Snowflake | null;
	readonly notifiableUserIds: readonly Snowflake[];
	readonly turnId: TurnId;
	readonly attempt: number;
	readonly degree: HumanizerDegree;
	readonly ownLabels: readonly string[];
	readonly signal: AbortSignal;
	/** Called just before the first message goes out. */
	readonly onFirst: () => void;
	/** Called after each message, in order, with its number from 0. */
	readonly onPosted: (posted: PostedMessage, part: number) => Promise<void>;
	/** Called once when a message could not be posted; the rest is not sent. */
	readonly onRefused: (failure: Failure) => void;
}

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
	/** What `onPosted` threw first; the reply is finished before anybody hears of it. */
	#trouble: { readonly error: unknown } | null = null;

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

	/** Takes the next piece of the reply. */
	push(text: string): void {
		for (const visible of this.#label.push(text)) this.#takeVisible(visible);
	}

	/** Flushes what was held and waits until everything is posted or refused; then throws what `onPosted` threw first. */
	async end(): Promise<void> {
		for (const visible of this.#label.end()) this.#takeVisible(visible);
		for (const segment of this.#segments.end()) this.#enqueue(segment);
		await this.#tail;
		if (this.#trouble) throw this.#trouble.error;
	}

	#takeVisible(text: string): void {
		for (const segment of this.#segments.push(text)) this.#enqueue(segment);
	}

	#enqueue(segment: string): void {
		for (const text of splitReply(segment)) {
			if (!isBlankText(text)) this.#tail = this.#tail.then(() => this.#post(text));
		}
	}

	async #post(text: string): Promise<void> {
		if (this.#refusal) return;
		// Nothing may begin to appear once the turn was ended; what has begun is finished or cut by its own signal.
		if (this.#nextPart === 0) {
			if (this.#options.signal.aborted) return;
			this.#options.onFirst();
		}
		const { surface, channelId, replyToId, notifiableUserIds, turnId, attempt, signal } = this.#options;
		const part = this.#nextPart++;
		const posted = await surface.post(
			{
				channelId,
				text,
				replyToId: part === 0 ? replyToId : null,
				nonce: messageNonce({ turnId, attempt, variant: 0, part }),
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
		await this.#notePosted(posted.value, part);
	}

	/** Nobody awaits the posts before the end, so an error must not leave here as a rejection. */
	async #notePosted(posted: PostedMessage, part: number): Promise<void> {
		try {
			await this.#options.onPosted(posted, part);
		} catch (error) {
			this.#trouble ??= { error };
		}
	}
}
