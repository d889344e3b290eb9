/** Measures the time from a message that addresses the bot to the arrival of its request at the provider. */
import { type BenchRow, type BenchTarget, rowOf } from './bench-row.ts';
import type { BenchStore } from './bench-stores.ts';
import { type BenchBot, type BenchWorld, type Conversation, preciseNow } from './bench-world.ts';

/** What a person may wait for before the provider knows of it. */
export const triggerTarget: BenchTarget = { max: 50, of: 'p95' };

/** discord.js sends at most 50 requests in a second, of which a turn needs three. */
const turnEveryMs = 100;

/** The first turns meet a program that has not been compiled yet; they are measured, but in a row of their own. */
const warmUpTurns = 8;

/** Who is asked, how, and how often. */
export interface TriggerOptions {
	readonly bot: BenchBot;
	readonly store: BenchStore['kind'];
	readonly conversation: Conversation;
	readonly model: string;
	readonly turns: number;
}

/** Two rows: the turns of a warm bot, and the very first ones. */
export async function benchTrigger(world: BenchWorld, options: TriggerOptions): Promise<BenchRow[]> {
	const { conversation, model, store, turns } = options;
	await world.chooseModel(conversation, model);
	world.novelai.scripts.always({ text: 'Yes, of course.' });
	const first = await sampleTurns(world, options, warmUpTurns);
	const samples = await sampleTurns(world, options, turns);
	world.novelai.scripts.always(null);
	const name = `trigger to request, ${store === 'postgres' ? 'Postgres' : 'embedded'}, ${model}`;
	const tokens = world.novelai.requests.at(-1)?.inputTokens ?? 0;
	const note = `${turns} turns, prompts of ${tokens} tokens from 80 messages; the ${warmUpTurns} turns before: median ${rowOf('', '', first).median.toFixed(1)}, worst ${rowOf('', '', first).worst.toFixed(1)}`;
	return [{ ...rowOf(name, 'ms', samples), target: triggerTarget, note }];
}

async function sampleTurns(world: BenchWorld, options: TriggerOptions, turns: number): Promise<number[]> {
	const samples: number[] = [];
	for (let turn = 0; turn < turns; turn += 1) {
		const startMs = preciseNow();
		samples.push(await sampleTurn(world, options, turn));
		await Bun.sleep(Math.max(0, startMs + turnEveryMs - preciseNow()));
	}
	return samples;
}

async function sampleTurn(world: BenchWorld, { bot, conversation }: TriggerOptions, turn: number): Promise<number> {
	const turnEnds = bot.turnEnds();
	const before = world.novelai.requests.length;
	const askedAtMs = world.ask(conversation, `what do you say to number ${turn}?`);
	const arrived = () => world.novelai.requests.slice(before).find((request) => request.method === 'POST');
	await world.novelai.until(() => arrived() !== undefined);
	await world.untilTurns(bot, turnEnds + 1);
	return (arrived()?.receivedAt ?? Number.NaN) - askedAtMs;
}
