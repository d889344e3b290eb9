/** What was said in the last hours. */
import { expect, test } from 'vitest';
import type { Database } from '#adapters/postgres/database';
import { createPeopleStore } from '#adapters/postgres/people-store';
import { createPersonalDataStore } from '#adapters/postgres/personal-data-store';
import { shortTermMemories } from '#adapters/postgres/schema/memories';
import { createShortTermStore } from '#adapters/postgres/short-term-store';
import { createWorkspaceStore } from '#adapters/postgres/workspace-store';
import type { LineageId, Snowflake } from '#domain/ids';
import type { ShortTermLine } from '#domain/memory';
import { describeStores } from '../support/store-for-test.ts';
import { seedRows } from '../support/store-rows.ts';

const hourMs = 3_600_000;
const startMs = Date.UTC(2026, 6, 1);

function line(id: Snowflake, text: string, authorId: Snowflake | null = '200'): ShortTermLine {
	return { messageIds: [id], authorId, speaker: authorId === null ? 'Tomori' : 'Ellen', text, atMs: startMs };
}

async function seeded(db: Database) {
	const { workspace, persona, userId } = await seedRows(db);
	const store = createShortTermStore(db);
	const place = { serverId: workspace.id, lineageId: persona.lineageId, channelId: '20' };
	const save = (
		channelId: Snowflake,
		lines: readonly ShortTermLine[],
		at: { isPrivate?: boolean; nowMs?: number } = {},
	) =>
		store.saveLines({ ...place, channelId }, { lines, isPrivate: at.isPrivate ?? false, nowMs: at.nowMs ?? startMs });
	const texts = async (nowMs = startMs, from: Partial<typeof place> = {}) => {
		const { records } = await store.findShortTerm({ ...place, ...from }, nowMs);
		return records.map(({ channelId, lines }) => [channelId, ...lines.map(({ text }) => text)]);
	};
	return { workspace, userId, store, place, save, texts };
}

describeStores('short-term store', (database) => {
	test('lines come back as they were noted, and the next ones take their place', async () => {
		const { store, place, save, texts } = await seeded(database().db);
		expect(await store.findShortTerm(place, startMs)).toEqual({ records: [], depth: null });
		await save('20', [line('1', 'old')]);
		await save('20', [line('1', 'hi\0 \ud800'), line('2', 'hey', null)], { nowMs: startMs + 5 });
		const { records } = await store.findShortTerm(place, startMs);
		expect(records).toMatchObject([
			{
				channelId: '20',
				kind: 'lines',
				content: '',
				lines: [line('1', 'hi \ufffd'), line('2', 'hey', null)],
				updatedAtMs: startMs + 5,
			},
		]);
		await save('20', []);
		expect(await texts()).toEqual([]);
	});

	test('they run out after 12 hours, and what has run out is dropped by the next note', async () => {
		const { save, texts } = await seeded(database().db);
		await save('20', [line('1', 'hi')]);
		expect(await texts(startMs + 12 * hourMs - 1)).toEqual([['20', 'hi']]);
		expect(await texts(startMs + 12 * hourMs)).toEqual([]);
		await save('21', [line('2', 'later')], { nowMs: startMs + 12 * hourMs });
		expect(await database().db.$count(shortTermMemories)).toBe(1);
	});

	test('a channel is found from others of its server and lineage unless it is private; the newest comes first', async () => {
		const { save, texts, store, place } = await seeded(database().db);
		await save('20', [line('1', 'here')]);
		await save('21', [line('2', 'beside')], { nowMs: startMs + 2 });
		await save('22', [line('3', 'closed')], { isPrivate: true, nowMs: startMs + 3 });
		await save('23', [line('4', 'newest')], { nowMs: startMs + 4 });
		const lineageId = (place.lineageId + 1_000) as LineageId;
		await store.saveLines(
			{ ...place, lineageId },
			{ lines: [line('5', 'of another')], isPrivate: false, nowMs: startMs },
		);
		expect(await texts()).toEqual([
			['20', 'here'],
			['23', 'newest'],
			['21', 'beside'],
		]);
		expect(await texts(startMs, { channelId: '22' })).toContainEqual(['22', 'closed']);
		expect(await texts(startMs, { lineageId, channelId: '21' })).toEqual([['20', 'of another']]);
		await save('21', [line('2', 'beside')], { isPrivate: true });
		expect(await texts()).not.toContainEqual(['21', 'beside']);
	});

	test('a line changes with its messages in every lineage, or goes with them', async () => {
		const { save, texts, store, place } = await seeded(database().db);
		const lineageId = (place.lineageId + 1_000) as LineageId;
		const both = [line('1', 'hi'), { ...line('2', 'hey', null), messageIds: ['2', '3'] }, line('4', 'and?')];
		await save('20', both);
		await store.saveLines({ ...place, lineageId }, { lines: both, isPrivate: false, nowMs: startMs });
		await store.changeLine('20', { messageIds: ['3', '9'], now: { messageIds: ['9'], text: 'hello' } });
		for (const from of [place, { ...place, lineageId }])
			expect(await texts(startMs, from)).toEqual([['20', 'hi', 'hello', 'and?']]);
		await store.changeLine('20', { messageIds: ['77'], now: { messageIds: ['77'], text: 'never said' } });
		await store.changeLine('21', { messageIds: ['1'], now: null });
		await store.changeLine('20', { messageIds: ['9'], now: null });
		expect(await texts()).toEqual([['20', 'hi', 'and?']]);
		for (const id of ['1', '4']) await store.changeLine('20', { messageIds: [id], now: null });
		expect(await database().db.$count(shortTermMemories)).toBe(0);
	});

	test('people who keep out of every context are not in it, and those who go are forgotten', async () => {
		const { save, texts, userId } = await seeded(database().db);
		await createWorkspaceStore(database().db).ensureUser({ discordId: '201', displayName: 'Bo' });
		await save('20', [line('1', 'of Ellen'), line('2', 'of Bo', '201'), line('3', 'hey', null)]);
		await save('21', [line('4', 'of Ellen too')]);
		await createPeopleStore(database().db).setPrivacyLevel(userId, 2);
		expect(await texts()).toEqual([['20', 'of Bo', 'hey'], ['21']]);
		await createPeopleStore(database().db).setPrivacyLevel(userId, 1);
		await createPersonalDataStore(database().db).forgetPerson('200');
		expect(await texts()).toEqual([['20', 'of Bo', 'hey']]);
	});

	test('summaries stand beside lines, and both are cleared with their channel', async () => {
		const { save, texts, store, place, workspace } = await seeded(database().db);
		await save('20', [line('1', 'hi')]);
		await store.saveSummary(place, { content: 'They will meet.', isPrivate: false, nowMs: startMs });
		await store.saveSummary(place, { content: 'They met.\0', isPrivate: false, nowMs: startMs });
		await save('21', [line('2', 'beside')]);
		const { records } = await store.findShortTerm(place, startMs);
		expect(records.filter(({ kind }) => kind === 'summary')).toMatchObject([{ content: 'They met.', lines: [] }]);
		const lineageId = (place.lineageId + 1_000) as LineageId;
		expect(await store.clearShortTerm({ ...place, lineageId })).toBe(0);
		expect(await store.clearShortTerm({ serverId: workspace.id, channelId: '20' })).toBe(2);
		expect(await texts()).toEqual([['21', 'beside']]);
	});

	test('a summary runs out after 24 hours, and one of a private channel is found only there', async () => {
		const { store, place } = await seeded(database().db);
		const found = async (nowMs: number, channelId = '20') =>
			(await store.findShortTerm({ ...place, channelId }, nowMs)).records.map(({ content }) => content);
		const noted = { content: 'They met.', isPrivate: false, nowMs: startMs };
		await store.saveSummary(place, noted);
		expect(await found(startMs + 24 * hourMs - 1)).toEqual(['They met.']);
		expect(await found(startMs + 24 * hourMs)).toEqual([]);
		expect(await found(startMs, '21')).toEqual(['They met.']);
		await store.saveSummary(place, { ...noted, isPrivate: true });
		expect([await found(startMs, '21'), await found(startMs)]).toEqual([[], ['They met.']]);
	});

	test('where it stands is kept for the server', async () => {
		const { store, place, workspace } = await seeded(database().db);
		for (const depth of [3, 0, null]) {
			await store.setDepth(workspace.id, depth);
			expect((await store.findShortTerm(place, startMs)).depth).toBe(depth);
		}
	});
});
