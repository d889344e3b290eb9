/** Turns stay with the process that works on them. */
import { expect, test } from 'vitest';
import { TurnLeases } from '#app/chat/turn-leases';
import type { TurnId } from '#domain/ids';
import { StoreUnavailableError } from '#domain/store-unavailable-error';
import { TURN_LEASE_MS } from '#domain/turn-state';
import { ManualClock } from '../support/manual-clock.ts';
import { recordingLog } from '../support/store-log.ts';

const one = 1 as TurnId;
const two = 2 as TurnId;

function openLeases(answer: () => readonly TurnId[] = () => []) {
	const clock = new ManualClock();
	const renewed: (readonly TurnId[])[] = [];
	const renewLeases = async (ids: readonly TurnId[]) => {
		renewed.push(ids);
		return answer();
	};
	return { clock, renewed, leases: new TurnLeases({ openTurns: { renewLeases }, clock, log: recordingLog() }) };
}

async function pass(clock: ManualClock, ms: number): Promise<void> {
	for (let passed = 0; passed < ms; passed += 1_000) {
		clock.advance(1_000);
		await Promise.resolve();
		await Promise.resolve();
		await Promise.resolve();
	}
}

test('all that are held are renewed together, well before they run out, and nothing waits when none is', async () => {
	const { clock, renewed, leases } = openLeases();
	const letGo = [leases.hold(one, () => {}), leases.hold(two, () => {}), leases.hold(two, () => {})];
	await pass(clock, TURN_LEASE_MS);
	expect(renewed.length).toBeGreaterThanOrEqual(2);
	expect(renewed[0]).toEqual([one, two]);
	letGo[1]?.();
	expect(leases.heldIds).toEqual([one, two]);
	for (const each of letGo) each();
	expect(leases.heldIds).toEqual([]);
	expect(clock.waiting).toBe(0);
});

test('whoever holds a turn that another process has taken is told', async () => {
	const { clock, leases } = openLeases(() => [two]);
	const lost: TurnId[] = [];
	leases.hold(one, () => lost.push(one));
	leases.hold(two, () => lost.push(two));
	await pass(clock, TURN_LEASE_MS / 2);
	expect(lost).toEqual([two]);
});

test('a database that is away is asked again', async () => {
	let isAway = true;
	const { clock, renewed, leases } = openLeases(() => {
		if (isAway) throw new StoreUnavailableError('renewLeases', 'connection');
		return [];
	});
	leases.hold(one, () => {});
	await pass(clock, TURN_LEASE_MS / 2);
	isAway = false;
	await pass(clock, TURN_LEASE_MS);
	expect(renewed.length).toBeGreaterThanOrEqual(3);
});

test('a renewal that never ends keeps none of the next ones, but they do not pile up', async () => {
	const clock = new ManualClock();
	let asked = 0;
	const renewLeases = (): Promise<readonly TurnId[]> => {
		asked += 1;
		return new Promise(() => {});
	};
	const leases = new TurnLeases({ openTurns: { renewLeases }, clock, log: recordingLog() });
	leases.hold(one, () => {});
	await pass(clock, TURN_LEASE_MS - 1_000);
	expect(asked).toBe(2);
	await pass(clock, 10 * TURN_LEASE_MS);
	expect(asked).toBe(3);
});
