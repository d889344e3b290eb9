/** Whether a turn may be answered, with the stores and a clock that is moved by hand. */
import { expect, test } from 'vitest';
import { createStores } from '#adapters/postgres/create-stores';
import type { Database } from '#adapters/postgres/database';
import type { ChatPorts } from '#app/chat/chat-ports';
import { LimitMemory } from '#app/chat/limit-memory';
import { type AnswerAsk, mayAnswer, refusalNow } from '#app/chat/may-answer';
import { resolveSettings } from '#core/settings/resolve-settings';
import type { MemberStanding } from '#domain/access';
import { EMPTY_SETTINGS_ROW, type SettingsRow } from '#domain/settings';
import { StoreUnavailableError } from '#domain/store-unavailable-error';
import { chatMessage, person } from '../support/chat-message.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { describeStores } from '../support/store-for-test.ts';
import { seedRows } from '../support/store-rows.ts';

/** Half an hour before midnight in Berlin, in winter. */
const nowMs = Date.UTC(2026, 0, 15, 22, 30);
const minuteMs = 60_000;

interface Case {
	readonly settings?: Partial<SettingsRow>;
	readonly userId?: string;
	readonly channelId?: string;
	readonly guildId?: string | null;
	readonly cause?: AnswerAsk['request']['cause'];
	readonly id?: string;
}

async function openDesk(db: Database, change: Partial<ChatPorts['stores']['replyLimits']> = {}) {
	const { workspace, persona, userId } = await seedRows(db);
	const clock = new ManualClock(nowMs);
	const stores = createStores({ db } as Parameters<typeof createStores>[0]);
	const standings = new Map<string, MemberStanding>();
	const warnings: unknown[] = [];
	const ports = {
		stores: { ...stores, replyLimits: { ...stores.replyLimits, ...change } },
		clock,
		limitMemory: new LimitMemory(clock),
		directory: {
			parentOf: async (channelId: string) => (channelId.startsWith('9') ? '30' : null),
			standingOf: async (_guildId: string, id: string) => standings.get(id) ?? { roleIds: ['100'], mayManage: false },
		},
		log: { debug() {}, info() {}, warn: (facts: unknown) => warnings.push(facts), error() {} },
	} as unknown as ChatPorts;
	let ids = 1_000;
	const ask = (given: Case): AnswerAsk => {
		const { settings = {}, channelId = '30', guildId = '100', cause = 'mention' } = given;
		const trigger = chatMessage({
			id: given.id ?? `${ids++}`,
			author: person(given.userId ?? '11', 'Ellen'),
			channelId,
			guildId,
		});
		const scopes = { server: { ...EMPTY_SETTINGS_ROW, ...settings }, channel: null, persona: null, user: null };
		const place = { workspace, persona, userId, settings: resolveSettings(scopes), scopes };
		return { request: { cause, trigger }, place };
	};
	const askFor = async (given: Case) => await mayAnswer(ask(given), ports);
	/** Asks and has a reply posted, or says why not. */
	const answered = async (given: Case) => {
		const leave = await askFor(given);
		return leave.kind === 'refused' ? leave.refusal : await leave.permit.end(true);
	};
	return { workspace, persona, clock, standings, warnings, ports, ask, askFor, answered };
}

const PER_USER = { cooldownScope: 'user', cooldownSeconds: 60 } as const;

describeStores('cooldowns of turns', (store) => {
	test('hold a person apart until their time is over, and nobody else', async () => {
		const { answered, clock } = await openDesk(store().db);
		expect(await answered({ settings: PER_USER })).toEqual([]);
		clock.advance(minuteMs - 1);
		const refusal = { kind: 'cooldown', owner: 'user', untilMs: nowMs + minuteMs };
		expect(await answered({ settings: PER_USER })).toEqual(refusal);
		expect(await answered({ settings: PER_USER, userId: '12' })).toEqual([]);
		clock.advance(1);
		expect(await answered({ settings: PER_USER })).toEqual([]);
	});

	test('of a channel hold for its threads, of a server for all its channels', async () => {
		const { answered } = await openDesk(store().db);
		const ofChannel = { cooldownScope: 'channel', cooldownSeconds: 60 } as const;
		const ofServer = { cooldownScope: 'server', cooldownSeconds: 60 } as const;
		expect(await answered({ settings: ofChannel, channelId: '30' })).toEqual([]);
		expect(await answered({ settings: ofChannel, channelId: '91', userId: '12' })).toMatchObject({ owner: 'channel' });
		expect(await answered({ settings: ofChannel, channelId: '31' })).toEqual([]);
		expect(await answered({ settings: ofServer, channelId: '30' })).toEqual([]);
		expect(await answered({ settings: ofServer, channelId: '31', userId: '12' })).toMatchObject({ owner: 'server' });
	});

	test.each(['user', 'channel', 'server', 'strict'] as const)(
		'those who manage the server do not wait for %s ones, unless they are strict',
		async (cooldownScope) => {
			const { answered, standings } = await openDesk(store().db);
			standings.set('11', { roleIds: [], mayManage: true });
			const settings = { cooldownScope, cooldownSeconds: 60 };
			const waits = cooldownScope === 'strict';
			const refused = expect.objectContaining({ kind: 'cooldown', owner: 'server' });
			expect(await answered({ settings })).toEqual([]);
			expect(await answered({ settings })).toEqual(waits ? refused : []);
			expect(await answered({ settings, guildId: null })).toEqual(waits ? refused : []);
		},
	);

	test('a turn that says nothing gives its wait back, and one whose quota is full never takes it', async () => {
		const { askFor, answered } = await openDesk(store().db);
		const first = await askFor({ settings: PER_USER });
		if (first.kind === 'granted') await first.permit.end(false);
		expect(await answered({ settings: PER_USER })).toEqual([]);
		const full = { ...PER_USER, serverRepliesPerDay: 1 };
		expect(await answered({ settings: full, userId: '12' })).toHaveLength(1);
		expect(await answered({ settings: full, userId: '13' })).toMatchObject({ kind: 'quota' });
		expect(await answered({ settings: PER_USER, userId: '13' })).toEqual([]);
	});

	test('every persona that one line calls answers it, and a persona called by another one does not wait', async () => {
		const { answered } = await openDesk(store().db);
		expect(await answered({ settings: PER_USER, id: '500' })).toEqual([]);
		expect(await answered({ settings: PER_USER, id: '500' })).toEqual([]);
		expect(await answered({ settings: PER_USER, cause: 'persona' })).toEqual([]);
		expect(await answered({ settings: PER_USER, id: '501' })).toMatchObject({ kind: 'cooldown' });
	});

	test('who has a reply written anew waits like anybody else', async () => {
		const { answered, ask, ports } = await openDesk(store().db);
		expect(await answered({ settings: PER_USER, id: '500' })).toEqual([]);
		const press = { ...ask({ settings: PER_USER, id: '500' }), actorId: '11' };
		expect((await mayAnswer(press, ports)).kind).toBe('refused');
		expect((await mayAnswer({ ...press, actorId: '12' }, ports)).kind).toBe('granted');
	});

	test('nobody waits while the waits cannot be read', async () => {
		const gone = async () => {
			throw new StoreUnavailableError('startCooldown', '08006');
		};
		const { answered, warnings } = await openDesk(store().db, { startCooldown: gone });
		expect(await answered({ settings: PER_USER })).toEqual([]);
		expect(await answered({ settings: PER_USER })).toEqual([]);
		expect(warnings).not.toEqual([]);
	});
});

describeStores('quotas of turns', (store) => {
	test("S108 a person's replies of a day run out, with a warning once at nine tenths, and begin again at the zone's midnight", async () => {
		const { answered, clock } = await openDesk(store().db);
		const settings = { zone: 'Europe/Berlin', userRepliesPerDay: 20 };
		const untilMs = Date.UTC(2026, 0, 15, 23);
		const said = [];
		for (let reply = 1; reply <= 20; reply += 1) said.push(await answered({ settings }));
		expect(said.slice(0, 17).flat()).toEqual([]);
		expect(said[17]).toEqual([{ owner: 'user', used: 18, limit: 20, untilMs }]);
		expect(said.slice(18).flat()).toEqual([]);
		expect(await answered({ settings })).toEqual({ kind: 'quota', owner: 'user', limit: 20, untilMs });
		expect(await answered({ settings, userId: '12' })).toEqual([]);
		clock.advance(untilMs - nowMs);
		expect(await answered({ settings })).toEqual([]);
	});

	test('two lines at once never pass one quota, and what is not said is not counted', async () => {
		const { askFor, ports, ask } = await openDesk(store().db);
		const settings = { channelRepliesPerDay: 5 };
		const asked = Array.from({ length: 12 }, (_, index) => askFor({ settings, userId: `${index}`, channelId: '91' }));
		const leaves = await Promise.all(asked);
		const granted = leaves.flatMap((leave) => (leave.kind === 'granted' ? [leave.permit] : []));
		expect(granted).toHaveLength(5);
		expect(await refusalNow(ask({ settings, channelId: '30' }), ports)).toMatchObject({ owner: 'channel', limit: 5 });
		await granted[0]?.end(false);
		expect(await refusalNow(ask({ settings, channelId: '30' }), ports)).toBeNull();
		expect((await askFor({ settings, channelId: '30' })).kind).toBe('granted');
		expect((await askFor({ settings, channelId: '92' })).kind).toBe('refused');
	});

	test('hold for those who manage the server and in direct messages, and looking counts nothing', async () => {
		const { answered, standings, ask, ports } = await openDesk(store().db);
		standings.set('11', { roleIds: [], mayManage: true });
		const settings = { userRepliesPerDay: 2 };
		for (let look = 0; look < 5; look += 1) expect(await refusalNow(ask({ settings }), ports)).toBeNull();
		expect(await answered({ settings })).toEqual([]);
		expect(await answered({ settings, guildId: null })).toMatchObject([{ used: 2, limit: 2 }]);
		expect(await answered({ settings, guildId: null })).toMatchObject({ kind: 'quota', owner: 'user' });
	});
});

describeStores('access rules of turns', (store) => {
	test('S044 a thread goes by the rule of its channel unless it has its own row', async () => {
		const { answered, workspace, ports } = await openDesk(store().db);
		const scope = { serverId: workspace.id, kind: 'channel', channelId: '' } as const;
		await ports.stores.accessRules.replaceRules(scope, [
			{ subject: '30', verdict: 'allow' },
			{ subject: '92', verdict: 'deny' },
		]);
		expect(await answered({ channelId: '30' })).toEqual([]);
		expect(await answered({ channelId: '91' })).toEqual([]);
		expect(await answered({ channelId: '92' })).toEqual({ kind: 'denied', by: 'channel' });
		expect(await answered({ channelId: '31' })).toEqual({ kind: 'denied', by: 'channel' });
		expect(await answered({ channelId: '31', guildId: null })).toEqual([]);
	});

	test('of roles and personas refuse without counting anything', async () => {
		const { answered, workspace, persona, ports, standings } = await openDesk(store().db);
		const { accessRules, replyLimits } = ports.stores;
		const scope = { serverId: workspace.id, channelId: '' } as const;
		const settings = { ...PER_USER, userRepliesPerDay: 5 };
		await accessRules.replaceRules({ ...scope, kind: 'role' }, [{ subject: '70', verdict: 'allow' }]);
		expect(await answered({ settings })).toEqual({ kind: 'denied', by: 'role' });
		standings.set('11', { roleIds: ['100', '70'], mayManage: false });
		const persona2 = String(persona.id + 1);
		await accessRules.replaceRules({ ...scope, kind: 'persona' }, [{ subject: persona2, verdict: 'allow' }]);
		expect(await answered({ settings })).toEqual({ kind: 'denied', by: 'persona' });
		await accessRules.replaceRules({ ...scope, kind: 'persona' }, []);
		expect(await answered({ settings })).toEqual([]);
		const dayStartMs = Date.UTC(2026, 0, 15);
		expect(await replyLimits.quotaUsed({ serverId: workspace.id, subject: 'user:11', dayStartMs })).toBe(1);
	});
});
