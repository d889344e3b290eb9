/** The bot's connection to Discord, as the program uses it. */
import type { Failure } from '#domain/failure';
import type { Snowflake } from '#domain/ids';
import type { Locale } from '#domain/locale';
import type { ChatMessage } from '#domain/message';
import type { Secret } from '#domain/secret';
import type { Result } from '#lib/result';
import type { AppStateStore } from '#ports/app-state-store';
import type { AvatarHost } from '#ports/avatar-host';
import type { BorrowedVoices } from '#ports/borrowed-voice';
import type { ChatSurface } from '#ports/chat-surface';
import type { Clock } from '#ports/clock';
import type { CommandSet } from '#ports/command';
import type { GuildDirectory } from '#ports/guild-directory';
import type { Log } from '#ports/log';
import type { MediaSource } from '#ports/media-source';
import type { WebhookStore } from '#ports/webhook-store';
import { createApplicationEmoji } from './application-emoji.ts';
import { BorrowedWebhooks } from './borrowed-webhooks.ts';
import { type ChannelPlaces, channelPlaces } from './channel-places.ts';
import { type ClosingDoor, type ClosingDoorOptions, closingDoor } from './closing-door.ts';
import { createContentWatch } from './content-watch.ts';
import { sendDirectFile } from './direct-file.ts';
import { createDiscordSurface, forwardDepthDefaultMax } from './discord-surface.ts';
import { createMediaSource } from './extract-media.ts';
import { type DeletedMessages, keptEventsMax, type TypingStart } from './gateway-events.ts';
import { type GatewaySessions, gatewaySessions } from './gateway-sessions.ts';
import { guildCache } from './guild-cache.ts';
import { guildDirectory } from './guild-directory.ts';
import { type GuildJoin, readJoin } from './guild-join.ts';
import { createInteractionAnswers } from './interaction-answers.ts';
import { type InteractionsOptions, interactionHandler } from './interactions.ts';
import { leaveResumable } from './kept-session.ts';
import { destroyClient, type LoggedIn } from './login.ts';
import { createMessageReader } from './message-reader.ts';
import { createOutlet, type Listener } from './outlet.ts';
import { registerCommands } from './register-commands.ts';
import { type RestRoute, routeOf } from './rest-route.ts';
import type { DiscordStartFailure } from './start-failure.ts';
import { Webhooks } from './webhooks.ts';

/** A live connection. Listeners' errors are logged; each `on…` returns the way to remove the listener. */
export interface DiscordConnection extends GatewaySessions {
	readonly selfId: Snowflake;
	readonly selfName: string;
	readonly applicationId: Snowflake;
	/** The application's owner or the members of its team; empty when Discord did not say. */
	readonly ownerIds: ReadonlySet<Snowflake>;
	readonly surface: ChatSurface;
	readonly media: MediaSource;
	/** Speaking as a person for a moment. */
	readonly voices: BorrowedVoices;
	readonly directory: GuildDirectory;
	/** Where pictures of personas are kept. */
	readonly avatars: AvatarHost;
	guildCount(): number;
	/** The guild's preferred language, as far as it is one of ours. */
	guildLocale(guildId: Snowflake): Locale | null;
	/** What a channel goes by: its id and name and, in a thread, those of the channel above it. */
	channelNames(channelId: Snowflake): readonly string[];
	/** Whether a channel is closed to anybody of its server; true where that is not known. */
	isPrivateChannel(channelId: Snowflake): boolean;
	/** The roles that Discord made for this bot: naming one of them names the bot (S021). */
	selfRoleIds(guildId: Snowflake): readonly Snowflake[];
	/** Every message of every channel, our own included; the first listener also gets what came since the login. */
	onMessage(listener: Listener<ChatMessage>): () => void;
	/** Messages as they read after an update; `editedAtMs` tells a person's edit from a preview or a pin. */
	onMessageEdited(listener: Listener<ChatMessage>): () => void;
	onMessageDeleted(listener: Listener<DeletedMessages>): () => void;
	onTyping(listener: Listener<TypingStart>): () => void;
	/** The bot was added to a server; never told of those that it was in before. */
	onGuildJoined(listener: Listener<GuildJoin>): () => void;
	/** Called once when Discord ends the connection for good: the program is deaf from then on and should end. */
	onLost(listener: (failure: DiscordStartFailure) => void): void;
	/** Replaces the application's commands when they changed since the last time; store errors are thrown. */
	registerCommands(commands: CommandSet, state: AppStateStore): Promise<Result<'registered' | 'unchanged', Failure>>;
	/** Answers interactions with these commands; the texts are shown when one of them breaks. To be called once. */
	serveCommands(commands: CommandSet, texts: CommandTexts): void;
	/** Takes no further commands; resolves when those that run are done, or when the signal aborts. */
	stopCommands(deadline: AbortSignal): Promise<void>;
	/** Aborts running commands and leaves the gateway; the sessions can be resumed for some minutes. */
	close(): Promise<void>;
}

/** What a command says that breaks, or comes too late. */
export type CommandTexts = Pick<
	InteractionsOptions,
	'internalError' | 'databaseUnavailable' | 'formForgotten' | 'sharing'
> &
	Pick<ClosingDoorOptions, 'shuttingDown'>;

/** What a connection is made of. */
export interface ConnectOptions extends RestRoute {
	readonly token: Secret;
	readonly messageContent: boolean;
	readonly typingEveryMs?: number;
	/** Fetches for one forward of a forward at most, 0 for none; 3 unless given. */
	readonly forwardDepthMax?: number;
	readonly clock: Clock;
	readonly log: Log;
	readonly ownerIds: ReadonlySet<Snowflake>;
	/** Where the webhooks of personas are kept; in memory only unless given. */
	readonly webhooks?: WebhookStore;
	/** Makes a picture small enough for an emoji; without it no picture is uploaded. */
	readonly shrinkAvatar?: (bytes: Uint8Array) => Promise<Uint8Array | null>;
	/** Called once when people's messages come without content although the intent was granted (S052). */
	readonly onContentMissing?: () => void;
}

/** Builds the connection over a client that is ready. */
export function connect({ client, events, hearing, lost }: LoggedIn, options: ConnectOptions): DiscordConnection {
	const { clock, log } = options;
	const closing = new AbortController();
	const doors: ClosingDoor[] = [];
	const identity = { selfId: client.user.id, applicationId: client.application.id };
	const { guildOf, askNicknames, channelName, roleName, mayWrite, emojis, room, ...guilds } = guildCache(client, log);
	const reader = createMessageReader({ ...identity, guildOf, askNicknames, channelName, roleName });
	const forwardDepthMax = options.forwardDepthMax ?? forwardDepthDefaultMax;
	const answers = createInteractionAnswers({
		...routeOf(options),
		applicationId: identity.applicationId,
		sendDirect: (file) => sendDirectFile({ rest: client.rest, log }, file),
		log,
	});
	const places = channelPlaces(client.rest);
	const { webhooks, voices } = openWebhooks({ client, places, applicationId: identity.applicationId }, options);
	const { messages, edits } = messageOutlets({ events, reader, selfId: identity.selfId }, options);
	const joins = createOutlet<GuildJoin>({ name: 'join', log, keptMax: keptEventsMax });
	events.joins.listen((guild) => joins.emit(readJoin(guild, mayWrite)));
	return {
		...identity,
		...guilds,
		...gatewaySessions({ client, hearing, reader }, options),
		selfName: client.user.username,
		ownerIds: options.ownerIds,
		surface: createDiscordSurface({
			rest: client.rest,
			clock,
			log,
			reader,
			webhooks,
			emojis,
			room,
			forwardDepthMax,
			mayWrite,
			threadFrom: events.threads.threadFrom,
			...(options.typingEveryMs === undefined ? {} : { typingEveryMs: options.typingEveryMs }),
		}),
		voices,
		directory: guildDirectory({ client, places, log }),
		media: createMediaSource({ rest: client.rest, log, readOne: reader.readOne, forwardDepthMax }),
		avatars: createApplicationEmoji({
			rest: client.rest,
			applicationId: identity.applicationId,
			shrink: options.shrinkAvatar ?? (async () => null),
			log,
		}),
		onMessage: messages.listen,
		onMessageEdited: edits.listen,
		onMessageDeleted: events.deletions.listen,
		onTyping: events.typings.listen,
		onGuildJoined: joins.listen,
		onLost: (listener) => void lost.then(listener),
		registerCommands: (commands, state) =>
			registerCommands({ rest: client.rest, applicationId: identity.applicationId, ...commands, state, log }),
		serveCommands: (commands, texts) => {
			const handle = interactionHandler({ ...texts, ...commands, answers, clock, log, signal: closing.signal });
			const door = closingDoor({ handle, answers, shuttingDown: texts.shuttingDown });
			doors.push(door);
			events.interactions.listen(door.take);
		},
		stopCommands: async (deadline) => {
			await Promise.all(doors.map((door) => door.close(deadline)));
		},
		close: async () => {
			closing.abort();
			answers.close();
			webhooks.close();
			voices.close();
			await destroyClient(client, clock, () => leaveResumable(client));
		},
	};
}

/** Messages, and messages as they read after an update, in our own form. */
function messageOutlets(
	parts: Pick<LoggedIn, 'events'> & {
		readonly reader: ReturnType<typeof createMessageReader>;
		readonly selfId: Snowflake;
	},
	options: ConnectOptions,
) {
	const { events, reader, selfId } = parts;
	const { log } = options;
	const messages = createOutlet<ChatMessage>({ name: 'message', log, keptMax: keptEventsMax });
	const noticeBlank = options.messageContent ? blankNoticer(selfId, options) : () => {};
	events.messages.listen((packet) => {
		const message = reader.readPacket(packet);
		if (!message) return;
		noticeBlank(message);
		messages.emit(message);
	});
	const edits = createOutlet<ChatMessage>({ name: 'edit', log, keptMax: 0 });
	events.edits.listen((packet) => {
		const message = reader.readPacket(packet);
		if (message && message.author.id !== '') edits.emit(message);
	});
	return { messages, edits };
}

interface WebhookOwner {
	readonly places: ChannelPlaces;
	readonly applicationId: Snowflake;
}

/** Those of personas, and those that are lent. */
function openWebhooks(
	{ client, places, applicationId }: Pick<LoggedIn, 'client'> & WebhookOwner,
	options: ConnectOptions,
) {
	const { webhooks: store = forgetfulWebhooks, clock, log } = options;
	const shared = { ...routeOf(options), rest: client.rest, places, applicationId, clock, log };
	return { webhooks: new Webhooks({ ...shared, store }), voices: new BorrowedWebhooks(shared) };
}

/** Webhooks are then found again by asking Discord for them. */
const forgetfulWebhooks: WebhookStore = {
	findWebhook: async () => null,
	saveWebhook: async () => {},
	forgetWebhook: async () => {},
};

/** Asking for the content intent and getting blank messages is an error of the portal's settings, reported once. */
function blankNoticer(selfId: Snowflake, { log, onContentMissing }: ConnectOptions): (message: ChatMessage) => void {
	const watch = createContentWatch(selfId);
	return (message) => {
		if (!watch.observe(message)) return;
		log.warn({}, 'messages arrive without content: is the message content intent switched on in the portal?');
		onContentMissing?.();
	};
}
