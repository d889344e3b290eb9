/** People who talk in many channels, and some who ask the bot there. */
import type { ChannelRecord } from '#playground/discord-server/records';
import { type BenchWorld, type Conversation, preciseNow } from './bench-world.ts';

/** How large a crowd is. */
export interface CrowdPlan {
	/** Everybody says one thing. */
	readonly usersPerSecond: number;
	readonly channels: number;
	/** Each has a key of its own. */
	readonly guilds: number;
	readonly triggersPerSecond: number;
}

/** The log line of an ended turn. */
export interface EndedTurn {
	readonly channelId: string;
	readonly triggerId: string;
	readonly outcome: string;
}

/** What became of the triggers. */
export interface CrowdVerdict {
	readonly triggers: number;
	readonly channels: number;
	readonly replies: number;
	/** Triggers without a reply. */
	readonly lost: number;
	/** Replies beyond the first to a trigger. */
	readonly doubled: number;
	/** Triggers that were answered before an older one of their channel. */
	readonly overtaken: number;
}

const model = 'kayra-v1';
const stepMs = 20;
const askedTogether = 3;
const preparedTogether = 10;
const answerMaxMs = 60_000;

/** One crowd in one world. */
export class Crowd {
	readonly #world: BenchWorld;
	readonly #plan: CrowdPlan;
	readonly #guilds: readonly Conversation[];
	readonly #channels: readonly ChannelRecord[];
	readonly #asked = new Map<string, string[]>();
	readonly #ended: EndedTurn[] = [];
	#people = 0;
	#triggers = 0;

	/** Its guilds and channels are made at once, so that a bot which starts later finds them. */
	constructor(world: BenchWorld, plan: CrowdPlan) {
		this.#world = world;
		this.#plan = plan;
		this.#guilds = Array.from({ length: plan.guilds }, (_, place) => world.addConversation(`crowd ${place}`, []));
		this.#channels = Array.from({ length: plan.channels }, (_, place) => {
			const { guild } = this.#guilds[place % plan.guilds] as Conversation;
			return world.discord.build.addChannel(guild, `crowd-${place}`);
		});
	}

	/** Takes a turn's end from the bot's log. */
	noteEnd(end: EndedTurn): void {
		this.#ended.push(end);
	}

	/** A key and a model for each guild, by command. */
	async prepare(): Promise<void> {
		for (let from = 0; from < this.#guilds.length; from += preparedTogether) {
			const some = this.#guilds.slice(from, from + preparedTogether);
			await Promise.all(some.map((guild, place) => this.#prepare(guild, from + place)));
		}
	}

	/**
	 * For so many seconds, people who were never seen before talk and ask at an even pace; resolves when all have an end, or
	 * when they have had `drainMaxMs` for it.
	 */
	async pass(seconds: number, drainMaxMs: number): Promise<void> {
		const { triggersPerSecond, usersPerSecond } = this.#plan;
		const triggers = triggersPerSecond * seconds;
		const talkers = Math.round(usersPerSecond * seconds) - triggers;
		const startMs = preciseNow();
		let said = 0;
		let asked = 0;
		while (said < talkers || asked < triggers) {
			const share = Math.min(1, (preciseNow() - startMs) / (seconds * 1_000));
			for (; said < talkers * share; said += 1) this.#say('just talking, to nobody in particular', this.#people);
			for (; asked < triggers * share; asked += 1) this.#ask();
			await Bun.sleep(stepMs);
		}
		const areDone = () => this.#ended.length >= this.#triggers;
		await this.#world.discord.until(areDone, drainMaxMs).catch((error: unknown) => console.error(error));
	}

	/** Of all that has passed. */
	verdict(): CrowdVerdict {
		const answered = new Map<string, string[]>();
		for (const { channelId, triggerId, outcome } of this.#ended) {
			if (outcome !== 'replied') continue;
			const known = answered.get(channelId);
			if (known) known.push(triggerId);
			else answered.set(channelId, [triggerId]);
		}
		const posted = new Map<string, number>();
		for (const { message } of this.#world.discord.botMessages()) {
			posted.set(message.channel_id, (posted.get(message.channel_id) ?? 0) + 1);
		}
		let [replies, lost, doubled, overtaken] = [0, 0, 0, 0];
		for (const [channelId, asked] of this.#asked) {
			const order = answered.get(channelId) ?? [];
			const messages = posted.get(channelId) ?? 0;
			replies += messages;
			lost += asked.filter((id) => !order.includes(id)).length;
			doubled += Math.max(0, messages - new Set(order).size);
			overtaken += order.filter((id, place) => asked.indexOf(id) < asked.indexOf(order[place - 1] ?? '')).length;
		}
		return { triggers: this.#triggers, channels: this.#asked.size, replies, lost, doubled, overtaken };
	}

	async #prepare(conversation: Conversation, place: number): Promise<void> {
		const key = `pst-bench-key-of-the-crowd-${place}`;
		this.#world.novelai.accounts.set(key, { tier: 3, active: true });
		const actor = this.#world.discord.as(conversation.ellen);
		const opened = actor.slash(conversation.channel, 'key set', { options: { scope: 'server' } });
		await opened.callback(answerMaxMs);
		await actor.submitModal(opened, { key }).response(answerMaxMs);
		await this.#world.chooseModel(conversation, model);
	}

	/** Some ask in one channel at nearly the same time, so that there is an order to keep. */
	#ask(): void {
		const place = Math.floor(this.#triggers / askedTogether);
		this.#triggers += 1;
		const { id, channel_id } = this.#say(`${this.#world.mention} number ${this.#triggers}?`, place);
		const asked = this.#asked.get(channel_id);
		if (asked) asked.push(id);
		else this.#asked.set(channel_id, [id]);
	}

	/** Somebody new says it in a channel. */
	#say(words: string, place: number) {
		const { discord } = this.#world;
		const channel = this.#channels[place % this.#channels.length] as ChannelRecord;
		const guild = discord.world.guilds.get(channel.guildId ?? '');
		const user = discord.build.addUser(`passer.${this.#people}`);
		if (guild) discord.build.addMember(guild, user);
		this.#people += 1;
		return discord.as(user).send(channel, words);
	}
}
