/** Notes what was said once a turn has ended, beside everything else. */
import { buildSimplifiedHistory } from '#core/history/build-simplified-history';
import { type NotedReply, shortTermLines, shortTermText } from '#core/memory/short-term-lines';
import { convertMentions } from '#core/text/mentions';
import { plainLabel } from '#core/text/plain-label';
import type { ServerId, Snowflake, TurnId } from '#domain/ids';
import type { TurnOutcome, TurnRequest } from '#domain/turn';
import type { TurnFacts } from '#domain/turn-facts';
import { ExpiringMap } from '#lib/expiring-map';
import { KeyedQueue } from '#lib/keyed-queue';
import type { Clock } from '#ports/clock';
import type { Log } from '#ports/log';
import type { ReplyStore, StoredReply } from '#ports/reply-store';
import type { ShortTermPlace, ShortTermStore } from '#ports/short-term-store';
import { historyFacts } from './compose-prompt.ts';
import type { TurnAbortReason } from './pending-turn.ts';

/** What is noted at once in one channel; when the database is away that long, further notes are let go. */
const waitingMax = 50;

/** Messages of one channel that are forgotten at once; Discord deletes a hundred at most in one go. */
const goneMax = 1_000;

/** How long, and how many, deleted messages are known: longer than a turn takes. */
const deletedKnownMs = 3_600_000;
const deletedKnownMax = 10_000;

/** What the writer works with. */
export interface ShortTermWriterOptions {
	readonly stores: {
		readonly shortTerm: Pick<ShortTermStore, 'saveLines' | 'saveSummary' | 'changeLine' | 'clearShortTerm'>;
		readonly replies: Pick<ReplyStore, 'findReply'>;
	};
	readonly isPrivateChannel: (channelId: Snowflake) => boolean;
	readonly clock: Clock;
	readonly log: Log;
}

/** A turn that has ended, as far as it matters here. */
export interface EndedTurn {
	readonly turnId: TurnId;
	readonly request: TurnRequest;
	readonly signal: AbortSignal;
}

/** Writes behind the turns, in each channel in the order of what happened; only where it is said, a method waits. */
export class ShortTermWriter {
	readonly #options: ShortTermWriterOptions;
	readonly #queue = new KeyedQueue<Snowflake>();
	readonly #running = new Set<Promise<void>>();
	/** Messages that are to be forgotten, by channel. */
	readonly #gone = new Map<Snowflake, Set<Snowflake>>();

	readonly #deleted: ExpiringMap<Snowflake, true>;

	constructor(options: ShortTermWriterOptions) {
		this.#options = options;
		const nowMs = () => options.clock.now();
		this.#deleted = new ExpiringMap({ ttlMs: deletedKnownMs, entriesMax: deletedKnownMax, nowMs });
	}

	/** Takes the place of what was noted of the channel; turns that were stopped or said nothing leave it as it was. */
	noteTurn(turn: EndedTurn, outcome: TurnOutcome, facts: TurnFacts | undefined): void {
		if (facts === undefined || !isAnswered(turn, outcome)) return;
		this.#run(turn.request.trigger.channelId, () => this.#writeTurn(turn, facts));
	}

	/** What a model makes of the last hours takes the place of what it made before; rejects when it cannot be stored. */
	async noteSummary(place: ShortTermPlace, content: string): Promise<void> {
		const { stores, isPrivateChannel, clock } = this.#options;
		const { channelId } = place;
		await this.#queue.run(channelId, () =>
			stores.shortTerm.saveSummary(place, { content, isPrivate: isPrivateChannel(channelId), nowMs: clock.now() }),
		);
	}

	/** Something was done to a reply that stood in a channel: its line becomes what stands there now. */
	noteReply(before: StoredReply): void {
		this.#run(before.channelId, async () => {
			const { replies, shortTerm } = this.#options.stores;
			const after = await replies.findReply(before.turnId);
			const now = after === null ? null : { messageIds: idsOf(after), text: shortTermText(textOf(after)) };
			const messageIds = [...new Set([...idsOf(before), ...(now?.messageIds ?? [])])];
			await shortTerm.changeLine(before.channelId, { messageIds, now });
		});
	}

	/** A message is gone from its channel; those that go at once are forgotten at once. */
	forgetMessage(channelId: Snowflake, messageId: Snowflake): void {
		this.#deleted.set(messageId, true);
		const waiting = this.#gone.get(channelId);
		if (waiting !== undefined) {
			if (waiting.size < goneMax) waiting.add(messageId);
			return;
		}
		const gone = new Set([messageId]);
		this.#gone.set(channelId, gone);
		this.#run(channelId, async () => {
			// Everything that goes in the same breath is known when the next one begins.
			await Promise.resolve();
			this.#gone.delete(channelId);
			await this.#options.stores.shortTerm.changeLine(channelId, { messageIds: [...gone], now: null });
		});
	}

	/**
	 * The conversation of a channel has ended: nothing of it is remembered, for any lineage. Resolves when that is so, and
	 * rejects when it could not be done, since somebody waits to be told.
	 */
	async forgetChannel(serverId: ServerId, channelId: Snowflake): Promise<void> {
		await this.#queue.run(channelId, () => this.#options.stores.shortTerm.clearShortTerm({ serverId, channelId }));
	}

	/** Resolves when everything that was to be noted is. */
	async idle(): Promise<void> {
		while (this.#running.size > 0) await Promise.all(this.#running);
	}

	async #writeTurn({ turnId, request }: EndedTurn, facts: TurnFacts): Promise<void> {
		const { stores, isPrivateChannel, clock } = this.#options;
		const reply = await stores.replies.findReply(turnId);
		// Somebody may have deleted the reply meanwhile.
		if (reply === null) return;
		const history = buildSimplifiedHistory(facts.messages, historyFacts(facts, request));
		const nowMs = clock.now();
		const said: NotedReply = {
			speaker: plainLabel(facts.persona.name, 'someone'),
			messageIds: idsOf(reply),
			text: convertMentions(textOf(reply), { users: history.userNames, ...history.thingNames }),
			atMs: nowMs,
		};
		const { channelId } = request.trigger;
		const lines = shortTermLines(history.entries, said).filter(
			// What was deleted while the reply was written is in what the turn has read.
			({ messageIds }) => !messageIds.some((id) => this.#deleted.has(id)),
		);
		const at = { serverId: facts.workspace.id, lineageId: facts.persona.lineageId, channelId };
		await stores.shortTerm.saveLines(at, { lines, isPrivate: isPrivateChannel(channelId), nowMs });
	}

	#run(channelId: Snowflake, job: () => Promise<void>): void {
		const { log } = this.#options;
		if (this.#queue.waiting(channelId) >= waitingMax) {
			log.warn({ channelId }, 'short-term memory falls behind, and something is not noted');
			this.#gone.delete(channelId);
			return;
		}
		const running = this.#queue
			.run(channelId, job)
			.then(() => log.debug({ channelId }, 'short-term memory is noted'))
			.catch((error: unknown) => log.warn({ error, channelId }, 'short-term memory could not be noted'))
			.finally(() => this.#running.delete(running));
		this.#running.add(running);
	}
}

/** What was said until somebody stopped it is nothing to remember (behaviour, section 2.7). */
function isAnswered({ signal }: EndedTurn, outcome: TurnOutcome): boolean {
	const isStopped = signal.aborted && signal.reason === ('stopped' satisfies TurnAbortReason);
	return !isStopped && 'messages' in outcome && outcome.messages.length > 0;
}

function idsOf(reply: StoredReply): readonly Snowflake[] {
	return reply.messages.map(({ id }) => id);
}

function textOf({ variants, variant }: StoredReply): string {
	return (variants[variant] ?? []).map(({ text }) => text).join('\n');
}
