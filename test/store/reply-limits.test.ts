/** Waits and counted replies: of turns that come at once no more get through than there is room for. */
import { expect, test } from 'vitest';
import { createReplyLimitStore } from '#adapters/postgres/reply-limit-store';
import { quotaCounters } from '#adapters/postgres/schema/rooms';
import { describeStores } from '../support/store-for-test.ts';
import { seedRows } from '../support/store-rows.ts';

const nowMs = Date.UTC(2026, 2, 1, 12);
const dayStartMs = Date.UTC(2026, 2, 1);
const dayMs = 86_400_000;

describeStores('cooldowns', (store) => {
	test('one of several turns at once begins the wait, and the others learn until when it lasts', async () => {
		const { workspace } = await seedRows(store().db);
		const limits = createReplyLimitStore(store().db);
		const start = { serverId: workspace.id, subject: 'channel:1', nowMs };
		const untils = Array.from({ length: 12 }, (_, index) => nowMs + 30_000 + index);
		const begun = await Promise.all(untils.map((untilMs) => limits.startCooldown({ ...start, untilMs })));
		const winner = begun.indexOf(null);
		expect(begun.filter((until) => until === null)).toHaveLength(1);
		expect(begun.filter((until) => until !== null)).toEqual(Array.from({ length: 11 }, () => untils[winner]));
		expect(await limits.cooldownUntil(start)).toBe(untils[winner]);
	});

	test('a wait is over at its end to the millisecond, and subjects and servers do not share theirs', async () => {
		const { workspace } = await seedRows(store().db);
		const limits = createReplyLimitStore(store().db);
		const key = { serverId: workspace.id, subject: 'user:1' };
		const untilMs = nowMs + 1_000;
		expect(await limits.startCooldown({ ...key, nowMs, untilMs })).toBeNull();
		expect(await limits.startCooldown({ ...key, nowMs: untilMs - 1, untilMs: untilMs + 9 })).toBe(untilMs);
		expect(await limits.startCooldown({ ...key, subject: 'user:2', nowMs, untilMs })).toBeNull();
		expect(await limits.cooldownUntil({ ...key, nowMs: untilMs })).toBeNull();
		expect(await limits.startCooldown({ ...key, nowMs: untilMs, untilMs: untilMs + 9 })).toBeNull();
	});

	test('giving a wait back frees it, but never one that began since', async () => {
		const { workspace } = await seedRows(store().db);
		const limits = createReplyLimitStore(store().db);
		const first = { serverId: workspace.id, subject: 'server', nowMs, untilMs: nowMs + 1_000 };
		const second = { ...first, nowMs: nowMs + 1_000, untilMs: nowMs + 2_000 };
		await limits.startCooldown(first);
		await limits.startCooldown(second);
		await limits.endCooldown(first);
		expect(await limits.cooldownUntil(second)).toBe(second.untilMs);
		await limits.endCooldown(second);
		expect(await limits.cooldownUntil(second)).toBeNull();
	});
});

describeStores('quotas', (store) => {
	test('twenty turns at once find room for as many as the narrowest of two limits has, and count no others', async () => {
		const { workspace } = await seedRows(store().db);
		const limits = createReplyLimitStore(store().db);
		const take = (userId: number) => ({
			serverId: workspace.id,
			dayStartMs,
			// The terms come in different orders, as they may from different places.
			terms: [
				{ subject: `user:${userId}`, limit: 4 },
				{ subject: 'server', limit: 7 },
			].toSorted(() => (userId === 1 ? 1 : -1)),
		});
		const asked = Array.from({ length: 20 }, (_, index) => limits.takeQuota(take((index % 2) + 1)));
		const taken = await Promise.all(asked);
		expect(taken.filter(({ kind }) => kind === 'taken')).toHaveLength(7);
		const rows = await store().db.select().from(quotaCounters);
		const used = new Map(rows.map((row) => [row.subject, row.replies]));
		expect(used.get('server')).toBe(7);
		expect((used.get('user:1') ?? 0) + (used.get('user:2') ?? 0)).toBe(7);
		expect(Math.max(used.get('user:1') ?? 0, used.get('user:2') ?? 0)).toBeLessThanOrEqual(4);
	});

	test('numbers come in the order of the terms, and who is refused learns by what', async () => {
		const { workspace } = await seedRows(store().db);
		const limits = createReplyLimitStore(store().db);
		const take = {
			serverId: workspace.id,
			dayStartMs,
			terms: [
				{ subject: 'user:1', limit: 2 },
				{ subject: 'channel:1', limit: 9 },
			],
		};
		await limits.takeQuota({ ...take, terms: [{ subject: 'channel:1', limit: 9 }] });
		expect(await limits.takeQuota(take)).toEqual({ kind: 'taken', used: [1, 2] });
		await limits.takeQuota(take);
		expect(await limits.takeQuota(take)).toEqual({ kind: 'exhausted', subject: 'user:1' });
		expect(await limits.quotaUsed({ ...take, subject: 'channel:1' })).toBe(3);
		expect(await limits.takeQuota({ ...take, terms: [{ subject: 'server', limit: 0 }] })).toMatchObject({
			kind: 'exhausted',
		});
	});

	test('a reply is given back once a day holds it, and another day begins from nothing', async () => {
		const { workspace } = await seedRows(store().db);
		const limits = createReplyLimitStore(store().db);
		const take = { serverId: workspace.id, dayStartMs, terms: [{ subject: 'user:1', limit: 1 }] };
		const nextDay = { ...take, dayStartMs: dayStartMs + dayMs };
		await limits.takeQuota(take);
		await limits.returnQuota(take);
		await limits.returnQuota(take);
		expect(await limits.quotaUsed({ ...take, subject: 'user:1' })).toBe(0);
		expect(await limits.takeQuota(take)).toEqual({ kind: 'taken', used: [1] });
		expect(await limits.takeQuota(take)).toMatchObject({ kind: 'exhausted' });
		expect(await limits.takeQuota(nextDay)).toEqual({ kind: 'taken', used: [1] });
		await limits.returnQuota(take);
		expect(await limits.quotaUsed({ ...nextDay, subject: 'user:1' })).toBe(1);
	});

	test('one of several warns of a counter, once a day', async () => {
		const { workspace } = await seedRows(store().db);
		const limits = createReplyLimitStore(store().db);
		const take = { serverId: workspace.id, dayStartMs, terms: [{ subject: 'user:1', limit: 5 }] };
		const day = { serverId: workspace.id, dayStartMs, subject: 'user:1', nowMs };
		expect(await limits.claimWarning(day)).toBe(false);
		await limits.takeQuota(take);
		const claims = await Promise.all(Array.from({ length: 8 }, () => limits.claimWarning(day)));
		expect(claims.filter((isFirst) => isFirst)).toHaveLength(1);
		await limits.takeQuota(take);
		expect(await limits.claimWarning(day)).toBe(false);
		await limits.takeQuota({ ...take, dayStartMs: dayStartMs + dayMs });
		expect(await limits.claimWarning({ ...day, dayStartMs: dayStartMs + dayMs })).toBe(true);
	});
});
