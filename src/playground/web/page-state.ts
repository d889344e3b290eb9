/** What the page knows and what the person at it has chosen; events go in, a listener hears what part changed. */
import type {
	PageChannel,
	PageEvent,
	PageGuild,
	PageMessage,
	PagePerson,
	PagePrompt,
	PageSnapshot,
	PageStatus,
} from '#playground/page-protocol';
import type { MentionNames } from './markdown-view.ts';

/** The parts of the page that are drawn apart. */
export type PagePart = 'all' | 'messages' | 'sidebar' | 'typing' | 'prompt' | 'status' | 'composer';

/** How long a typing notice lasts, as at Discord. */
const typingLastsMs = 9_000;

/** A message with a number that rises whenever it changes. */
export interface HeldMessage extends PageMessage {
	readonly version: number;
}

/** The page's state. */
export class PageState {
	#snapshot: PageSnapshot;
	readonly #messages = new Map<string, HeldMessage>();
	readonly #channels = new Map<string, PageChannel>();
	readonly #typing = new Map<
		string,
		{ readonly personId: string; readonly channelId: string; readonly untilMs: number }
	>();
	readonly #unread = new Set<string>();
	readonly #changed: (part: PagePart) => void;
	#version = 0;
	speakerId = '';
	channelId = '';
	replyToId: string | null = null;

	constructor(snapshot: PageSnapshot, changed: (part: PagePart) => void) {
		this.#changed = changed;
		this.#snapshot = snapshot;
		this.#take(snapshot);
	}

	get status(): PageStatus {
		return this.#snapshot.status;
	}

	get prompt(): PagePrompt | null {
		return this.#snapshot.prompt;
	}

	get voice(): PageSnapshot['voice'] {
		return this.#snapshot.voice;
	}

	get commands(): PageSnapshot['commands'] {
		return this.#snapshot.commands;
	}

	get botId(): string {
		return this.#snapshot.botId;
	}

	/** Everybody a person at the page can speak as. */
	get speakers(): readonly PagePerson[] {
		return this.#snapshot.people.filter((person) => !person.isBot);
	}

	get people(): readonly PagePerson[] {
		return this.#snapshot.people;
	}

	get guilds(): readonly PageGuild[] {
		return this.#snapshot.guilds;
	}

	get speaker(): PagePerson | undefined {
		return this.person(this.speakerId);
	}

	get channel(): PageChannel | undefined {
		return this.#channels.get(this.channelId);
	}

	person(id: string): PagePerson | undefined {
		return this.#snapshot.people.find((person) => person.id === id);
	}

	message(id: string): HeldMessage | undefined {
		return this.#messages.get(id);
	}

	/** The channels of a server, or with null the speaker's direct messages. */
	channelsOf(guildId: string | null): PageChannel[] {
		return [...this.#channels.values()].filter(
			(channel) => channel.guildId === guildId && (channel.kind !== 'direct' || channel.personId === this.speakerId),
		);
	}

	/** What the speaker sees in the chosen channel, oldest first. */
	get visibleMessages(): HeldMessage[] {
		return [...this.#messages.values()]
			.filter(
				({ message, ephemeralTo }) =>
					message.channel_id === this.channelId && (ephemeralTo === null || ephemeralTo === this.speakerId),
			)
			.sort((left, right) => (BigInt(left.message.id) < BigInt(right.message.id) ? -1 : 1));
	}

	/** Who is typing in the chosen channel now, the speaker apart. */
	typingNames(nowMs: number): string[] {
		return [...this.#typing.values()]
			.filter((typing) => typing.channelId === this.channelId && typing.untilMs > nowMs)
			.filter((typing) => typing.personId !== this.speakerId)
			.map((typing) => this.person(typing.personId)?.name ?? 'Someone');
	}

	isUnread(channelId: string): boolean {
		return this.#unread.has(channelId);
	}

	/** Names for the ids in messages, as the chosen server knows them. */
	get names(): MentionNames {
		const guild = this.guilds.find((candidate) => candidate.id === this.channel?.guildId) ?? this.guilds[0];
		return {
			user: (id) => this.person(id)?.name ?? null,
			channel: (id) => this.#channels.get(id)?.name ?? null,
			role: (id) => guild?.roles.find((role) => role.id === id)?.name ?? null,
			emojiUrl: (id) => guild?.emojis.find((emoji) => emoji.id === id)?.url ?? null,
		};
	}

	/** Speaks as another person; a direct channel changes to that person's own. */
	speakAs(personId: string): void {
		const wasDirect = this.channel?.kind === 'direct';
		this.speakerId = personId;
		this.replyToId = null;
		const direct = wasDirect ? this.channelsOf(null)[0] : undefined;
		if (wasDirect) this.channelId = (direct ?? this.#firstChannel())?.id ?? '';
		this.#changed('all');
	}

	openChannel(channelId: string): void {
		this.channelId = channelId;
		this.replyToId = null;
		this.#unread.delete(channelId);
		this.#changed('all');
	}

	replyTo(messageId: string | null): void {
		this.replyToId = messageId;
		this.#changed('composer');
	}

	/** Takes an event of the stream in. */
	apply(event: PageEvent): void {
		switch (event.kind) {
			case 'snapshot':
				this.#take(event);
				this.#changed('all');
				return;
			case 'message':
				this.#takeMessage(event.message);
				return;
			case 'message-delete':
				this.#messages.delete(event.messageId);
				this.#changed('messages');
				return;
			case 'typing':
				this.#typing.set(`${event.channelId} ${event.personId}`, { ...event, untilMs: Date.now() + typingLastsMs });
				this.#changed('typing');
				return;
			case 'channel':
				this.#channels.set(event.channel.id, event.channel);
				this.#changed('sidebar');
				return;
			case 'commands':
				this.#snapshot = { ...this.#snapshot, commands: event.commands };
				return;
			case 'prompt':
				this.#snapshot = { ...this.#snapshot, prompt: event.prompt };
				this.#changed('prompt');
				return;
			case 'status':
				this.#snapshot = { ...this.#snapshot, status: event.status };
				this.#changed('status');
				return;
		}
	}

	#firstChannel(): PageChannel | undefined {
		return this.channelsOf(this.guilds[0]?.id ?? null)[0];
	}

	#take(snapshot: PageSnapshot): void {
		this.#snapshot = snapshot;
		this.#messages.clear();
		this.#channels.clear();
		for (const channel of snapshot.channels) this.#channels.set(channel.id, channel);
		for (const message of snapshot.messages) this.#hold(message);
		if (this.speaker === undefined) this.speakerId = this.speakers[0]?.id ?? '';
		if (this.channel === undefined) this.channelId = this.#firstChannel()?.id ?? '';
	}

	#hold(message: PageMessage): void {
		this.#version += 1;
		this.#messages.set(message.message.id, { ...message, version: this.#version });
	}

	#takeMessage(held: PageMessage): void {
		const isNew = !this.#messages.has(held.message.id);
		this.#hold(held);
		const { channel_id: channelId, author } = held.message;
		const authorId = held.message.webhook_id === undefined ? author.id : this.botId;
		this.#typing.delete(`${channelId} ${authorId}`);
		if (isNew && channelId !== this.channelId && author.id !== this.speakerId) {
			this.#unread.add(channelId);
			this.#changed('sidebar');
		}
		this.#changed('messages');
		this.#changed('typing');
	}
}
