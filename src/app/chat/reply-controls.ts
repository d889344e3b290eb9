/** What people may do with a reply once it stands in the channel, and while it is written. */
import type { MessageKey } from '#core/i18n/locales/en';
import type { QuotaWarning, ReplyRefusal } from '#domain/access';
import type { Failure } from '#domain/failure';
import type { Snowflake, TurnId } from '#domain/ids';
import type { PostedMessage } from '#domain/reply';
import type { PartContent, TurnRequest } from '#domain/turn';
import type { StoredReply } from '#ports/reply-store';
import { channelBefore } from './channel-before.ts';
import type { ChatPorts } from './chat-ports.ts';
import { controlButtons, type ReplyAction } from './control-buttons.ts';
import { openDraft } from './draft-surface.ts';
import { gatherPlace } from './gather-place.ts';
import { mayAnswer } from './may-answer.ts';
import type { StopResult, TurnAbortReason } from './pending-turn.ts';
import { answerTurn } from './run-turn.ts';
import { moveButtons, returnButtons, setButtons } from './show-controls.ts';
import { showReply } from './show-reply.ts';
import { storedRequest } from './stored-turn.ts';
import { tellWarnings } from './tell-limits.ts';
import type { ChatTurnContext } from './turn-context.ts';
import type { TurnQueue } from './turn-queue.ts';
import { carriedReunion } from './turn-reunion.ts';
import { endedTurns } from './unstored-turns.ts';

/** Who wants something of a reply, and where. */
export interface ReplyActor {
	readonly userId: Snowflake;
	readonly channelId: Snowflake;
	/** Manage Messages; in direct messages always true. */
	readonly mayModerate: boolean;
}

/** What came of it: done, or what to say instead. */
export type ControlResult =
	| { readonly kind: 'done' }
	| { readonly kind: 'refused'; readonly key: MessageKey }
	/** Access rules, a cooldown or a quota stand against another reply. */
	| { readonly kind: 'limited'; readonly refusal: ReplyRefusal }
	| { readonly kind: 'failed'; readonly failure: Failure };

const DONE: ControlResult = { kind: 'done' };
const GONE: ControlResult = { kind: 'refused', key: 'answer.reply-gone' };

/** Acts on whole replies, in the order of their channel; only who triggered a turn, or a moderator, may. */
export class ReplyControls {
	readonly #ports: ChatPorts;
	readonly #queue: TurnQueue;

	constructor(ports: ChatPorts, queue: TurnQueue) {
		this.#ports = ports;
		this.#queue = queue;
	}

	/** Ends what is being written in a channel. */
	stop(channelId: Snowflake, actor: ReplyActor): StopResult {
		return this.#queue.stop(channelId, { userId: actor.userId, mayStopOthers: actor.mayModerate });
	}

	/** Takes a turn that no message asked for. */
	respond(request: TurnRequest): void {
		this.#queue.addTurn(request);
	}

	/** Does something else in the channel's order, for somebody who may stop it; null when the bot is closing. */
	async inOrder<T>(
		channelId: Snowflake,
		ownerId: Snowflake,
		task: (signal: AbortSignal) => Promise<T>,
	): Promise<T | null> {
		return await this.#queue.runTask(channelId, ownerId, task);
	}

	/** A button below a reply. */
	async press(turnId: TurnId, action: ReplyAction, actor: ReplyActor): Promise<ControlResult> {
		return await this.#onReply(turnId, actor, (reply, signal) => {
			switch (action) {
				case 'regenerate':
					return this.#regenerate(reply, { actor, signal });
				case 'continue':
					return this.#continue(reply, { actor, signal });
				case 'previous':
					return this.#showOther(reply, reply.variant - 1, signal);
				case 'next':
					return this.#showOther(reply, reply.variant + 1, signal);
				case 'delete':
					return this.#remove(reply);
			}
		});
	}

	/** Takes back the whole reply that a message belongs to. */
	async removeReply(messageId: Snowflake, actor: ReplyActor): Promise<ControlResult> {
		const turnId = await this.#ports.stores.replies.turnOf(messageId);
		return turnId === null ? GONE : await this.#onReply(turnId, actor, (reply) => this.#remove(reply));
	}

	/** Changes the words of one message of a reply. */
	async editMessage(messageId: Snowflake, text: string, actor: ReplyActor): Promise<ControlResult> {
		const turnId = await this.#ports.stores.replies.turnOf(messageId);
		if (turnId === null) return GONE;
		return await this.#onReply(turnId, actor, (reply, signal) => {
			const parts = (reply.variants[reply.variant] ?? []).map((content, part): PartContent => {
				return reply.messages[part]?.id === messageId ? { ...content, text } : content;
			});
			return this.#show(reply, { variant: reply.variant, parts }, signal);
		});
	}

	async #onReply(
		turnId: TurnId,
		actor: ReplyActor,
		act: (reply: StoredReply, signal: AbortSignal) => Promise<ControlResult>,
	): Promise<ControlResult> {
		const { replies } = this.#ports.stores;
		const found = await replies.findReply(turnId);
		// Numbers of turns begin anew with a new database, and an old button may name any turn of it.
		if (found?.channelId !== actor.channelId) return GONE;
		const isAllowed = actor.mayModerate || actor.userId === found.ownerId;
		if (!isAllowed) return { kind: 'refused', key: 'answer.reply-not-yours' };
		const done = await this.#queue.runTask(found.channelId, actor.userId, async (signal) => {
			// What came before it in the channel may have changed the reply.
			const reply = await replies.findReply(turnId);
			if (reply === null) return GONE;
			const result = await act(reply, signal);
			if (result.kind === 'done') this.#ports.shortTerm.noteReply(reply);
			return result;
		});
		return done ?? GONE;
	}

	/** The reply is written out of sight, so that a failure leaves the channel as it was. */
	async #regenerate(reply: StoredReply, { actor, signal }: Press): Promise<ControlResult> {
		const draft = openDraft(this.#ports, reply.messages[0]?.id ?? reply.triggerMessageId);
		const variant = reply.variants.length;
		const end = await this.#write(reply, { ports: draft.ports, variant, firstPart: 0, actor, signal });
		if (end !== null) return end;
		return await this.#show(reply, { variant, parts: draft.parts() }, signal);
	}

	/** What stands there is the beginning of the new text, which is posted behind it. */
	async #continue(reply: StoredReply, { actor, signal }: Press): Promise<ControlResult> {
		const parts = reply.variants[reply.variant] ?? [];
		const prefill = parts.map(({ text }) => text).join('\n');
		const beforeId = reply.messages[0]?.id ?? reply.triggerMessageId;
		const before = channelBefore(this.#ports, beforeId);
		const ports = { ...before, stores: endedTurns(before.stores) };
		const wishes = { prefill, showsPrefill: false };
		const { variant } = reply;
		const end = await this.#write(reply, { ports, variant, firstPart: parts.length, actor, signal, wishes });
		return end ?? DONE;
	}

	async #showOther(reply: StoredReply, variant: number, signal: AbortSignal): Promise<ControlResult> {
		const parts = reply.variants[variant];
		return parts ? await this.#show(reply, { variant, parts }, signal) : DONE;
	}

	async #remove(reply: StoredReply): Promise<ControlResult> {
		for (const message of reply.messages) {
			const removed = await this.#ports.surface.remove(message);
			if (!removed.ok) return { kind: 'failed', failure: removed.error };
		}
		await this.#ports.stores.replies.removeReply(reply.turnId);
		await returnButtons(reply.channelId, this.#ports);
		return DONE;
	}

	async #show(
		reply: StoredReply,
		{ variant, parts }: { readonly variant: number; readonly parts: readonly PartContent[] },
		signal: AbortSignal,
	): Promise<ControlResult> {
		const shown = await showReply({ reply, variant, parts, signal }, this.#ports);
		return shown.ok ? DONE : { kind: 'failed', failure: shown.error };
	}

	/** The row leaves the message that was the last one until now. */
	async #moveOn(reply: StoredReply, turn: ChatTurnContext, messages: readonly PostedMessage[]): Promise<void> {
		const last = reply.messages.at(-1);
		if (messages.length === 0) return;
		if (last) await setButtons(last, [], this.#ports);
		await moveButtons(turn, messages, this.#ports);
	}

	/** Null when something was written. */
	async #write(reply: StoredReply, job: WritingJob): Promise<ControlResult | null> {
		const { ports, signal, variant, firstPart } = job;
		const lost = new AbortController();
		const disown = (): void => lost.abort('taken-over' satisfies TurnAbortReason);
		const timeout = AbortSignal.any([signal, lost.signal, AbortSignal.timeout(ports.turnTimeoutMs)]);
		const use = { signal: timeout, ...(job.wishes === undefined ? {} : { wishes: job.wishes }) };
		const request = await storedRequest(reply, this.#ports.surface, use);
		const place = await gatherPlace(request, ports);
		const leave = await mayAnswer({ request, place, actorId: job.actor.userId }, this.#ports);
		if (leave.kind === 'refused') return { kind: 'limited', refusal: leave.refusal };
		const turn: ChatTurnContext = {
			request,
			place,
			reunionPresence: carriedReunion(reply.reunionNote),
			turnId: reply.turnId,
			run: ports.clock.now(),
			variant,
			firstPart,
			controls: controlButtons({
				turnId: reply.turnId,
				variant,
				variants: Math.max(reply.variants.length, variant + 1),
			}),
			signal: timeout,
			answersByReply: false,
			markRequested: () => {},
			markDelivering: () => {},
			disown,
		};
		const letGo = ports.turnLeases.hold(reply.turnId, disown);
		const stopTyping = ports.surface.startTyping(reply.channelId);
		let warnings: readonly QuotaWarning[] | null = null;
		try {
			const outcome = await answerTurn(turn, ports);
			warnings = await leave.permit.end('messages' in outcome && outcome.messages.length > 0);
			await this.#ports.stores.turns.setTurnState(reply.turnId, 'done');
			if (firstPart > 0 && 'messages' in outcome) await this.#moveOn(reply, turn, outcome.messages);
			if (outcome.kind === 'failed') return { kind: 'failed', failure: outcome.failure };
			return outcome.kind === 'replied' && !signal.aborted ? null : { kind: 'refused', key: 'answer.stopped' };
		} finally {
			letGo();
			stopTyping();
			if (warnings === null) await leave.permit.end(false);
			else await tellWarnings(turn, warnings, this.#ports);
		}
	}
}

/** Who pressed a button, and the signal of what it does. */
interface Press {
	readonly actor: ReplyActor;
	readonly signal: AbortSignal;
}

interface WritingJob extends Press {
	readonly ports: ChatPorts;
	readonly variant: number;
	readonly firstPart: number;
	readonly wishes?: NonNullable<TurnRequest['wishes']>;
}
