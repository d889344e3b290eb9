/** Two turns of one person with one persona, at once: one note, one claim, whatever the order of their steps. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ProcessReunionClaims } from '#adapters/system/process-reunion-claims';
import {
	type ReunionPorts,
	type ReunionQuery,
	recordReunionPresence,
	resolveReunionNote,
} from '#app/chat/reunion-presence';
import type { LineageId, ServerId, UserId } from '#domain/ids';
import type { StatTick } from '#ports/stat-store';
import { ManualClock } from '../support/manual-clock.ts';
import { recordingLog } from '../support/store-log.ts';

const dayMs = 86_400_000;
const ttlMs = 240_000;
const query: ReunionQuery = {
	serverId: 1 as ServerId,
	userId: 10 as UserId,
	lineageId: 5 as LineageId,
	timeAwarenessEnabled: true,
	isUserImpersonation: false,
	personalZone: 'UTC',
	personName: 'Ellen',
	personaName: 'Tomori',
};

/** Every step of the outside waits here until it is let through. */
class Gate {
	readonly waiting: (() => void)[] = [];
	pass = (): Promise<void> => new Promise((resolve) => this.waiting.push(resolve));
}

/** A world in which Ellen was last seen eight days ago. */
function openWorld(pass: () => Promise<void>) {
	const clock = new ManualClock();
	const claims = new ProcessReunionClaims({ claimTtlMs: ttlMs, clock });
	const ticks: StatTick[] = [];
	const world = { clock, claims, ticks, seenWhenTold: [] as boolean[], isReadable: true, isWritable: true };
	const ports: ReunionPorts = {
		reunionDays: 7,
		clock,
		log: recordingLog(),
		claims: {
			claim: async (pair) => {
				await pass();
				return claims.claim(pair);
			},
			holds: async (claim) => {
				await pass();
				return claims.holds(claim);
			},
			release: async (claim) => {
				await pass();
				return claims.release(claim);
			},
		},
		stats: {
			addStat: async (tick) => {
				await pass();
				if (!world.isWritable) throw new Error('the database is away');
				ticks.push(tick);
			},
			addStats: async () => {
				throw new Error('presence is written one by one');
			},
			readTalk: async () => {
				throw new Error('presence is not talk');
			},
			getUserPersonaReunionInfo: async () => {
				await pass();
				if (!world.isReadable) throw new Error('the database is away');
				const read = { lastActivityAtMs: clock.now() - 8 * dayMs, seenToday: ticks.length > 0 };
				// The answer may be long on its way.
				await pass();
				return read;
			},
		},
	};
	return { world, ports };
}

type World = ReturnType<typeof openWorld>['world'];

/** A turn: resolve, generate, settle. */
async function takeTurn(use: {
	readonly ports: ReunionPorts;
	readonly world: World;
	readonly pass: () => Promise<void>;
	readonly lands: boolean;
}) {
	const { ports, world, pass, lands } = use;
	const { note, scope } = await resolveReunionNote(query, ports);
	if (note !== null) world.seenWhenTold.push(world.ticks.length > 0);
	await pass();
	if (scope) await recordReunionPresence(scope, lands, ports);
	return { told: note !== null, kind: scope?.kind ?? null, landed: lands };
}

interface Run {
	readonly turns: readonly { readonly told: boolean; readonly kind: string | null; readonly landed: boolean }[];
	readonly world: World;
	/** How many steps could have been taken at each choice. */
	readonly widths: readonly number[];
}

/** Both turns with their steps in the chosen order; choices beyond the given ones are the first. */
async function runOrder(lands: readonly boolean[], choices: readonly number[], expiresAt = -1): Promise<Run> {
	const gate = new Gate();
	const { world, ports } = openWorld(gate.pass);
	let turns: Run['turns'] | null = null;
	const all = Promise.all(lands.map((landed) => takeTurn({ ports, world, pass: gate.pass, lands: landed })));
	void all.then((ended) => {
		turns = ended;
	});
	const widths: number[] = [];
	for (;;) {
		await new Promise((resolve) => setImmediate(resolve));
		if (turns !== null) return { turns, world, widths };
		const step = widths.length;
		if (step === expiresAt) world.clock.advance(ttlMs);
		widths.push(gate.waiting.length);
		const [next] = gate.waiting.splice((choices[step] ?? 0) % gate.waiting.length, 1);
		if (!next) throw new Error('both turns wait for something that does not come');
		next();
	}
}

/** Every order once, depth first. */
async function everyOrder(lands: readonly boolean[], check: (run: Run) => Promise<void>): Promise<number> {
	let runs = 0;
	const left: number[][] = [[]];
	for (let choices = left.pop(); choices; choices = left.pop()) {
		const run = await runOrder(lands, choices);
		runs += 1;
		await check(run);
		for (let step = run.widths.length - 1; step >= choices.length; step -= 1) {
			const width = run.widths[step] ?? 1;
			const taken = [...choices, ...Array.from({ length: step - choices.length }, () => 0)];
			for (let other = 1; other < width; other += 1) left.push([...taken, other]);
		}
	}
	return runs;
}

async function expectSettled({ turns, world }: Run): Promise<void> {
	const free = await world.claims.claim(query);
	expect(free, 'a claim was kept').not.toBeNull();
	expect(world.seenWhenTold.includes(true), 'a note was told after the greeting').toBe(false);
	const greeted = turns.filter((turn) => turn.told && turn.landed);
	expect(greeted.length).toBeLessThanOrEqual(1);
	// A turn that was only suppressed by another one's claim leaves the reunion pending.
	const owes = turns.filter((turn) => turn.landed && turn.kind !== 'deferred');
	expect(world.ticks).toHaveLength(owes.length);
	expect(turns.some((turn) => turn.told)).toBe(true);
}

describe('two turns at once', () => {
	test.each([
		['both land', [true, true]],
		['the first fails', [false, true]],
		['the second fails', [true, false]],
		['both fail', [false, false]],
	])(
		'in every order of their steps, %s: at most one note is told and no claim is left',
		async (_name, lands) => {
			const runs = await everyOrder(lands, expectSettled);
			expect(runs).toBeGreaterThan(40);
		},
		60_000,
	);

	test('whenever claims run out on the way, no claim outlives its turn and nobody writes for another', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.nat(3), { maxLength: 30 }),
				fc.nat(18),
				fc.tuple(fc.boolean(), fc.boolean()),
				async (choices, expiresAt, lands) => {
					const { turns, world } = await runOrder(lands, choices, expiresAt);
					expect(await world.claims.claim(query)).not.toBeNull();
					const landed = turns.filter((turn) => turn.landed && turn.kind !== 'deferred').length;
					expect(world.ticks.length).toBeLessThanOrEqual(landed);
				},
			),
			{ numRuns: 2_000 },
		);
	}, 60_000);
});

describe('one turn', () => {
	const at = async (change: Partial<ReunionQuery> = {}, use: Partial<ReunionPorts> = {}) => {
		const { world, ports } = openWorld(async () => {});
		const given = { ...ports, ...use };
		return { world, ports: given, resolved: await resolveReunionNote({ ...query, ...change }, given) };
	};

	test('an eligible turn carries its claim, writes once and gives it back', async () => {
		const { world, ports, resolved } = await at();
		expect(resolved.scope?.kind).toBe('claimed');
		expect(await world.claims.claim(query)).toBeNull();
		if (resolved.scope) await recordReunionPresence(resolved.scope, true, ports);
		expect(world.ticks).toMatchObject([{ metric: 'presence_seen', count: 1, userId: 10, lineageId: 5, serverId: 1 }]);
		expect(await world.claims.claim(query)).not.toBeNull();
	});

	test.each([
		['time awareness is off', { timeAwarenessEnabled: false }],
		['the bot writes in a person’s name', { isUserImpersonation: true }],
		['nothing is stored of the person', { userId: 0 as UserId }],
		['the persona has no lineage', { lineageId: 0 as LineageId }],
	])('without a clock when %s: no note, nothing owed', async (_name, change) => {
		const { world, resolved } = await at(change);
		expect(resolved).toEqual({ note: null, scope: null });
		expect(await world.claims.claim(query)).not.toBeNull();
	});

	test('without a clock when counters are off', async () => {
		const { resolved } = await at({}, { stats: null });
		expect(resolved).toEqual({ note: null, scope: null });
	});

	test('a clock that cannot be read greets nobody, owes nothing and keeps no claim', async () => {
		const { world, ports } = openWorld(async () => {});
		world.isReadable = false;
		expect(await resolveReunionNote(query, ports)).toEqual({ note: null, scope: null });
		expect(await world.claims.claim(query)).not.toBeNull();
	});

	test('a clock that cannot be wound gives the claim back all the same', async () => {
		const { world, ports, resolved } = await at();
		world.isWritable = false;
		if (resolved.scope) await recordReunionPresence(resolved.scope, true, ports);
		expect(world.ticks).toEqual([]);
		expect(await world.claims.claim(query)).not.toBeNull();
	});

	test('a turn that finds nothing to tell gives the claim back at once and still winds the clock', async () => {
		const { world, ports } = openWorld(async () => {});
		world.ticks.push({ ...query, metric: 'presence_seen', count: 1, atMs: world.clock.now() });
		const { note, scope } = await resolveReunionNote(query, ports);
		expect([note, scope?.kind]).toEqual([null, 'record']);
		expect(await world.claims.claim(query)).not.toBeNull();
		if (scope) await recordReunionPresence(scope, true, ports);
		expect(world.ticks).toHaveLength(2);
	});

	test('a turn whose claim ran out and is another’s by now writes nothing and leaves the claim alone', async () => {
		const { world, ports, resolved } = await at();
		world.clock.advance(ttlMs);
		const other = await world.claims.claim(query);
		if (resolved.scope) await recordReunionPresence(resolved.scope, true, ports);
		expect(world.ticks).toEqual([]);
		expect(other !== null && (await world.claims.holds(other))).toBe(true);
	});

	test('a crashed turn frees the pair when its claim runs out', async () => {
		const { world, ports } = openWorld(async () => {});
		await resolveReunionNote(query, ports);
		expect((await resolveReunionNote(query, ports)).scope?.kind).toBe('deferred');
		world.clock.advance(ttlMs);
		expect((await resolveReunionNote(query, ports)).scope?.kind).toBe('claimed');
	});
});
