/** Notices, counters and the installation's state. */
import { expect, test } from 'vitest';
import { createAppStateStore } from '#adapters/postgres/app-state-store';
import { createNoticeStore } from '#adapters/postgres/notice-store';
import { statCounters } from '#adapters/postgres/schema/stats';
import { createStatStore } from '#adapters/postgres/stat-store';
import { describeStores } from '../support/store-for-test.ts';
import { seedRows } from '../support/store-rows.ts';

describeStores('notice store', (store) => {
	test('only marked messages are found, with their kind and payload', async () => {
		const noticeStore = createNoticeStore(store().db);
		const mark = {
			messageId: '1',
			kind: 'notice',
			payload: { failure: 'no-key', 'odd\0key': ['\0x', { y: '\udc00' }] },
		};
		await noticeStore.recordNotice(mark);
		expect(await noticeStore.findNotices(['0', '1', '2'])).toEqual([
			{ messageId: '1', kind: 'notice', payload: { failure: 'no-key', oddkey: ['x', { y: '\ufffd' }] } },
		]);
		expect(await noticeStore.findNotices([])).toEqual([]);
	});

	test('a mark that is recorded again replaces the former one', async () => {
		const noticeStore = createNoticeStore(store().db);
		await noticeStore.recordNotice({ messageId: '1', kind: 'notice', payload: {} });
		await noticeStore.recordNotice({ messageId: '1', kind: 'refresh', payload: { by: 1 } });
		expect(await noticeStore.findNotices(['1'])).toEqual([{ messageId: '1', kind: 'refresh', payload: { by: 1 } }]);
	});
});

describeStores('stat store', (store) => {
	test('counts of one UTC day add up, and the next day begins a row of its own', async () => {
		const { workspace, persona, userId } = await seedRows(store().db);
		const statStore = createStatStore(store().db);
		const lastMomentMs = Date.UTC(2026, 0, 31, 23, 59, 59, 999);
		const tick = {
			serverId: workspace.id,
			userId,
			lineageId: persona.lineageId,
			metric: 'message_sent',
			count: 2,
			atMs: lastMomentMs,
		} as const;
		await Promise.all(Array.from({ length: 10 }, () => statStore.addStat(tick)));
		await statStore.addStat({ ...tick, count: 5, atMs: lastMomentMs - 1000 });
		await statStore.addStat({ ...tick, atMs: lastMomentMs + 1 });
		await statStore.addStat({ ...tick, metric: 'reply_sent' });
		const rows = await store().db.select().from(statCounters);
		const seen = rows.map((row) => `${row.metric} ${row.bucket} ${row.count} ${row.lastAt.toISOString()}`).sort();
		expect(seen).toEqual([
			'message_sent 2026-01-31 25 2026-01-31T23:59:59.999Z',
			'message_sent 2026-02-01 2 2026-02-01T00:00:00.000Z',
			'reply_sent 2026-01-31 2 2026-01-31T23:59:59.999Z',
		]);
	});
});

describeStores('app state store', (store) => {
	test('a value is null until it is written, and then the last one written', async () => {
		const appState = createAppStateStore(store().db);
		expect(await appState.readState('commands')).toBeNull();
		await appState.writeState('commands', 'a');
		await appState.writeState('commands', 'b');
		await appState.writeState('other', 'c');
		expect(await appState.readState('commands')).toBe('b');
	});
});
