/** Lets a crowd pass through one bot: people who talk, and people who ask it, in many channels; then looks at what is left. */
import { readFileSync } from 'node:fs';
import type { ChannelRecord } from '#playground/discord-server/records';
import { type BenchRow, rowOf, unmeasuredRow } from './bench-row.ts';
import type { BenchStores } from './bench-stores.ts';
import { type BenchBot, type BenchWorld, type Conversation, preciseNow } from './bench-world.ts';
import { loopRows } from './loop-delay.ts';

/** How large the crowd is. */
export interface SoakPlan {
	readonly users: number;
	readonly channels: number;
	readonly seconds: number;
}

const triggersPerSecond = 50;
const guildsMax = 20;
const stepMs = 20;
/** Until the program is compiled and its heap has the size that this work needs. */
const warmUp = { users: 5_000, triggers: 500 };
const model = 'kayra-v1';

/** Discord.js sends 50 requests in a second and a turn needs four, so the turns end long after the last trigger. */
const drainMaxMs = 900_000;
/** What is left is looked at after so long without work. */
const quietMs = 20_000;

const growthTarget = { max: 10, of: 'median' } as const;

/** Rows of memory, stalls and order; on Postgres only. */
export async function benchSoak(world: BenchWorld, stores: BenchStores, plan: SoakPlan): Promise<BenchRow[]> {
	const store = await stores.newPostgres();
	if (store === null) return [unmeasuredRow('soak', stores.postgresMissing ?? '')];
	const crowd = new Crowd(world, plan);
	const loopFile = stores.newFile('soak');
	const bot = await world.startBot(store, { loopFile, variables: { CHANNEL_LOCK_TIMEOUT_MS: String(drainMaxMs) } });
	let stretch = { startMs: 0, endMs: 0 };
	let rows: BenchRow[];
	try {
		for (const [place, conversation] of crowd.guilds.entries()) await crowd.prepare(conversation, place);
		await crowd.pass(bot, warmUp);
		await Bun.sleep(quietMs);
		const beforeMb = residentMb(bot.pid);
		const startMs = preciseNow();
		await crowd.pass(bot, { users: plan.users, triggers: triggersPerSecond * plan.seconds });
		stretch = { startMs, endMs: preciseNow() };
		await Bun.sleep(quietMs);
		rows = [growthRow({ beforeMb, afterMb: residentMb(bot.pid) }, plan, stretch), crowd.orderRow()];
	} finally {
		await bot.stop();
	}
	const stalls = loopRows(loopFile, stretch).map((row) => ({ ...row, name: `soak, ${row.name}` }));
	return [...rows, ...stalls];
}

function growthRow(
	{ beforeMb, afterMb }: { readonly beforeMb: number; readonly afterMb: number },
	{ users, channels, seconds }: SoakPlan,
	{ startMs, endMs }: { readonly startMs: number; readonly endMs: number },
): BenchRow {
	const turns = `${triggersPerSecond * seconds} triggers in ${seconds} s, answered within ${Math.round((endMs - startMs) / 1_000)} s`;
	return {
		...rowOf('soak, growth of RSS', 'MB', [afterMb - beforeMb]),
		target: growthTarget,
		note: `${users} people and ${channels} channels, ${turns}; ${beforeMb.toFixed(0)} MB before, ${afterMb.toFixed(0)} MB after`,
	};
}

function residentMb(pid: number): number {
	const kibibytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
	return (Number(kibibytes) * 1_024) / 1_000_000;
}

/** People in many channels of some guilds, each guild with a key of its own. */
class Crowd {
	readonly guilds: readonly Conversation[];
	readonly #world: BenchWorld;
	readonly #channels: readonly ChannelRecord[];
	readonly #asked = new Map<string, string[]>();
	#people = 0;
	#triggers = 0;

	constructor(world: BenchWorld, { channels }: SoakPlan) {
		this.#world = world;
		const guilds = Math.min(guildsMax, channels);
		this.guilds = Array.from({ length: guilds }, (_, place) => world.addConversation(`soak ${place}`, []));
		this.#channels = Array.from({ length: channels }, (_, place) => {
			const { guild } = this.guilds[place % guilds] as Conversation;
			return world.discord.build.addChannel(guild, `crowd-${place}`);
		});
	}

	async prepare(conversation: Conversation, place: number): Promise<void> {
		const key = `pst-bench-key-of-the-crowd-${place}`;
		this.#world.novelai.accounts.set(key, { tier: 3, active: true });
		const actor = this.#world.discord.as(conversation.ellen);
		const opened = actor.slash(conversation.channel, 'key set', { options: { scope: 'server' } });
		await opened.callback();
		await actor.submitModal(opened, { key }).response(30_000);
		await this.#world.chooseModel(conversation, model);
	}

	/** So many people say something, and so many of them ask the bot, at an even pace; resolves when all are answered. */
	async pass(bot: BenchBot, { users, triggers }: { readonly users: number; readonly triggers: number }): Promise<void> {
		const turnEnds = bot.turnEnds();
		this.#world.novelai.scripts.always({ text: ' Yes.' });
		const startMs = preciseNow();
		const durationMs = (triggers / triggersPerSecond) * 1_000;
		let said = 0;
		let asked = 0;
		while (said < users || asked < triggers) {
			const share = Math.min(1, (preciseNow() - startMs) / durationMs);
			for (; said < users * share; said += 1) this.#say('just talking');
			for (; asked < triggers * share; asked += 1) this.#say(null);
			await Bun.sleep(stepMs);
		}
		await this.#world.discord.until(() => bot.turnEnds() >= turnEnds + triggers, drainMaxMs);
		this.#world.novelai.scripts.always(null);
	}

	/** Somebody new says it in the next channel; null asks the bot. */
	#say(words: string | null): void {
		const { discord } = this.#world;
		const channel = this.#channels[this.#people % this.#channels.length] as ChannelRecord;
		const guild = discord.world.guilds.get(channel.guildId ?? '');
		const user = discord.build.addUser(`passer.${this.#people}`);
		if (guild) discord.build.addMember(guild, user);
		this.#people += 1;
		if (words !== null) {
			discord.as(user).send(channel, words);
			return;
		}
		this.#triggers += 1;
		const { id } = discord.as(user).send(channel, `<@${discord.world.application.bot.id}> number ${this.#triggers}?`);
		this.#asked.set(channel.id, [...(this.#asked.get(channel.id) ?? []), id]);
	}

	/** Replies whose channel has them in another order than their triggers, and triggers without exactly one reply. */
	orderRow(): BenchRow {
		const wrong = [...this.#asked].map(([channelId, triggers]) => {
			const channel = this.#world.discord.world.channels.get(channelId);
			const replies = channel === undefined ? [] : this.#world.discord.botMessages(channel);
			const answered = replies.map(({ message }) => message.message_reference?.message_id ?? null);
			const named = answered.filter((id): id is string => id !== null);
			const inOrder = named.every(
				(id, place) => place === 0 || triggers.indexOf(named[place - 1] ?? '') < triggers.indexOf(id),
			);
			return Math.abs(triggers.length - replies.length) + (inOrder ? 0 : 1);
		});
		const sum = wrong.reduce((total, count) => total + count, 0);
		const note = `${this.#triggers} triggers in ${wrong.length} channels`;
		return {
			...rowOf('soak, replies missing, doubled or out of order', '', [sum]),
			target: { max: 0, of: 'worst' },
			note,
		};
	}
}
