/** A turn that a process left open when it died, and the channel in which the next one finds it. */
import { eq } from 'drizzle-orm';
import { createSecretBox } from '#adapters/crypto/secret-box';
import { createStores } from '#adapters/postgres/create-stores';
import { outgoingParts } from '#adapters/postgres/schema/leases';
import { turns } from '#adapters/postgres/schema/turns';
import type { ChatPorts } from '#app/chat/chat-ports';
import { recoverTurns } from '#app/chat/recover-turns';
import { TurnLeases } from '#app/chat/turn-leases';
import type { Failure } from '#domain/failure';
import type { TurnId } from '#domain/ids';
import type { ChatMessage } from '#domain/message';
import type { MessageChange, OutgoingMessage, PostedMessage } from '#domain/reply';
import type { TriggerCause } from '#domain/turn';
import type { TurnState } from '#domain/turn-state';
import { err, ok } from '#lib/result';
import type { ReadRequest } from '#ports/chat-surface';
import { chatMessage } from './chat-message.ts';
import { ManualClock } from './manual-clock.ts';
import type { TestDatabase } from './store-for-test.ts';
import { recordingLog } from './store-log.ts';
import { personaDraft, seedRows } from './store-rows.ts';

/** Milliseconds of a minute. */
export const minuteMs = 60_000;
const discordEpochMs = 1_420_070_400_000;

/** An id as Discord would have made it so long before the clock's time. */
function idBefore(clock: ManualClock, ms: number): string {
	return String(BigInt(clock.now() - ms - discordEpochMs) << 22n);
}

/** A channel that keeps what is posted, as the bot reads it. */
class Channel {
	messages: ChatMessage[] = [];
	readonly posts: OutgoingMessage[] = [];
	readonly removed: string[] = [];
	failure: Failure | null = null;
	/** What reading older messages than a given one meets. */
	failureBefore: Failure | null = null;
	isReadable = true;
	/** Nonces whose message stood here and was deleted. */
	readonly removedNonces = new Set<string>();
	#ids = BigInt('9000000000000000000');

	put(text: string, change: Partial<ChatMessage> = {}): ChatMessage {
		this.#ids += 1n;
		const self = { id: '1', kind: 'self', displayName: 'Tomori', username: 'Tomori' } as const;
		const message = chatMessage({ id: String(this.#ids), channelId: '300', content: text, author: self, ...change });
		this.messages.push(message);
		return message;
	}

	change(messageId: string | undefined, content: string): void {
		this.messages = this.messages.map((message) => (message.id === messageId ? { ...message, content } : message));
	}

	surface() {
		return {
			mayPost: () => true,
			threadFrom: () => null,
			react: async () => {},
			edit: async ({ id }: PostedMessage, { text }: MessageChange) => {
				if (text !== undefined) this.change(id, text);
				return ok(undefined);
			},
			readMessages: async ({ afterId, beforeId, limit }: ReadRequest) => {
				const failure = this.failure ?? (beforeId === undefined ? null : this.failureBefore);
				if (failure) return err(failure);
				if (!this.isReadable) return err({ code: 'discord-forbidden' });
				if (afterId === undefined) return ok(this.messages.slice(-limit));
				return ok(this.messages.filter(({ id }) => BigInt(id) > BigInt(afterId)).slice(0, limit));
			},
			remove: async ({ id }: PostedMessage) => {
				this.removed.push(id);
				return ok(undefined);
			},
			post: async (message: OutgoingMessage) => {
				if (this.failure) return err(this.failure);
				if (this.removedNonces.has(message.nonce)) return err({ code: 'discord-removed' });
				this.posts.push(message);
				const notice = message.noticeKind === undefined ? {} : { content: '', noticeKind: message.noticeKind };
				return ok({ id: this.put(message.text, notice).id, channelId: message.channelId });
			},
		};
	}
}

/** What is left. */
export interface Left {
	readonly cause?: TriggerCause;
	readonly ageMs?: number;
	readonly state?: TurnState;
}

/** A turn of a process that is gone, and what the next one finds. */
export async function leaveTurn(
	{ db }: TestDatabase,
	{ cause = 'mention', ageMs = 3 * minuteMs, state = 'claimed' }: Left = {},
) {
	const { workspace, persona, userId } = await seedRows(db);
	const box = createSecretBox({ secrets: new Map([[1, 'one secret']]), currentVersion: null });
	if (!box.ok) throw new Error(box.error);
	const log = recordingLog();
	const shared = { db, secretBox: box.value, digest: () => '', log, isSole: true };
	const clock = new ManualClock(Date.now());
	const dead = createStores({ ...shared, owner: 'dead' });
	const triggerMessageId = idBefore(clock, ageMs);
	const claim = { serverId: workspace.id, channelId: '300', personaId: persona.id, userId, triggerMessageId, cause };
	const turnId = await dead.turns.claimTurn({ ...claim, lineIds: [triggerMessageId] });
	if (turnId === null) throw new Error('the claim should have won');
	if (state !== 'claimed') await dead.turns.setTurnState(turnId, state);
	const channel = new Channel();
	const stores = createStores({ ...shared, owner: 'next' });
	const ports = {
		surface: channel.surface(),
		stores,
		clock,
		log,
		turnLeases: new TurnLeases({ openTurns: stores.openTurns, clock, log }),
		firstPersona: personaDraft('Tomori'),
		fallbackLocale: 'en',
		guildLocale: () => null,
	} as unknown as ChatPorts;
	const tasks: Promise<unknown>[] = [];
	const stopped = new AbortController();
	const line = { beforeTask: () => {} };
	const inOrder = <T>(_channelId: string, _ownerId: string, task: (signal: AbortSignal) => Promise<T>) => {
		line.beforeTask();
		const done = task(stopped.signal);
		tasks.push(done);
		return done;
	};
	const closing = new AbortController();
	const options = { replies: { inOrder }, freshMs: 2 * minuteMs, catchUpMs: 10 * minuteMs, signal: closing.signal };
	const part = (number: number, change: Partial<OutgoingMessage> = {}, isLast = false) => {
		const message: OutgoingMessage = {
			channelId: '300',
			text: `part ${number}`,
			replyToId: null,
			nonce: `nonce-${number}`,
			notifiableUserIds: [],
			...change,
		};
		return { turnId, variant: 0, part: number, message, isLast };
	};
	return {
		channel,
		clock,
		dead,
		turnId,
		personaId: persona.id,
		triggerMessageId,
		part,
		log,
		/** What happens while it waits for its channel. */
		line,
		stop: () => stopped.abort('stopped'),
		/** Looks once, and no further. */
		async recover() {
			await recoverTurns(options, ports);
			await Promise.allSettled(tasks);
		},
		close: () => closing.abort(),
		row: () => rowOf(db, turnId),
	};
}

async function rowOf(db: TestDatabase['db'], turnId: TurnId) {
	const [row] = await db.select().from(turns).where(eq(turns.id, turnId));
	const outgoing = await db.select().from(outgoingParts);
	return { state: row?.state, owner: row?.owner, outgoing: outgoing.length };
}

/** The row of a turn that is closed. */
export const closedAs = (state: TurnState) => ({ state, owner: null, outgoing: 0 });
/** What people are told. */
export const cutNote = 'The reply was cut off.';
export const lostNote = 'I was interrupted before I could answer. Please ask again.';
/** What was posted. */
export const texts = (posts: readonly OutgoingMessage[]): readonly string[] => posts.map(({ text }) => text);
