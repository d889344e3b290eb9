/** Moments of a turn at which a process may die. */
import type { DiscordServer } from '#playground/discord-server/start-discord-server';
import { newGate, type ReplyScript } from '#playground/novelai-server/reply-scripts';
import type { NovelaiServer } from '#playground/novelai-server/start-novelai-server';
import type { CrashPlace } from './crash-replies.ts';

/** A source of chance that a seed repeats. */
export type Dice = (sides: number) => number;

/** Throws the same numbers for the same seed (mulberry32). */
export function diceOf(seed: number): Dice {
	let state = seed >>> 0;
	return (sides) => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) % sides;
	};
}

/** The stand-ins, and the place whose turn is met. */
export interface CrashScene {
	readonly discord: DiscordServer;
	readonly novelai: NovelaiServer;
	readonly place: CrashPlace;
	readonly dice: Dice;
	/** Messages of the reply in that place so far. */
	readonly shown: () => number;
	/** The person changes the words of their question. */
	readonly edit: () => void;
}

/** One such moment. */
export interface CrashPoint {
	readonly name: string;
	/** What the script of the met generation adds. */
	readonly script?: (scene: CrashScene) => Partial<ReplyScript>;
	/** Called before anything is said; resolves when the moment has come. */
	readonly reached: (scene: CrashScene) => Promise<void>;
}

const messagesOfReply = 3;
const waitMs = 30_000;

/** Requests that a fault may still meet while the process dies. */
const faultsMax = 100;

/** Posts of this place, by the bot or through a webhook. */
function postsOf({ channel, isAlter }: CrashPlace): RegExp {
	return isAlter ? /^\/webhooks\/\d+\/[^/]+$/ : new RegExp(`^/channels/${channel.id}/messages$`);
}

/** Waits for some messages of the reply, and then for the fault to meet the next one. */
async function onPost(scene: CrashScene, kind: 'dropped-answer' | 'refuse'): Promise<void> {
	const { discord, place, dice, shown } = scene;
	const before = dice(messagesOfReply);
	if (before > 0) await discord.until(() => shown() >= before, waitMs);
	const fault = discord.faults.add({ method: 'POST', path: postsOf(place), kind, times: faultsMax });
	await discord.until(() => fault.hits > 0 || shown() >= messagesOfReply, waitMs);
}

/** Every moment, in the order of a turn. */
export const CRASH_POINTS: readonly CrashPoint[] = [
	{ name: 'before the claim', reached: async () => {} },
	{
		name: 'after the claim',
		reached: async ({ discord, place }) => {
			const path = new RegExp(`^/channels/${place.channel.id}/messages$`);
			const fault = discord.faults.add({ method: 'GET', path, kind: 'refuse', times: faultsMax });
			await discord.until(() => fault.hits > 0, waitMs);
		},
	},
	{
		name: 'while the model is silent',
		script: () => ({ waitFor: newGate().opened }),
		reached: async ({ novelai }) => {
			const before = novelai.requests.length;
			const isAsked = (): boolean => novelai.requests.slice(before).some(({ body }) => body !== null);
			await novelai.until(isAsked, waitMs);
		},
	},
	{
		name: 'while the model writes',
		script: ({ dice }) => ({ pauseAfterTokens: { tokens: 1 + dice(20), until: newGate().opened } }),
		reached: async ({ novelai, discord, dice, shown }) => {
			const before = novelai.requests.length;
			const isAsked = (): boolean => novelai.requests.slice(before).some(({ body }) => body !== null);
			await novelai.until(isAsked, waitMs);
			// The model says nothing more for good, so whatever is to come is on its way after a few requests.
			const requests = discord.requests.length + dice(3);
			await discord.until(() => shown() > 0 || discord.requests.length > requests, 2_000).catch(() => {});
		},
	},
	{
		name: 'when a message stands there',
		reached: async ({ discord, dice, shown }) => {
			const count = 1 + dice(messagesOfReply);
			await discord.until(() => shown() >= count, waitMs);
		},
	},
	{
		name: 'while the end is stored',
		reached: async ({ discord, dice, shown }) => {
			await discord.until(() => shown() >= messagesOfReply, waitMs);
			await Bun.sleep(dice(40));
		},
	},
	{
		name: 'while an edit begins the turn anew',
		script: () => ({ waitFor: newGate().opened }),
		reached: async ({ novelai, dice, edit }) => {
			const before = novelai.requests.length;
			const isAsked = (): boolean => novelai.requests.slice(before).some(({ body }) => body !== null);
			await novelai.until(isAsked, waitMs);
			edit();
			await Bun.sleep(dice(60));
		},
	},
	{ name: 'before a message arrives', reached: (scene) => onPost(scene, 'refuse') },
	{ name: 'when a message arrived and nobody knows', reached: (scene) => onPost(scene, 'dropped-answer') },
];
