/** The bot's user and application, other users, direct-message channels, and the gateway's address. */
import type { APIUser } from 'discord-api-types/v10';
import { discordError, invalidForm } from '../discord-error.ts';
import { applicationFlags } from '../gateway/intents.ts';
import { channelJson, guildJson, type Json, userJson } from '../payloads.ts';
import { guildPermissions } from '../permissions.ts';
import type { World } from '../world.ts';
import { WorldBuilder } from '../world-builder.ts';
import { answer, type RestCall, type Route } from './router.ts';

function selfJson(world: World): Json {
	return { ...userJson(world.application.bot), mfa_enabled: true, locale: 'en-US', verified: true, email: null };
}

function applicationJson(world: World): Json {
	const { application } = world;
	const flags = applicationFlags(application.allowedPrivilegedIntents);
	return {
		id: application.id,
		name: application.name,
		icon: null,
		description: '',
		type: null,
		verify_key: '0'.repeat(64),
		flags,
		flags_new: String(flags),
		redirect_uris: [],
		interactions_endpoint_url: null,
		role_connections_verification_url: null,
		owner: userJson(application.owner),
		approximate_guild_count: world.guilds.size,
		approximate_user_install_count: 0,
		approximate_user_authorization_count: 0,
		explicit_content_filter: 0,
		team: null,
		eligible_oauth2_scopes: [],
		bot: userJson(application.bot),
		bot_public: true,
		bot_require_code_grant: false,
	};
}

function renameSelf(call: RestCall): Json {
	const { world, body } = call;
	const bot = world.application.bot as { -readonly [Key in keyof APIUser]: APIUser[Key] };
	const { username, avatar } = body;
	if (username !== undefined && (typeof username !== 'string' || username.length < 2 || username.length > 32)) {
		const message = 'Must be between 2 and 32 in length.';
		throw invalidForm([{ path: ['username'], code: 'BASE_TYPE_BAD_LENGTH', message }]);
	}
	if (typeof username === 'string') bot.username = username;
	if (avatar !== undefined) bot.avatar = typeof avatar === 'string' ? `avatar${world.ids.next()}` : null;
	world.dispatch({ t: 'USER_UPDATE', d: selfJson(world), guildId: null });
	return selfJson(world);
}

function openDm(call: RestCall): Json {
	const { world, body } = call;
	const user = world.user(String(body['recipient_id']));
	if (user.bot === true) throw discordError(50007);
	return channelJson(world, new WorldBuilder(world).openDm(user));
}

/** Attachment addresses never run out here, so each is its own fresh one. */
function refreshed(call: RestCall): Json {
	const urls = Array.isArray(call.body['attachment_urls']) ? call.body['attachment_urls'].map(String) : [];
	return { refreshed_urls: urls.map((url) => ({ original: url, refreshed: `${url.split('?')[0]}?ex=ffffffff` })) };
}

/** The routes of users, applications and the gateway's address. */
export const userRoutes: readonly Route[] = [
	{
		method: 'GET',
		pattern: '/gateway/bot',
		handle: ({ world }) =>
			answer({
				url: `${world.origin.replace(/^http/, 'ws')}/gateway`,
				shards: world.recommendedShards,
				session_start_limit: { total: 1000, remaining: 1000, reset_after: 0, max_concurrency: 16 },
			}),
	},
	{
		method: 'GET',
		pattern: '/gateway',
		open: true,
		handle: ({ world }) => answer({ url: `${world.origin.replace(/^http/, 'ws')}/gateway` }),
	},
	{ method: 'GET', pattern: '/users/@me', handle: ({ world }) => answer(selfJson(world)) },
	{ method: 'PATCH', pattern: '/users/@me', handle: (call) => answer(renameSelf(call)) },
	{
		method: 'GET',
		pattern: '/users/@me/guilds',
		handle: ({ world }) => {
			const own = [...world.guilds.values()].filter((guild) => guild.members.has(world.application.bot.id));
			return answer(
				own.map((guild) => ({
					...guildJson(guild),
					owner: false,
					permissions: guildPermissions(world, guild.id, world.application.bot.id).toString(),
				})),
			);
		},
	},
	{ method: 'POST', pattern: '/users/@me/channels', handle: (call) => answer(openDm(call)) },
	{ method: 'GET', pattern: '/users/:user', handle: ({ world, param }) => answer(userJson(world.user(param('user')))) },
	{ method: 'GET', pattern: '/applications/@me', handle: ({ world }) => answer(applicationJson(world)) },
	{ method: 'GET', pattern: '/oauth2/applications/@me', handle: ({ world }) => answer(applicationJson(world)) },
	{ method: 'POST', pattern: '/attachments/refresh-urls', handle: (call) => answer(refreshed(call)) },
];
