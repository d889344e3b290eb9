/** Turns the loopback world's records into what the page shows. */
import type { ChannelRecord, GuildRecord, MessageRecord } from '#playground/discord-server/records';
import { presentMessage } from '#playground/discord-server/store-message';
import type { World } from '#playground/discord-server/world';
import type { NovelaiRequest } from '#playground/novelai-server/request-log';
import type { PageChannel, PageGuild, PageMessage, PagePerson, PagePrompt, PageVoice } from './page-protocol.ts';
import type { Scene } from './scene.ts';

/** The most messages of a channel that a page begins with. */
const messagesPerChannelMax = 200;

/** The kinds of channel that hold no messages of their own: voice, category, forum. */
const channelKindsWithoutMessages: ReadonlySet<number> = new Set([2, 4, 13, 15]);

/** Everybody: those to speak as, then the bot. */
export function personViews(world: World, scene: Scene, voice: PageVoice): PagePerson[] {
	const people = scene.people.map(({ user, note, standInKey }) => ({
		id: user.id,
		name: user.global_name ?? user.username,
		isBot: false,
		note,
		standInKey: voice.kind === 'stand-in' ? standInKey : null,
	}));
	const { bot } = world.application;
	const name = bot.global_name ?? bot.username;
	return [...people, { id: bot.id, name, isBot: true, note: 'the bot', standInKey: null }];
}

/** A server. */
export function guildView(world: World, guild: GuildRecord): PageGuild {
	const roles = [...guild.roles.values()];
	return {
		id: guild.id,
		name: guild.name,
		ownerId: guild.ownerId,
		everyonePermissions: guild.roles.get(guild.id)?.permissions ?? '0',
		roles: roles.filter(({ id }) => id !== guild.id).map(({ id, name }) => ({ id, name })),
		emojis: [...guild.emojis.values()].flatMap(({ id, name }) =>
			id === null ? [] : [{ id, name: name ?? '', url: `${world.origin}/cdn/emojis/${id}.webp` }],
		),
	};
}

/** A channel; null for kinds that hold no messages. */
export function channelView(channel: ChannelRecord): PageChannel | null {
	if (channelKindsWithoutMessages.has(channel.type)) return null;
	const kind = channel.guildId === null ? 'direct' : channel.thread === null ? 'text' : 'thread';
	return {
		id: channel.id,
		kind,
		guildId: channel.guildId,
		parentId: channel.parentId,
		name: channel.name,
		topic: channel.topic,
		personId: channel.recipientIds[0] ?? null,
	};
}

function usedCommandOf(world: World, record: MessageRecord): PageMessage['usedCommand'] {
	if (record.origin !== 'interaction') return null;
	for (const interaction of world.interactions.values()) {
		if (interaction.original !== record || interaction.commandName === null) continue;
		return { personId: interaction.userId, name: interaction.commandName };
	}
	return null;
}

/** A message as it reads now. */
export function messageView(world: World, record: MessageRecord): PageMessage {
	return {
		message: presentMessage(world, record),
		ephemeralTo: record.ephemeralTo,
		avatarUrl: record.avatarUrl,
		usedCommand: usedCommandOf(world, record),
		reactedBy: Object.fromEntries([...record.reactions].map(([key, { userIds }]) => [key, [...userIds]])),
	};
}

/** What a page begins with of every channel, private answers included. */
export function recentMessages(world: World): PageMessage[] {
	const kept = new Map<string, MessageRecord[]>();
	for (const record of world.messageLog) {
		if (record.deleted) continue;
		const channel = kept.get(record.message.channel_id) ?? [];
		channel.push(record);
		kept.set(record.message.channel_id, channel);
	}
	return [...kept.values()].flatMap((records) =>
		records.slice(-messagesPerChannelMax).map((record) => messageView(world, record)),
	);
}

/** The prompt of a request for text; null for any other request. */
export function promptView(request: NovelaiRequest): PagePrompt | null {
	if (request.prompt === null) return null;
	const { body } = request;
	return {
		atMs: request.receivedAt,
		model: request.model ?? 'unknown',
		path: request.path,
		text: request.prompt,
		tokenCount: request.inputTokens,
		countIsExact: request.countIsExact,
		windowTokens: request.windowTokens,
		outputTokens: request.outputTokens,
		parameters: typeof body === 'object' && body !== null ? { ...body } : {},
	};
}
