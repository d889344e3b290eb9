/** Watches the world and the NovelAI stand-in, and tells every open page what changed. */
import type { DiscordServer } from '#playground/discord-server/start-discord-server';
import type { WorldChange } from '#playground/discord-server/world';
import type { NovelaiServer } from '#playground/novelai-server/start-novelai-server';
import type { PageEvent, PagePrompt, PageSnapshot, PageStatus, PageVoice } from './page-protocol.ts';
import { channelView, guildView, messageView, personViews, promptView, recentMessages } from './page-view.ts';
import type { Scene } from './scene.ts';

/** What the feed watches. */
export interface PageFeedOptions {
	readonly discord: DiscordServer;
	readonly scene: Scene;
	readonly voice: PageVoice;
	/** Absent with a real key, whose requests do not pass here. */
	readonly novelai?: Pick<NovelaiServer, 'onRequest'>;
	/** Absent unless a custom provider answers. */
	readonly openai?: Pick<NovelaiServer, 'onRequest'>;
}

/** The feed. */
export class PageFeed {
	readonly #options: PageFeedOptions;
	readonly #listeners = new Set<(event: PageEvent) => void>();
	readonly #stops: (() => void)[] = [];
	#status: PageStatus = { phase: 'starting', sentence: 'Tomori is starting …' };
	#prompt: PagePrompt | null = null;
	#commandsKey = '';

	constructor(options: PageFeedOptions) {
		this.#options = options;
		this.#stops.push(options.discord.world.onChange((change) => this.#worldChanged(change)));
		for (const server of [options.novelai, options.openai]) {
			if (server !== undefined) this.#stops.push(server.onRequest((request) => this.#prompted(promptView(request))));
		}
	}

	/** Calls `listener` with a snapshot now and with every event after it; returns the way to stop that. */
	listen(listener: (event: PageEvent) => void): () => void {
		listener(this.snapshot());
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	}

	/** Says how far the bot is. */
	setStatus(status: PageStatus): void {
		this.#status = status;
		this.#tell({ kind: 'status', status });
		this.#tellCommands();
	}

	/** Everything a page needs to begin. */
	snapshot(): PageSnapshot {
		const { world } = this.#options.discord;
		return {
			kind: 'snapshot',
			botId: world.application.bot.id,
			people: personViews(world, this.#options.scene, this.#options.voice),
			guilds: [...world.guilds.values()].map((guild) => guildView(world, guild)),
			channels: [...world.channels.values()].flatMap((channel) => channelView(channel) ?? []),
			messages: recentMessages(world),
			commands: [...world.commands.values()],
			prompt: this.#prompt,
			status: this.#status,
			voice: this.#options.voice,
		};
	}

	/** Stops watching. */
	close(): void {
		for (const stop of this.#stops) stop();
		this.#listeners.clear();
	}

	#tell(event: PageEvent): void {
		for (const listener of this.#listeners) listener(event);
	}

	#tellCommands(): void {
		const commands = [...this.#options.discord.world.commands.values()];
		const key = commands.map(({ id, version }) => `${id} ${version}`).join();
		if (key === this.#commandsKey) return;
		this.#commandsKey = key;
		this.#tell({ kind: 'commands', commands });
	}

	#prompted(prompt: PagePrompt | null): void {
		if (prompt === null) return;
		this.#prompt = prompt;
		this.#tell({ kind: 'prompt', prompt });
	}

	#worldChanged(change: WorldChange): void {
		const { world } = this.#options.discord;
		switch (change.kind) {
			case 'message-create':
			case 'message-update':
			case 'reaction':
				if (change.record.deleted) return;
				this.#tell({ kind: 'message', message: messageView(world, change.record) });
				return;
			case 'message-delete': {
				const { message } = change.record;
				this.#tell({ kind: 'message-delete', channelId: message.channel_id, messageId: message.id });
				return;
			}
			case 'typing': {
				const { channelId, userId, atMs } = change.typing;
				this.#tell({ kind: 'typing', channelId, personId: userId, atMs });
				return;
			}
			case 'channel': {
				const channel = channelView(change.channel);
				if (channel !== null) this.#tell({ kind: 'channel', channel });
				return;
			}
			case 'interaction':
				this.#tellCommands();
				return;
			case 'interaction-response': {
				// Only now it is known which command the message answers.
				const { original } = change.interaction;
				if (original !== null && !original.deleted) {
					this.#tell({ kind: 'message', message: messageView(world, original) });
				}
			}
		}
	}
}
