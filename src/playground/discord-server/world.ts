/** All state of the stand-in: maps, lookups that fail as Discord fails, and the two streams of events out of it. */
import type { APIApplicationCommand, APIMessage, APIUser } from 'discord-api-types/v10';
import { discordError } from './discord-error.ts';
import type { InteractionRecord } from './interaction-record.ts';
import type {
	ApplicationRecord,
	ChannelRecord,
	GuildRecord,
	MemberRecord,
	MessageRecord,
	StoredEmoji,
	StoredFile,
	TypingRecord,
	WebhookRecord,
} from './records.ts';
import { type Clock, SnowflakeMaker } from './snowflakes.ts';

/** What changed, for pages and tests that watch the world. */
export type WorldChange =
	| { readonly kind: 'message-create' | 'message-update' | 'message-delete'; readonly record: MessageRecord }
	| { readonly kind: 'reaction'; readonly record: MessageRecord }
	| { readonly kind: 'typing'; readonly typing: TypingRecord }
	| { readonly kind: 'interaction' | 'interaction-response'; readonly interaction: InteractionRecord }
	| { readonly kind: 'channel'; readonly channel: ChannelRecord };

/** A gateway event before it is filtered and numbered for a session. */
export interface Dispatch {
	readonly t: string;
	readonly d: Readonly<Record<string, unknown>>;
	/** The guild it happened in; null in direct messages and for global events. */
	readonly guildId: string | null;
	/** The channel whose visibility decides; absent when no channel does. */
	readonly channelId?: string;
	/** The message whose content has to be blanked without the content intent. */
	readonly message?: APIMessage;
}

/** The state of one loopback Discord. */
export class World {
	readonly clock: Clock;
	readonly ids: SnowflakeMaker;
	readonly application: ApplicationRecord;
	/** Where the server listens, without a trailing slash; set when it starts. */
	origin = 'http://127.0.0.1';
	/** What a bot that asks is told to use. */
	recommendedShards = 1;
	readonly users = new Map<string, APIUser>();
	readonly guilds = new Map<string, GuildRecord>();
	readonly channels = new Map<string, ChannelRecord>();
	readonly webhooks = new Map<string, WebhookRecord>();
	readonly commands = new Map<string, APIApplicationCommand>();
	readonly interactions = new Map<string, InteractionRecord>();
	readonly files = new Map<string, StoredFile>();
	/** Files whose addresses no longer work; who reads their message alone gets new ones. */
	readonly lapsedFiles = new Set<string>();
	/** The application's own emoji. */
	readonly emojis = new Map<string, StoredEmoji>();
	/** Every message ever stored, oldest first, deleted and ephemeral ones included. */
	readonly messageLog: MessageRecord[] = [];
	/** Every typing call, the bot's and the actors'. */
	readonly typings: TypingRecord[] = [];
	/** Users whose direct messages are closed to the bot (error 50007). */
	readonly closedDms = new Set<string>();
	readonly #changeListeners = new Set<(change: WorldChange) => void>();
	readonly #dispatchListeners = new Set<(dispatch: Dispatch) => void>();

	constructor(clock: Clock, makeApplication: (ids: SnowflakeMaker) => ApplicationRecord) {
		this.clock = clock;
		this.ids = new SnowflakeMaker(clock);
		this.application = makeApplication(this.ids);
		this.users.set(this.application.bot.id, this.application.bot);
		this.users.set(this.application.owner.id, this.application.owner);
	}

	/** Calls `listener` for every change; returns the way to stop that. */
	onChange(listener: (change: WorldChange) => void): () => void {
		this.#changeListeners.add(listener);
		return () => this.#changeListeners.delete(listener);
	}

	/** Calls `listener` for every gateway event; the gateway's own door. */
	onDispatch(listener: (dispatch: Dispatch) => void): () => void {
		this.#dispatchListeners.add(listener);
		return () => this.#dispatchListeners.delete(listener);
	}

	/** Tells the watchers that something changed. */
	announce(change: WorldChange): void {
		for (const listener of this.#changeListeners) listener(change);
	}

	/** Hands an event to the gateway. */
	dispatch(dispatch: Dispatch): void {
		for (const listener of this.#dispatchListeners) listener(dispatch);
	}

	/** Now as Discord writes it. */
	timestamp(atMs: number = this.clock.now()): string {
		return new Date(atMs).toISOString();
	}

	/** The user, or the error 10013. */
	user(id: string): APIUser {
		const user = this.users.get(id);
		if (user === undefined) throw discordError(10013);
		return user;
	}

	/** The guild, or the error 10004. */
	guild(id: string): GuildRecord {
		const guild = this.guilds.get(id);
		if (guild === undefined) throw discordError(10004);
		return guild;
	}

	/** The member, or the error 10007. */
	member(guildId: string, userId: string): MemberRecord {
		const member = this.guild(guildId).members.get(userId);
		if (member === undefined) throw discordError(10007);
		return member;
	}

	/** The channel, or the error 10003. */
	channel(id: string): ChannelRecord {
		const channel = this.channels.get(id);
		if (channel === undefined) throw discordError(10003);
		return channel;
	}

	/** The message that is visible in the channel, or the error 10008. */
	message(channelId: string, id: string): MessageRecord {
		const record = this.channel(channelId).messages.get(id);
		if (record === undefined) throw discordError(10008);
		return record;
	}

	/** The webhook, or the error 10015; with a token, also the error 50027 when it is another's. */
	webhook(id: string, token?: string): WebhookRecord {
		const webhook = this.webhooks.get(id);
		if (webhook === undefined) throw discordError(10015);
		if (token !== undefined && webhook.token !== token) throw discordError(50027);
		return webhook;
	}

	/** The channels of a guild, threads apart. */
	channelsOf(guildId: string, kind: 'channels' | 'threads'): ChannelRecord[] {
		return [...this.channels.values()].filter(
			(channel) => channel.guildId === guildId && (channel.thread !== null) === (kind === 'threads'),
		);
	}

	/** The messages that are visible in a channel, oldest first. */
	messagesIn(channelId: string): MessageRecord[] {
		return [...this.channel(channelId).messages.values()].sort((left, right) =>
			BigInt(left.message.id) < BigInt(right.message.id) ? -1 : 1,
		);
	}
}
