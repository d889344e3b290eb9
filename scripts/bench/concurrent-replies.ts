/** Measures the time from a finished sentence to its arrival at Discord while a hundred replies are written at once. */
import { REST, Routes } from 'discord.js';
import { SegmentStream } from '#core/reply/segment-stream';
import type { HumanizerDegree } from '#domain/settings';
import { newGate } from '#playground/novelai-server/reply-scripts';
import type { NovelaiRequest } from '#playground/novelai-server/request-log';
import { type BenchRow, rowOf } from './bench-row.ts';
import type { BenchStore } from './bench-stores.ts';
import { type BenchBot, type BenchWorld, type Conversation, preciseNow } from './bench-world.ts';
import { sentenceTarget } from './sentence-to-post.ts';

const repliesMax = 100;
/** The degree of a new server: a sentence that is a paragraph is a message. */
const degree: HumanizerDegree = 2;
const model = 'kayra-v1';

/**
 * A sentence has some 25 tokens, so a hundred replies post about 20 messages in a second, evenly spread; with their
 * typing that is what fits in the 50 requests that discord.js sends in one.
 */
const tokenDelayMs = 200;
const askEveryMs = 100;
const phases = 20;
const waitMaxMs = 180_000;

/** When sentences were finished at the provider and came to Discord; no two have the same text. */
interface Sightings {
	readonly finished: Map<string, number>;
	readonly posted: Map<string, number>;
}

/** One row; the note has the ratio to discord.js's own REST client with nothing around it. */
export async function benchConcurrentReplies(
	world: BenchWorld,
	store: BenchStore,
	sentences: number,
): Promise<BenchRow[]> {
	const conversations = Array.from({ length: repliesMax }, (_, place) => world.addConversation(`of many ${place}`, []));
	const bot = await world.startBot(store);
	let samples: readonly number[];
	try {
		for (const [place, conversation] of conversations.entries()) await prepare(world, conversation, place);
		samples = await sampleReplies(world, { bot, conversations, sentences });
	} finally {
		await bot.stop();
	}
	const bare = rowOf('', '', await sampleBare(world, conversations));
	const row = rowOf(`finished sentence to post, ${repliesMax} replies at once, ${model}`, 'ms', samples);
	const times = (ours: number, theirs: number): string => (ours / theirs).toFixed(1);
	const note = `${samples.length} sentences; discord.js's REST client alone at the same pace, from call to arrival: median ${bare.median.toFixed(1)}, p95 ${bare.p95.toFixed(1)}, ratio ${times(row.median, bare.median)}, of p95 ${times(row.p95, bare.p95)}`;
	return [{ ...row, target: sentenceTarget, note }];
}

/** A key of its own for each server, since a key takes one generation at a time. */
async function prepare(world: BenchWorld, conversation: Conversation, place: number): Promise<void> {
	const key = `pst-bench-key-of-server-number-${String(place).padStart(3, '0')}`;
	world.novelai.accounts.set(key, { tier: 3, active: true });
	const actor = world.discord.as(conversation.ellen);
	const opened = actor.slash(conversation.channel, 'key set', { options: { scope: 'server' } });
	await opened.callback();
	await actor.submitModal(opened, { key }).response(waitMaxMs);
	await world.chooseModel(conversation, model);
}

interface ManyReplies {
	readonly bot: BenchBot;
	readonly conversations: readonly Conversation[];
	readonly sentences: number;
}

async function sampleReplies(world: BenchWorld, { bot, conversations, sentences }: ManyReplies): Promise<number[]> {
	const sightings: Sightings = { finished: new Map(), posted: new Map() };
	const gate = newGate();
	world.novelai.settings.tokenDelayMs = tokenDelayMs;
	for (const place of conversations.keys()) {
		world.novelai.scripts.queue({ text: replyText(place, sentences), waitFor: gate.opened });
	}
	const before = world.novelai.requests.length;
	const turnEnds = bot.turnEnds();
	for (const conversation of conversations) {
		world.ask(conversation, 'tell me about the street.');
		await Bun.sleep(askEveryMs);
	}
	const generations = () => world.novelai.requests.slice(before).filter(({ method }) => method === 'POST');
	await world.novelai.until(() => generations().length >= conversations.length, waitMaxMs);
	const isOver = new AbortController();
	const watching = Promise.all([
		watchProvider(world, generations(), sightings),
		watchDiscord(world, sightings, isOver.signal),
	]);
	gate.open();
	await world.discord.until(() => bot.turnEnds() >= turnEnds + conversations.length, waitMaxMs);
	isOver.abort();
	await watching;
	world.novelai.settings.tokenDelayMs = 0;
	return [...sightings.finished].flatMap(([text, finishedAtMs]) => {
		const postedAtMs = sightings.posted.get(text);
		return postedAtMs === undefined ? [] : [postedAtMs - finishedAtMs];
	});
}

/** Replies begin together, so each begins with another number of words, and the sentences of all are spread evenly. */
function replyText(reply: number, sentences: number): string {
	const opening = `${'well '.repeat(reply % phases)}now, this is reply ${reply}.`;
	const others = Array.from({ length: sentences }, (_, part) => {
		return `The lantern of house ${reply}-${part} was lit again, and nobody on the street asked who had carried it home.`;
	});
	return [opening, ...others].join('\n\n');
}

/** Conditions are asked in the very step in which something changed, so they are good for looking on. */
async function watchProvider(
	world: BenchWorld,
	requests: readonly NovelaiRequest[],
	{ finished }: Sightings,
): Promise<void> {
	const streams = requests.map((request) => ({ request, segments: new SegmentStream(degree), seenUnits: 0 }));
	await world.novelai.until(() => {
		for (const stream of streams) {
			const text = stream.request.outputText;
			if (text.length === stream.seenUnits) continue;
			for (const segment of stream.segments.push(text.slice(stream.seenUnits))) finished.set(segment, preciseNow());
			stream.seenUnits = text.length;
		}
		return requests.every(({ outcome }) => outcome !== 'running');
	}, waitMaxMs);
}

async function watchDiscord(world: BenchWorld, { posted }: Sightings, signal: AbortSignal): Promise<void> {
	let seen = world.discord.requests.length;
	await world.discord.until(() => {
		for (; seen < world.discord.requests.length; seen += 1) {
			const body = world.discord.requests[seen]?.body as { readonly content?: unknown } | null | undefined;
			if (typeof body?.content === 'string') posted.set(body.content, preciseNow());
		}
		return signal.aborted;
	}, waitMaxMs);
}

const bareEveryMs = 50;

/** As many posts in a second, to as many channels, by the library that the bot posts with. */
async function sampleBare(world: BenchWorld, conversations: readonly Conversation[]): Promise<number[]> {
	const rest = new REST({ api: world.discord.apiUrl }).setToken(world.discord.token);
	const sightings: Sightings = { finished: new Map(), posted: new Map() };
	const isOver = new AbortController();
	const watching = watchDiscord(world, sightings, isOver.signal);
	const posts: Promise<unknown>[] = [];
	for (const [place, { channel }] of conversations.entries()) {
		const content = `A post of its own, number ${place}.`;
		sightings.finished.set(content, preciseNow());
		posts.push(rest.post(Routes.channelMessages(channel.id), { body: { content } }));
		await Bun.sleep(bareEveryMs);
	}
	await Promise.all(posts);
	isOver.abort();
	await watching;
	rest.clearHashSweeper();
	rest.clearHandlerSweeper();
	return [...sightings.finished].map(([text, startMs]) => (sightings.posted.get(text) ?? Number.NaN) - startMs);
}
