/** A guild whose persona speaks through a custom provider, the strict stand-in. */
import type { APIUser } from 'discord-api-types/v10';
import type { ChannelRecord, GuildRecord } from '#playground/discord-server/records';
import { type OpenaiServer, standInModel } from '#playground/openai-server/start-openai-server';
import { CommandUser } from './bot-commands.ts';
import type { BotWorld } from './bot-world.ts';

/** The guild and its people. */
export interface CustomPlace {
	readonly guild: GuildRecord;
	readonly channel: ChannelRecord;
	/** The application's owner, who alone may name addresses of this machine, owns the guild as well. */
	readonly owner: APIUser;
	readonly bo: APIUser;
}

/** The model's codename in such places. */
export const CUSTOM_MODEL = 'custom:stand-in';

/** Adds the endpoint and chooses it, by the commands that people use. */
export async function addCustomPlace(world: BotWorld, server: OpenaiServer, name: string): Promise<CustomPlace> {
	const { owner } = world.discord.world.application;
	const guild = world.discord.build.addGuild(name, { owner });
	const channel = world.discord.build.addChannel(guild, 'general');
	const bo = world.discord.build.addUser(`bo.${name}`, { globalName: 'Bo' });
	world.discord.build.addMember(guild, bo);
	const user = new CommandUser(world, owner, channel);
	const [key = ''] = server.keys;
	const provider = { name: 'stand-in', base_url: server.url, model: standInModel, scope: 'server' };
	await user.fill('provider add', { key }, provider);
	await user.say('model set', { model: CUSTOM_MODEL, scope: 'server' });
	return { guild, channel, owner, bo };
}
