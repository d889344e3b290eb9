/** A loopback Discord with one guild, two people and a connected discord.js client, for the tests of the stand-in. */
import {
	type APIUser,
	Client,
	type ClientOptions,
	GatewayIntentBits,
	type Message,
	Partials,
	type TextChannel,
} from 'discord.js';
import { expect } from 'vitest';
import type { ChannelRecord, GuildRecord } from '#playground/discord-server/records';
import {
	type DiscordServer,
	type DiscordServerOptions,
	startDiscordServer,
} from '#playground/discord-server/start-discord-server';
import { complaintsAgainst } from '../../support/discord-openapi.ts';

/** The intents the tests use unless they say otherwise. */
export const usualIntents: readonly GatewayIntentBits[] = [
	GatewayIntentBits.Guilds,
	GatewayIntentBits.GuildMessages,
	GatewayIntentBits.GuildMessageReactions,
	GatewayIntentBits.GuildMessageTyping,
	GatewayIntentBits.DirectMessages,
	GatewayIntentBits.DirectMessageTyping,
	GatewayIntentBits.MessageContent,
];

/** The scene of a test. */
export interface Scene {
	readonly server: DiscordServer;
	readonly guild: GuildRecord;
	readonly general: ChannelRecord;
	readonly alice: APIUser;
	readonly bob: APIUser;
}

const scenes: Scene[] = [];
const clients: Client[] = [];

/** Starts a server with the usual people; `closeScenes` stops it. */
export async function openScene(options: DiscordServerOptions = {}): Promise<Scene> {
	const server = await startDiscordServer(options);
	const guild = server.build.addGuild('House');
	const general = server.build.addChannel(guild, 'general');
	const alice = server.build.addUser('alice', { globalName: 'Alice' });
	const bob = server.build.addUser('bob');
	server.build.addMember(guild, alice, { nick: 'Al' });
	server.build.addMember(guild, bob);
	const scene = { server, guild, general, alice, bob };
	scenes.push(scene);
	return scene;
}

/** A client for a server, not yet logged in. */
export function makeClient(server: DiscordServer, options: Partial<ClientOptions> = {}): Client {
	const client = new Client({
		intents: [...usualIntents],
		partials: [Partials.Channel, Partials.Message, Partials.Reaction],
		...options,
		rest: { api: server.apiUrl, cdn: server.cdnUrl, ...options.rest },
	});
	client.on('error', () => undefined);
	clients.push(client);
	return client;
}

/** A client that is ready. */
export async function connect(server: DiscordServer, options: Partial<ClientOptions> = {}): Promise<Client<true>> {
	const client = makeClient(server, options);
	await client.login(server.token);
	await server.until(() => client.isReady());
	return client as Client<true>;
}

/** The client's view of a text channel. */
export function textChannel(client: Client, channel: ChannelRecord): TextChannel {
	return client.channels.cache.get(channel.id) as TextChannel;
}

/** Every message the client hears, in order. */
export function heard(client: Client): Message[] {
	const messages: Message[] = [];
	client.on('messageCreate', (message) => messages.push(message));
	return messages;
}

/** The code of the Discord error that a promise rejects with. */
export async function errorCode(promise: Promise<unknown>): Promise<unknown> {
	const error = await promise.then(
		() => null,
		(reason: unknown) => reason,
	);
	return (error as { code?: unknown } | null)?.code ?? null;
}

/** Stops everything and expects that no route was unknown and no exchange broke Discord's contract. */
export async function closeScenes(): Promise<void> {
	const finished = scenes.splice(0);
	for (const client of clients.splice(0)) await client.destroy();
	for (const { server } of finished) await server.stop();
	for (const { server } of finished) {
		expect(complaintsAgainst(server)).toEqual([]);
	}
}
