/** Turns on their way to an end: their states, whose they are, and what is about to be posted. */
import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSecretBox } from '#adapters/crypto/secret-box';
import { createOpenTurnStore } from '#adapters/postgres/open-turn-store';
import { outgoingParts } from '#adapters/postgres/schema/leases';
import { turns } from '#adapters/postgres/schema/turns';
import { createTurnStore } from '#adapters/postgres/turn-store';
import type { TurnId } from '#domain/ids';
import { isOpenState, mayFollow, TURN_STATES, type TurnState } from '#domain/turn-state';
import type { OutgoingPart } from '#ports/open-turn-store';
import { describeStores, type TestDatabase } from '../support/store-for-test.ts';
import { recordingLog } from '../support/store-log.ts';
import { seedRows } from '../support/store-rows.ts';

function boxOf(secret: string) {
	const box = createSecretBox({ secrets: new Map([[1, secret]]), currentVersion: null });
	if (!box.ok) throw new Error(box.error);
	return box.value;
}

interface ProcessOptions {
	readonly isSole?: boolean;
	readonly secret?: string;
}

/** The stores of one of several processes. */
function processOf(
	{ db }: TestDatabase,
	owner: string,
	{ isSole = false, secret = 'one secret' }: ProcessOptions = {},
) {
	const secretBox = boxOf(secret);
	const openTurns = createOpenTurnStore({ db, secretBox, log: recordingLog(), owner, isSole });
	return { turnStore: createTurnStore(db, owner), openTurns };
}

async function claimed(database: TestDatabase, triggerMessageId: string, owner = 'one') {
	const { workspace, persona, userId } = await seedRows(database.db);
	const { turnStore } = processOf(database, owner);
	const claim = { serverId: workspace.id, channelId: '300', personaId: persona.id, userId, cause: 'mention' } as const;
	const turnId = await turnStore.claimTurn({ ...claim, triggerMessageId, lineIds: [triggerMessageId] });
	if (turnId === null) throw new Error('the claim should have won');
	return { turnId, personaId: persona.id };
}

function partOf(turnId: TurnId, part = 0, isLast = false): OutgoingPart {
	const message = {
		channelId: '300',
		text: `private words ${part}`,
		replyToId: '1',
		nonce: `nonce-${part}`,
		notifiableUserIds: [],
	};
	return { turnId, variant: 0, part, message, isLast };
}

async function endLeases({ db }: TestDatabase): Promise<void> {
	await db.update(turns).set({ leaseExpiresAt: sql`now() - interval '1 second'` });
}

async function stateOf({ db }: TestDatabase, turnId: TurnId): Promise<TurnState | undefined> {
	const [row] = await db.select().from(turns).where(eq(turns.id, turnId));
	return row?.state;
}

describeStores('open turns', (store) => {
	test('every walk through the states goes where the rules say, and nowhere else', async () => {
		const { turnId } = await claimed(store(), '1');
		const { turnStore } = processOf(store(), 'one');
		let state: TurnState = 'claimed';
		await fc.assert(
			fc.asyncProperty(fc.array(fc.constantFrom(...TURN_STATES), { maxLength: 12 }), async (wishes) => {
				for (const wish of wishes) {
					expect(await turnStore.setTurnState(turnId, wish)).toBe(mayFollow(state, wish));
					if (mayFollow(state, wish)) state = wish;
					const [row] = await store().db.select().from(turns).where(eq(turns.id, turnId));
					expect(row).toMatchObject({ state, owner: isOpenState(state) ? 'one' : null });
				}
			}),
			{ numRuns: 40 },
		);
	});

	test('what is about to be posted is kept encrypted until the turn is closed', async () => {
		const { turnId } = await claimed(store(), '1');
		const { turnStore, openTurns } = processOf(store(), 'one');
		expect(await openTurns.beginPart(partOf(turnId))).toBe(true);
		expect(await stateOf(store(), turnId)).toBe('delivering');
		const [row] = await store().db.select().from(outgoingParts);
		expect(Buffer.from(row?.ciphertext ?? []).includes('private words')).toBe(false);
		expect(row).toMatchObject({ nonce: 'nonce-0', part: 0 });
		await turnStore.setTurnState(turnId, 'done');
		expect(await store().db.select().from(outgoingParts)).toEqual([]);
	});

	test('a turn is left to its process until its lease runs out, and then goes to one of those that want it', async () => {
		const { turnId } = await claimed(store(), '1');
		const others = ['two', 'three', 'four'].map((owner) => processOf(store(), owner).openTurns);
		const query = { heldIds: [], limit: 10 };
		for (const other of others) expect(await other.takeOver(query)).toEqual([]);
		await endLeases(store());
		const taken = (await Promise.all(others.map((other) => other.takeOver(query)))).flat();
		expect(taken.map((turn) => turn.turnId)).toEqual([turnId]);
	});

	test('a process that lost its turn neither posts nor closes it, and is told so', async () => {
		const { turnId } = await claimed(store(), '1');
		const one = processOf(store(), 'one');
		const two = processOf(store(), 'two');
		expect(await one.openTurns.renewLeases([turnId])).toEqual([]);
		await endLeases(store());
		await two.openTurns.takeOver({ heldIds: [], limit: 10 });
		expect(await one.openTurns.beginPart(partOf(turnId))).toBe(false);
		expect(await one.turnStore.setTurnState(turnId, 'failed')).toBe(false);
		expect(await one.openTurns.resumeTurn(turnId)).toBeNull();
		expect(await one.openTurns.renewLeases([turnId])).toEqual([turnId]);
		expect(await store().db.select().from(outgoingParts)).toEqual([]);
		expect(await two.openTurns.resumeTurn(turnId)).toBe(1);
	});

	test('a process that comes back after another one has ended its turn posts nothing, unless a reply is to go on', async () => {
		const { turnId } = await claimed(store(), '1');
		const one = processOf(store(), 'one');
		const two = processOf(store(), 'two');
		await endLeases(store());
		await two.openTurns.takeOver({ heldIds: [], limit: 10 });
		for (const state of ['done', 'failed', 'dropped'] as const) {
			await store().db.update(turns).set({ state: 'delivering', owner: 'two' });
			expect(await two.turnStore.setTurnState(turnId, state)).toBe(true);
			expect(await one.openTurns.beginPart(partOf(turnId))).toBe(false);
			expect(await stateOf(store(), turnId)).toBe(state);
		}
		await store().db.update(turns).set({ state: 'done' });
		expect(await store().db.select().from(outgoingParts)).toEqual([]);
		expect(await one.openTurns.beginPart(partOf(turnId), { reopens: true })).toBe(true);
		expect(await two.openTurns.beginPart(partOf(turnId), { reopens: true })).toBe(false);
		expect(await one.openTurns.beginPart(partOf(turnId, 1))).toBe(true);
	});

	test('whoever holds a turn that is gone is told so', async () => {
		const { turnId } = await claimed(store(), '1');
		const one = processOf(store(), 'one');
		await one.turnStore.setTurnState(turnId, 'done');
		expect(await one.openTurns.renewLeases([turnId])).toEqual([]);
		await store().db.delete(turns);
		expect(await one.openTurns.renewLeases([turnId])).toEqual([turnId]);
		expect(await one.openTurns.beginPart(partOf(turnId), { reopens: true })).toBe(false);
	});

	test('where no other process can be, turns of others are taken at once, but not those that are held', async () => {
		const { turnId } = await claimed(store(), '1');
		const next = processOf(store(), 'next', { isSole: true }).openTurns;
		expect(await next.takeOver({ heldIds: [turnId], limit: 10 })).toEqual([]);
		const taken = await next.takeOver({ heldIds: [], limit: 10 });
		expect(taken.map((turn) => turn.turnId)).toEqual([turnId]);
		expect(await next.takeOver({ heldIds: [], limit: 10 })).toEqual([]);
		await next.releaseTurn(turnId);
		expect(await next.takeOver({ heldIds: [], limit: 10 })).toHaveLength(1);
	});

	test('a turn comes with everything that is known of it; closed ones do not come', async () => {
		const { turnId, personaId } = await claimed(store(), '7');
		const one = processOf(store(), 'one');
		await one.openTurns.beginPart(partOf(turnId, 0));
		await one.turnStore.recordPart({ turnId, personaId, messageId: '900', part: 0, variant: 0 });
		await one.openTurns.beginPart(partOf(turnId, 1, true));
		const [turn] = await processOf(store(), 'two', { isSole: true }).openTurns.takeOver({ heldIds: [], limit: 10 });
		expect(turn).toMatchObject({
			turnId,
			state: 'delivering',
			cause: 'mention',
			triggerMessageId: '7',
			lineIds: ['7'],
		});
		expect(turn?.recorded).toEqual([{ messageId: '900', variant: 0, part: 0, webhookId: null }]);
		expect(turn?.stored.map(({ outgoing }) => outgoing)).toEqual([partOf(turnId, 0), partOf(turnId, 1, true)]);
		expect(turn?.ageMs).toBeGreaterThanOrEqual(0);
		const again = processOf(store(), 'three', { isSole: true, secret: 'another secret' }).openTurns;
		const [unreadable] = await again.takeOver({ heldIds: [], limit: 10 });
		expect(unreadable?.stored.map(({ outgoing }) => outgoing)).toEqual([null, null]);
		await processOf(store(), 'three').turnStore.setTurnState(turnId, 'failed');
		expect(await again.takeOver({ heldIds: [], limit: 10 })).toEqual([]);
	});

	test('a turn with a message of its reply is not begun again, and each beginning is a further run', async () => {
		const { turnId, personaId } = await claimed(store(), '1');
		const { turnStore, openTurns } = processOf(store(), 'one');
		expect(await openTurns.resumeTurn(turnId)).toBe(1);
		await turnStore.setTurnState(turnId, 'generating');
		expect(await openTurns.resumeTurn(turnId)).toBe(2);
		await turnStore.recordPart({ turnId, personaId, messageId: '900', part: 0, variant: 0 });
		expect(await openTurns.resumeTurn(turnId)).toBeNull();
		await openTurns.beginPart(partOf(turnId));
		await turnStore.removeParts(['900']);
		expect(await store().db.select().from(outgoingParts)).toEqual([]);
		expect(await openTurns.resumeTurn(turnId)).toBeNull();
	});
});
