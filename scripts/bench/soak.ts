/**
 * Lets a crowd pass through one bot, and looks at what is left: people who talk, and people who ask it, in many channels.
 *
 * Fifty triggers in a second need some two hundred requests to Discord: typing, reading, posting and the buttons of the
 * reply before, and the sign of waiting for who has to. Discord gives each bot fifty, so a bot of this load is one to
 * which Discord has given more (decision 98), and it is told so. A key takes one generation at a time and a reply takes a
 * second here, so there are two hundred keys, each of a server of its own.
 *
 * The same crowd passes for a while before anything is measured: what is compiled and cached once is no growth.
 */
import { type BenchRow, type BenchTarget, rowOf, unmeasuredRow } from './bench-row.ts';
import type { BenchStores } from './bench-stores.ts';
import { type BenchBot, type BenchWorld, preciseNow } from './bench-world.ts';
import { type BotMemory, grownTypes, megabytes, readBotMemory, watchPeak } from './bot-memory.ts';
import { type ProcessorTime, processorTime } from './bot-processor.ts';
import { Crowd, type CrowdPlan, type CrowdVerdict, type EndedTurn } from './crowd.ts';
import { loopRows, type Stretch } from './loop-delay.ts';

/** How large the crowd is, and how long it takes to pass. */
export interface SoakPlan extends CrowdPlan {
	readonly seconds: number;
	readonly warmUpSeconds: number;
}

const requestsPerSecond = 500;
const replyTakesMs = 1_000;
/** With the time that the look itself takes, longer than whatever is swept by the clock waits. */
const quietMs = 31_000;
/** What has no end so long after the last trigger counts as lost. */
const drainMaxMs = 90_000;
const growthTarget: BenchTarget = { max: 10, of: 'worst' };
const noneTarget: BenchTarget = { max: 0, of: 'worst' };

/** Rows of memory, stalls and order; on Postgres only. */
export async function benchSoak(world: BenchWorld, stores: BenchStores, plan: SoakPlan): Promise<BenchRow[]> {
	const store = await stores.newPostgres();
	if (store === null) return [unmeasuredRow('soak', stores.postgresMissing ?? '')];
	const crowd = new Crowd(world, plan);
	const memorySocket = stores.newFile('memory.sock');
	const loopFile = stores.newFile('soak');
	const bot = await world.startBot(store, {
		loopFile,
		memorySocket,
		onLine: (line) => {
			if (line.msg === 'turn ended') crowd.noteEnd(line as unknown as EndedTurn);
		},
		variables: { DISCORD_REQUESTS_PER_SECOND: String(requestsPerSecond) },
	});
	world.novelai.scripts.always({ text: ' Yes.', firstByteDelayMs: replyTakesMs });
	let soaked: Soaked;
	try {
		soaked = await soak({ world, crowd, bot, memorySocket }, plan);
	} finally {
		world.novelai.scripts.always(null);
		await bot.stop();
	}
	const stalls = loopRows(loopFile, soaked).map((row) => ({ ...row, name: `soak, ${row.name}` }));
	return [...memoryRows(soaked, plan), ...verdictRows(crowd.verdict()), ...stalls, processorRow(soaked, plan)];
}

/** A loop that is busy nearly all the time falls behind whatever it does in each step. */
function processorRow({ took, startMs, endMs }: Soaked, { triggersPerSecond, seconds }: SoakPlan): BenchRow {
	const each = (took.allThreads * 1_000) / (triggersPerSecond * seconds);
	const busy = (took.mainThread * 1_000) / (endMs - startMs);
	const note = `with the talk around it; the main thread was busy for ${Math.round(busy * 100)} % of the time`;
	return { ...rowOf('soak, processor time for a trigger', 'ms', [each]), note };
}

interface Soaking {
	readonly world: BenchWorld;
	readonly crowd: Crowd;
	readonly bot: BenchBot;
	readonly memorySocket: string;
}

interface Soaked extends Stretch {
	readonly took: ProcessorTime;
	readonly before: BotMemory;
	readonly after: BotMemory;
	readonly peakBytes: number;
}

async function soak({ world, crowd, bot, memorySocket }: Soaking, plan: SoakPlan): Promise<Soaked> {
	await crowd.prepare();
	await crowd.pass(plan.warmUpSeconds, drainMaxMs);
	const before = await settled();
	const peak = watchPeak(bot.pid);
	const taken = processorTime(bot.pid);
	const startMs = preciseNow();
	await crowd.pass(plan.seconds, drainMaxMs).finally(peak.stop);
	const endMs = preciseNow();
	const now = processorTime(bot.pid);
	const took = { allThreads: now.allThreads - taken.allThreads, mainThread: now.mainThread - taken.mainThread };
	return { before, after: await settled(), took, peakBytes: peak.bytes(), startMs, endMs };

	async function settled(): Promise<BotMemory> {
		world.discord.forgetRequests();
		await Bun.sleep(quietMs);
		return await readBotMemory(memorySocket);
	}
}

function memoryRows({ before, after, peakBytes, startMs, endMs }: Soaked, plan: SoakPlan): readonly BenchRow[] {
	const { usersPerSecond, channels, guilds, triggersPerSecond, seconds } = plan;
	const users = Math.round(usersPerSecond * seconds);
	const took = `${triggersPerSecond * seconds} triggers in ${seconds} s, the last answered after ${Math.round((endMs - startMs) / 1_000)} s`;
	const growth = (of: (memory: BotMemory) => number): number => megabytes(of(after) - of(before));
	const from = (of: (memory: BotMemory) => number): string =>
		`${megabytes(of(before)).toFixed(0)} MB before, ${megabytes(of(after)).toFixed(0)} MB after`;
	return [
		{
			...rowOf('soak, growth of RSS', 'MB', [growth(({ leastBytes }) => leastBytes)]),
			target: growthTarget,
			note: `${users} people, ${channels} channels, ${guilds} keys; ${took}; ${from(({ leastBytes }) => leastBytes)}`,
		},
		{
			...rowOf('soak, growth of RSS before a collection', 'MB', [growth(({ residentBytes }) => residentBytes)]),
			note: from(({ residentBytes }) => residentBytes),
		},
		{
			...rowOf('soak, growth of the heap', 'MB', [growth(({ heapBytes }) => heapBytes)]),
			note: `${after.objectCount - before.objectCount} objects; ${grownTypes(before, after, 4)}`,
		},
		{ ...rowOf('soak, peak of RSS', 'MB', [megabytes(peakBytes)]) },
	];
}

function verdictRows({ triggers, channels, replies, lost, doubled, overtaken }: CrowdVerdict): readonly BenchRow[] {
	const row = (name: string, count: number): BenchRow => ({ ...rowOf(name, '', [count]), target: noneTarget });
	return [
		{ ...row('soak, triggers without a reply', lost), note: `${replies} replies to ${triggers} triggers` },
		row('soak, replies too many', doubled),
		{ ...row('soak, replies before their turn', overtaken), note: `${channels} channels were asked in` },
	];
}
