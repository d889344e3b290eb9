/** One room with two people, whose persona speaks through NovelAI or through a custom endpoint. */
import type { APIUser } from 'discord-api-types/v10';
import type { ChannelRecord, GuildRecord, MessageRecord } from '#playground/discord-server/records';
import type { ReplyScript } from '#playground/novelai-server/reply-scripts';
import { type OpenaiServer, startOpenaiServer } from '#playground/openai-server/start-openai-server';
import { CommandUser, type Options } from './bot-commands.ts';
import { BotWorld, textOf } from './bot-world.ts';
import { addCustomPlace } from './custom-place.ts';

/** Whose models a room speaks through. */
export const ROOM_PROVIDERS = ['novelai', 'custom'] as const;

/** One of them. */
export type RoomProvider = (typeof ROOM_PROVIDERS)[number];

/** Both stand-ins and the bot. */
export class RoomWorld {
	readonly bot: BotWorld;
	readonly openai: OpenaiServer;

	private constructor(bot: BotWorld, openai: OpenaiServer) {
		this.bot = bot;
		this.openai = openai;
	}

	/** Starts everything. */
	static async start(): Promise<RoomWorld> {
		return new RoomWorld(await BotWorld.start(), startOpenaiServer({ keys: ['sk-of-this-test'] }));
	}

	/** Stops everything. */
	async stop(): Promise<void> {
		await this.bot.stop();
		await this.openai.stop();
	}

	/** Everything that should never have happened, scripts that nobody used included. */
	troubles(): readonly unknown[] {
		const pending = this.bot.novelai.scripts.pending + this.openai.scripts.pending;
		return [
			...(pending === 0 ? [] : [`${pending} scripts were not used`]),
			...this.openai.violations,
			...this.openai.unknownRoutes,
			...this.bot.violations(),
		];
	}

	/** A new room: the application's owner manages it, and Bo is a member who manages nothing. */
	async addRoom(name: string, provider: RoomProvider): Promise<TalkRoom> {
		if (provider === 'custom') {
			const { guild, channel, owner, bo } = await addCustomPlace(this.bot, this.openai, name);
			return new TalkRoom(this, { provider, guild, channel, owner, bo });
		}
		const { guild, channel, ellen: owner } = await this.bot.addGuild(name);
		const bo = this.bot.discord.build.addUser(`bo.${name}`, { globalName: 'Bo' });
		this.bot.discord.build.addMember(guild, bo);
		return new TalkRoom(this, { provider, guild, channel, owner, bo });
	}
}

interface RoomParts {
	readonly provider: RoomProvider;
	readonly guild: GuildRecord;
	readonly channel: ChannelRecord;
	readonly owner: APIUser;
	readonly bo: APIUser;
}

/** The room. */
export class TalkRoom {
	readonly world: RoomWorld;
	readonly provider: RoomProvider;
	readonly guild: GuildRecord;
	readonly channel: ChannelRecord;
	readonly owner: APIUser;
	readonly bo: APIUser;

	constructor(world: RoomWorld, parts: RoomParts) {
		this.world = world;
		this.provider = parts.provider;
		this.guild = parts.guild;
		this.channel = parts.channel;
		this.owner = parts.owner;
		this.bo = parts.bo;
	}

	/** What the model does next. */
	next(script: ReplyScript): void {
		if (this.provider === 'custom') this.world.openai.scripts.queue(script);
		else
			this.world.bot.novelai.scripts.queue(script.text === undefined ? script : { ...script, text: ` ${script.text}` });
	}

	/** Mentions the bot; resolves with its reply once the turn has ended. */
	async say(user: APIUser, words: string, reply: string): Promise<string> {
		this.next({ text: reply });
		const { bot } = this.world;
		const asked = await bot.askThrough(user, this.channel, `${bot.mention} ${words}`);
		return asked.answers.map(textOf).join('\n');
	}

	/** Gives a command and resolves with what its answer says. */
	async command(user: APIUser, command: string, options: Options = {}): Promise<string> {
		return (await new CommandUser(this.world.bot, user, this.channel).say(command, options)).trim();
	}

	/** What was sent to the model last, as one text. */
	prompt(): string {
		if (this.provider === 'novelai') return this.world.bot.novelai.requests.at(-1)?.prompt ?? '';
		return this.messages()
			.map(({ role, content }) => `<${role}>\n${content}`)
			.join('\n');
	}

	/** The messages of the last chat. */
	messages(): readonly { readonly role: string; readonly content: string }[] {
		const body = this.world.openai.requests.findLast(({ method }) => method === 'POST')?.body;
		return (body as { messages: { role: string; content: string }[] } | undefined)?.messages ?? [];
	}

	/** How often any model was asked. */
	generations(): number {
		const posts = [...this.world.bot.novelai.requests, ...this.world.openai.requests];
		return posts.filter(({ method }) => method === 'POST').length;
	}

	/** What the bot and its webhooks show in the room, oldest first. */
	shown(): readonly MessageRecord[] {
		return this.world.bot.discord.world.messageLog.filter((record) => {
			return (
				record.message.channel_id === this.channel.id && !record.deleted && ['bot', 'webhook'].includes(record.origin)
			);
		});
	}

	/** The newest of them, as its card reads: kind, title and text. */
	notice(): { readonly kind: string; readonly title: string | undefined; readonly text: string | undefined } {
		const embed = this.shown().at(-1)?.message.embeds[0];
		return {
			kind: (embed?.footer?.text ?? '').replace('tomori · ', ''),
			title: embed?.title,
			text: embed?.description,
		};
	}
}
