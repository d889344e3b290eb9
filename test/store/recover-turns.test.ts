/** What becomes of turns that a process left open when it died. */
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
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
import type { OutgoingMessage, PostedMessage } from '#domain/reply';
import type { TriggerCause } from '#domain/turn';
import { TURN_LEASE_MS, type TurnState } from '#domain/turn-state';
import { err, ok } from '#lib/result';
import type { ReadRequest } from '#ports/chat-surface';
import { chatMessage, person } from '../support/chat-message.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { describeStores, type TestDatabase } from '../support/store-for-test.ts';
import { recordingLog } from '../support/store-log.ts';
import { personaDraft, seedRows } from '../support/store-rows.ts';

const minuteMs = 60_000;
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

	surface() {
		return {
			mayPost: () => true,
			threadFrom: () => null,
			react: async () => {},
			edit: async () => ok(undefined),
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

interface Left {
	readonly cause?: TriggerCause;
	readonly ageMs?: number;
	readonly state?: TurnState;
}

/** A turn of a process that is gone, and what the next one finds. */
async function leaveTurn(
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

const closedAs = (state: TurnState) => ({ state, owner: null, outgoing: 0 });
const cutNote = 'The reply was cut off.';
const lostNote = 'I was interrupted before I could answer. Please ask again.';
const texts = (posts: readonly OutgoingMessage[]): readonly string[] => posts.map(({ text }) => text);

describeStores('a turn that was left open', (store) => {
	test('is posted to its last known part under the same nonce, with one note that it is cut', async () => {
		const left = await leaveTurn(store());
		await left.dead.openTurns.beginPart(left.part(0));
		const { id: messageId } = left.channel.put('part 0');
		await left.dead.turns.recordPart({
			turnId: left.turnId,
			personaId: left.personaId,
			messageId,
			part: 0,
			variant: 0,
		});
		await left.dead.openTurns.beginPart(left.part(1));
		await left.recover();
		expect(texts(left.channel.posts)).toEqual(['part 1', cutNote]);
		expect(left.channel.posts[0]?.nonce).toBe('nonce-1');
		expect(await left.row()).toEqual(closedAs('failed'));
		await left.recover();
		expect(left.channel.posts).toHaveLength(2);
		left.close();
	});

	test('is found in the channel where its part arrived and nobody knew, a webhook’s too', async () => {
		const left = await leaveTurn(store());
		await left.dead.openTurns.beginPart(left.part(0, { identity: { name: 'Mio', avatarUrl: null } }, true));
		const mio = { id: '70', kind: 'webhook', displayName: 'Mio', username: 'Mio' } as const;
		left.channel.put('part 0', {
			author: { ...mio, id: '71' },
			webhook: { id: '71', applicationId: '2', isOurs: false },
		});
		const { id } = left.channel.put('part 0', { author: mio, webhook: { id: '70', applicationId: '1', isOurs: true } });
		await left.recover();
		expect(left.channel.posts).toEqual([]);
		expect(await left.row()).toEqual(closedAs('done'));
		expect((await left.dead.replies.findReply(left.turnId))?.messages).toEqual([
			{ id, channelId: '300', webhookId: '70' },
		]);
		left.close();
	});

	test('does not take another message with the same words for the lost one', async () => {
		const left = await leaveTurn(store());
		await left.dead.openTurns.beginPart(left.part(0, { text: 'Ha.' }));
		const { id: messageId } = left.channel.put('Ha.');
		await left.dead.turns.recordPart({
			turnId: left.turnId,
			personaId: left.personaId,
			messageId,
			part: 0,
			variant: 0,
		});
		await left.dead.openTurns.beginPart(left.part(1, { text: 'Ha.' }, true));
		await left.recover();
		expect(texts(left.channel.posts)).toEqual(['Ha.']);
		expect(await left.row()).toEqual(closedAs('done'));
		left.close();
	});

	test('whose last part is known to be there is whole, without a word', async () => {
		const left = await leaveTurn(store());
		await left.dead.openTurns.beginPart(left.part(0, {}, true));
		const { id: messageId } = left.channel.put('part 0');
		await left.dead.turns.recordPart({
			turnId: left.turnId,
			personaId: left.personaId,
			messageId,
			part: 0,
			variant: 0,
		});
		await left.recover();
		expect(left.channel.posts).toEqual([]);
		expect(await left.row()).toEqual(closedAs('done'));
		left.close();
	});

	test.each([
		['through a webhook', { identity: { name: 'Mio', avatarUrl: null } }, 0],
		['after its nonce is forgotten', {}, 5 * minuteMs],
	])('S057 is not posted again %s where nobody can look for it', async (_name, change, partAgeMs) => {
		const left = await leaveTurn(store());
		await left.dead.openTurns.beginPart(left.part(0, change));
		const past = sql`now() - ${partAgeMs}::integer * interval '1 millisecond'`;
		await store().db.update(outgoingParts).set({ createdAt: past });
		left.channel.isReadable = false;
		await left.recover();
		expect(texts(left.channel.posts)).toEqual([lostNote]);
		expect(await left.row()).toEqual(closedAs('failed'));
		left.close();
	});

	test('S056 whose part was deleted before anybody knew of it counts as having had it', async () => {
		const left = await leaveTurn(store());
		await left.dead.openTurns.beginPart(left.part(0));
		await left.dead.openTurns.beginPart(left.part(1, {}, true));
		left.channel.removedNonces.add('nonce-0');
		await left.recover();
		expect(texts(left.channel.posts)).toEqual(['part 1']);
		expect(await left.row()).toEqual(closedAs('done'));
		left.close();
	});

	test('is left open while Discord is away, and finished at the next look', async () => {
		const left = await leaveTurn(store());
		await left.dead.openTurns.beginPart(left.part(0, {}, true));
		left.channel.failure = { code: 'discord-unreachable' };
		await left.recover();
		expect(await left.row()).toEqual({ state: 'delivering', owner: null, outgoing: 1 });
		left.channel.failure = null;
		left.clock.advance(TURN_LEASE_MS);
		await expect.poll(left.row).toEqual(closedAs('done'));
		expect(texts(left.channel.posts)).toEqual(['part 0']);
		left.close();
	});

	test.each<[string, Left, readonly string[]]>([
		['asked on purpose, some minutes ago', {}, [lostNote]],
		['asked on purpose, while it was written', { state: 'generating' }, [lostNote]],
		['asked by a command, whose wishes are gone', { cause: 'command', ageMs: 0 }, [lostNote]],
		['called by a word in passing', { cause: 'trigger-word' }, []],
		['called by another persona', { cause: 'persona', ageMs: 0 }, []],
		['asked longer ago than is caught up', { ageMs: 11 * minuteMs }, []],
	])('%s is closed with at most one note', async (_name, change, posts) => {
		const left = await leaveTurn(store(), change);
		await left.recover();
		expect(texts(left.channel.posts)).toEqual(posts);
		expect(await left.row()).toEqual(closedAs('failed'));
		left.close();
	});

	test('whose person was told before the crash what went wrong is told nothing more, however fresh it is', async () => {
		const left = await leaveTurn(store(), { state: 'generating', ageMs: 0 });
		const { triggerMessageId: messageId } = left;
		const reply = { messageId, channelId: '300', state: 'unknown', target: null } as const;
		left.channel.put('', { noticeKind: 'notice', reply });
		await left.recover();
		expect(left.channel.posts).toEqual([]);
		expect(await left.row()).toEqual(closedAs('failed'));
		left.close();
	});

	test('whose messages were being taken back for another attempt loses the rest of them', async () => {
		const left = await leaveTurn(store());
		await left.dead.openTurns.beginPart(left.part(0));
		const { id: messageId } = left.channel.put('part 0');
		await left.dead.turns.recordPart({
			turnId: left.turnId,
			personaId: left.personaId,
			messageId,
			part: 0,
			variant: 0,
		});
		await left.dead.turns.setTurnState(left.turnId, 'generating');
		await left.recover();
		expect(left.channel.removed).toEqual([messageId]);
		expect(texts(left.channel.posts)).toEqual([lostNote]);
		expect(await left.row()).toEqual(closedAs('failed'));
		expect(await left.dead.replies.findReply(left.turnId)).toBeNull();
		left.close();
	});

	test('whose trigger is gone is dropped', async () => {
		const left = await leaveTurn(store(), { ageMs: 0 });
		left.channel.put('hello', { author: person('200', 'Ellen') });
		await left.recover();
		expect(left.channel.posts).toEqual([]);
		expect(await left.row()).toEqual(closedAs('dropped'));
		left.close();
	});

	test('whose reply stands there while the database knows nothing of it is not answered again', async () => {
		const left = await leaveTurn(store(), { state: 'generating', ageMs: 1_000 });
		left.channel.put('hello', { id: left.triggerMessageId, author: person('200', 'Ellen') });
		left.channel.put('A whole reply.');
		await left.recover();
		expect(texts(left.channel.posts)).toEqual([cutNote]);
		expect(await left.row()).toEqual(closedAs('failed'));
		left.close();
	});

	test('is not taken for one whose trigger is gone where that cannot be read', async () => {
		const left = await leaveTurn(store(), { ageMs: 1_000 });
		left.channel.failureBefore = { code: 'discord-unreachable' };
		await left.recover();
		expect(await left.row()).toEqual({ state: 'claimed', owner: null, outgoing: 0 });
		left.channel.failureBefore = { code: 'discord-forbidden' };
		left.clock.advance(TURN_LEASE_MS);
		await expect.poll(left.row).toEqual(closedAs('failed'));
		expect(texts(left.channel.posts)).toEqual([lostNote]);
		left.close();
	});

	test('that waits for its channel until its nonce is forgotten is not posted where nobody can look for it', async () => {
		const left = await leaveTurn(store(), { ageMs: 1_000 });
		await left.dead.openTurns.beginPart(left.part(0, {}, true));
		left.channel.isReadable = false;
		left.line.beforeTask = () => left.clock.advance(2 * minuteMs);
		await left.recover();
		expect(texts(left.channel.posts)).toEqual([lostNote]);
		left.close();
	});

	test('that somebody stops is not taken up again', async () => {
		const left = await leaveTurn(store(), { ageMs: 1_000 });
		left.channel.put('hello', { id: left.triggerMessageId, author: person('200', 'Ellen') });
		left.line.beforeTask = left.stop;
		await left.recover();
		expect(await left.row()).toEqual(closedAs('dropped'));
		expect(left.channel.posts).toEqual([]);
		left.close();
	});

	test('does not post a message below a later one, whoever has deleted it', async () => {
		const left = await leaveTurn(store());
		await left.dead.openTurns.beginPart(left.part(0));
		await left.dead.openTurns.beginPart(left.part(1, {}, true));
		const { id: messageId } = left.channel.put('part 1');
		const { turnId, personaId } = left;
		await left.dead.turns.recordPart({ turnId, personaId, messageId, part: 1, variant: 0 });
		await left.recover();
		expect(left.channel.posts).toEqual([]);
		expect(await left.row()).toEqual(closedAs('done'));
		left.close();
	});

	test('posts nothing behind a message that cannot be had', async () => {
		const left = await leaveTurn(store());
		await left.dead.openTurns.beginPart(left.part(0, { identity: { name: 'Mio', avatarUrl: null } }));
		await left.dead.openTurns.beginPart(left.part(1, {}, true));
		left.channel.isReadable = false;
		await left.recover();
		expect(texts(left.channel.posts)).toEqual([lostNote]);
		left.close();
	});

	test.each([
		[700, []],
		[2_500, [cutNote]],
	])(
		'is looked for among %i messages that were written since, and not posted where some were not seen',
		async (count, posts) => {
			const left = await leaveTurn(store());
			await left.dead.openTurns.beginPart(left.part(0, { identity: { name: 'Mio', avatarUrl: null } }, true));
			const bo = { author: person('201', 'Bo') };
			for (let index = 0; index < count; index += 1) {
				if (index * 2 === count) left.channel.put('part 0');
				left.channel.put('chatter', bo);
			}
			await left.recover();
			expect(texts(left.channel.posts).map((text) => (text === lostNote ? cutNote : text))).toEqual(posts);
			left.close();
		},
	);

	test('whose messages were being taken back loses also the one that nobody reported', async () => {
		const left = await leaveTurn(store());
		await left.dead.openTurns.beginPart(left.part(0));
		const { id } = left.channel.put('part 0');
		await left.dead.turns.setTurnState(left.turnId, 'generating');
		await left.recover();
		expect(left.channel.removed).toEqual([id]);
		expect(await left.row()).toEqual(closedAs('failed'));
		left.close();
	});

	test('does not stay open for good where Discord never answers', async () => {
		const left = await leaveTurn(store(), { ageMs: 71 * minuteMs });
		await left.dead.openTurns.beginPart(left.part(0, {}, true));
		left.channel.failure = { code: 'discord-unreachable' };
		await left.recover();
		expect(await left.row()).toEqual(closedAs('failed'));
		left.close();
	});
});
