/** Measures the time from the token that finishes a segment of a reply to the arrival of that segment at Discord. */
import { SegmentStream } from '#core/reply/segment-stream';
import type { HumanizerDegree } from '#domain/settings';
import { type BenchRow, type BenchTarget, rowOf } from './bench-row.ts';
import { type BenchBot, type BenchWorld, type Conversation, preciseNow } from './bench-world.ts';

/** What may lie between a finished sentence and its post. */
export const sentenceTarget: BenchTarget = { max: 10, of: 'p95' };

/** Slow enough that the post before is over, and that discord.js's 50 requests in a second suffice. */
const tokenDelayMs = 4;

const paragraphsPerReply = 20;

/** How a reply is cut, and how many segments are wanted. */
export interface SentenceOptions {
	readonly bot: BenchBot;
	readonly conversation: Conversation;
	readonly model: string;
	readonly degree: HumanizerDegree;
	readonly segments: number;
}

/** When each segment was finished at the provider and when it came to Discord; no two segments have the same text. */
interface Sightings {
	readonly finished: Map<string, number>;
	readonly posted: Map<string, number>;
}

/** The row of one degree; the server's settings must already say so. */
export async function benchSentences(world: BenchWorld, options: SentenceOptions): Promise<BenchRow> {
	const samples: number[] = [];
	const firsts: number[] = [];
	world.novelai.settings.tokenDelayMs = tokenDelayMs;
	for (let reply = 0; samples.length < options.segments; reply += 1) {
		const found = await sampleReply(world, options, reply);
		if (found.length === 0) throw new Error(`No segment of a reply came to Discord at degree ${options.degree}.`);
		samples.push(...found);
		firsts.push(...found.slice(0, 1));
	}
	world.novelai.settings.tokenDelayMs = 0;
	const kind = options.degree === 3 ? 'sentence' : 'paragraph';
	return {
		...rowOf(`finished ${kind} to post, degree ${options.degree}, ${options.model}`, 'ms', samples),
		target: sentenceTarget,
		// A thought without an opening tag would stand there, so the opening is held until it is longer than one.
		note: `${samples.length} segments at a token every ${tokenDelayMs} ms; of them ${firsts.length} openings, held for 64 characters where the model may think: median ${rowOf('', '', firsts).median.toFixed(1)}`,
	};
}

function replyText(degree: HumanizerDegree, reply: number): string {
	return Array.from({ length: paragraphsPerReply }, (_, part) => {
		const place = `${degree}-${reply}-${part}`;
		return `The lantern of house ${place} was lit again. Nobody on street ${place} asked who had carried it home.`;
	}).join('\n\n');
}

async function sampleReply(world: BenchWorld, options: SentenceOptions, reply: number): Promise<readonly number[]> {
	const sightings: Sightings = { finished: new Map(), posted: new Map() };
	world.novelai.scripts.queue({ text: replyText(options.degree, reply) });
	const watch = new AbortController();
	const watching = Promise.all([
		watchProvider(world, sightings, options.degree),
		watchDiscord(world, sightings, watch.signal),
	]);
	const turnEnds = options.bot.turnEnds();
	world.ask(options.conversation, 'tell me about the street.');
	await world.untilTurns(options.bot, turnEnds + 1);
	watch.abort();
	await watching;
	return [...sightings.finished].flatMap(([text, finishedAtMs]) => {
		const postedAtMs = sightings.posted.get(text);
		return postedAtMs === undefined ? [] : [postedAtMs - finishedAtMs];
	});
}

const watchMaxMs = 60_000;

/** Conditions are asked in the very step in which something changed, so they are good for looking on. */
async function watchProvider(world: BenchWorld, sightings: Sightings, degree: HumanizerDegree): Promise<void> {
	const segments = new SegmentStream(degree);
	const before = world.novelai.requests.length;
	let seenUnits = 0;
	await world.novelai.until((server) => {
		const request = server.requests.slice(before).find(({ method }) => method === 'POST');
		const text = request?.outputText ?? '';
		for (const segment of segments.push(text.slice(seenUnits))) sightings.finished.set(segment, preciseNow());
		seenUnits = text.length;
		return request !== undefined && request.outcome !== 'running';
	}, watchMaxMs);
}

async function watchDiscord(world: BenchWorld, sightings: Sightings, signal: AbortSignal): Promise<void> {
	let seen = world.discord.requests.length;
	await world.discord.until(() => {
		for (; seen < world.discord.requests.length; seen += 1) {
			const body = world.discord.requests[seen]?.body as { readonly content?: unknown } | null | undefined;
			if (typeof body?.content === 'string') sightings.posted.set(body.content, preciseNow());
		}
		return signal.aborted;
	}, watchMaxMs);
}
