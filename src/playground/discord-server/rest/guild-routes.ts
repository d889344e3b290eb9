/** Guilds: the guild itself, its channels, roles, emojis and members. */

import { GatewayIntentBits } from 'discord-api-types/v10';
import { discordError } from '../discord-error.ts';
import { channelJson, guildJson, type Json, memberJson } from '../payloads.ts';
import type { GuildRecord } from '../records.ts';
import { compareSnowflakes } from '../snowflakes.ts';
import { answer, noContent, type RestCall, type Route } from './router.ts';

/** The guild of the path; one the bot is not in is unknown to it. */
function guildOf(call: RestCall): GuildRecord {
	const guild = call.world.guild(call.param('guild'));
	if (!guild.members.has(call.world.application.bot.id)) throw discordError(10004);
	return guild;
}

function listMembers(call: RestCall): Json[] {
	if ((call.world.application.allowedPrivilegedIntents & GatewayIntentBits.GuildMembers) === 0)
		throw discordError(50001);
	const after = call.query.get('after') ?? '0';
	const limit = Number(call.query.get('limit') ?? 1);
	return [...guildOf(call).members.values()]
		.filter((member) => compareSnowflakes(member.user.id, after) > 0)
		.sort((left, right) => compareSnowflakes(left.user.id, right.user.id))
		.slice(0, limit)
		.map((member) => memberJson(member, true));
}

function searchMembers(call: RestCall): Json[] {
	const query = (call.query.get('query') ?? '').toLowerCase();
	const names = (member: { user: { username: string; global_name: string | null }; nick: string | null }): string[] =>
		[member.user.username, member.user.global_name ?? '', member.nick ?? ''].map((name) => name.toLowerCase());
	return [...guildOf(call).members.values()]
		.filter((member) => names(member).some((name) => name !== '' && name.startsWith(query)))
		.slice(0, Number(call.query.get('limit') ?? 1))
		.map((member) => memberJson(member, true));
}

function renameSelf(call: RestCall): Json {
	const guild = guildOf(call);
	const member = call.world.member(guild.id, call.world.application.bot.id);
	const { nick } = call.body;
	if (typeof nick === 'string' || nick === null) member.nick = nick === '' ? null : nick;
	const d = { ...memberJson(member, true), guild_id: guild.id };
	call.world.dispatch({ t: 'GUILD_MEMBER_UPDATE', d, guildId: guild.id });
	return memberJson(member, true);
}

/** The routes of guilds. */
export const guildRoutes: readonly Route[] = [
	{
		method: 'GET',
		pattern: '/guilds/:guild',
		handle: (call) => {
			const guild = guildOf(call);
			const size = guild.members.size;
			const counts = { approximate_member_count: size, approximate_presence_count: size };
			return answer({ ...guildJson(guild), ...(call.query.get('with_counts') === 'true' ? counts : {}) });
		},
	},
	{
		method: 'GET',
		pattern: '/guilds/:guild/channels',
		handle: (call) => {
			const channels = call.world.channelsOf(guildOf(call).id, 'channels');
			return answer(channels.map((channel) => channelJson(call.world, channel)));
		},
	},
	{ method: 'GET', pattern: '/guilds/:guild/roles', handle: (call) => answer([...guildOf(call).roles.values()]) },
	{
		method: 'GET',
		pattern: '/guilds/:guild/roles/:role',
		handle: (call) => {
			const role = guildOf(call).roles.get(call.param('role'));
			if (role === undefined) throw discordError(10011);
			return answer(role);
		},
	},
	{ method: 'GET', pattern: '/guilds/:guild/emojis', handle: (call) => answer([...guildOf(call).emojis.values()]) },
	{ method: 'GET', pattern: '/guilds/:guild/stickers', handle: () => answer([]) },
	{ method: 'GET', pattern: '/guilds/:guild/members', handle: (call) => answer(listMembers(call)) },
	{ method: 'GET', pattern: '/guilds/:guild/members/search', handle: (call) => answer(searchMembers(call)) },
	{ method: 'PATCH', pattern: '/guilds/:guild/members/@me', handle: (call) => answer(renameSelf(call)) },
	{
		method: 'GET',
		pattern: '/guilds/:guild/members/:user',
		handle: (call) => answer(memberJson(call.world.member(guildOf(call).id, call.param('user')), true)),
	},
	{
		method: 'DELETE',
		pattern: '/users/@me/guilds/:guild',
		handle: (call) => {
			const guild = guildOf(call);
			guild.members.delete(call.world.application.bot.id);
			call.world.dispatch({ t: 'GUILD_DELETE', d: { id: guild.id }, guildId: guild.id });
			return noContent;
		},
	},
];
