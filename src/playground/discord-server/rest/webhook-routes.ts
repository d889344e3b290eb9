/** Incoming webhooks: create, list, read, change, delete; with the bot's token or with their own. */
import { discordError, type FormComplaint, invalidForm } from '../discord-error.ts';
import { userJson, webhookJson } from '../payloads.ts';
import { guildPermissions, permissionBits, requireInChannel } from '../permissions.ts';
import type { WebhookRecord } from '../records.ts';
import type { World } from '../world.ts';
import { answer, noContent, type RestCall, type Route } from './router.ts';

const webhooksPerChannelMax = 15;

/** What Discord complains about in a webhook's name. */
export function complaintsAboutName(name: unknown, path: readonly string[]): FormComplaint[] {
	if (typeof name !== 'string' || name.length < 1 || name.length > 80) {
		return [{ path, code: 'BASE_TYPE_BAD_LENGTH', message: 'Must be between 1 and 80 in length.' }];
	}
	const banned = ['discord', 'clyde'].find((word) => name.toLowerCase().includes(word));
	if (banned === undefined) return [];
	return [{ path, code: 'USERNAME_INVALID_CONTAINS', message: `Username cannot contain "${banned}"` }];
}

function avatarHash(world: World, avatar: unknown): string | null {
	return typeof avatar === 'string' ? `avatar${world.ids.next()}` : null;
}

function dispatchUpdate(world: World, webhook: Pick<WebhookRecord, 'guildId' | 'channelId'>): void {
	const { guildId, channelId } = webhook;
	world.dispatch({ t: 'WEBHOOKS_UPDATE', d: { guild_id: guildId, channel_id: channelId }, guildId, channelId });
}

function create(call: RestCall): WebhookRecord {
	const { world, body } = call;
	const channel = world.channel(call.param('channel'));
	if (channel.guildId === null || channel.thread !== null) throw discordError(10003);
	requireInChannel(world, channel, ['ManageWebhooks']);
	const complaints = complaintsAboutName(body['name'], ['name']);
	if (complaints.length > 0) throw invalidForm(complaints);
	const present = [...world.webhooks.values()].filter((webhook) => webhook.channelId === channel.id);
	if (present.length >= webhooksPerChannelMax) throw discordError(30007);
	const id = world.ids.next();
	const webhook: WebhookRecord = {
		id,
		token: `webhook-token-${id}`,
		guildId: channel.guildId,
		channelId: channel.id,
		name: String(body['name']),
		avatar: avatarHash(world, body['avatar']),
		creator: world.application.bot,
		applicationId: world.application.id,
	};
	world.webhooks.set(id, webhook);
	dispatchUpdate(world, webhook);
	return webhook;
}

function change(call: RestCall, webhook: WebhookRecord): WebhookRecord {
	const { world, body } = call;
	if (body['name'] !== undefined) {
		const complaints = complaintsAboutName(body['name'], ['name']);
		if (complaints.length > 0) throw invalidForm(complaints);
		webhook.name = String(body['name']);
	}
	if (body['avatar'] !== undefined) webhook.avatar = avatarHash(world, body['avatar']);
	if (typeof body['channel_id'] === 'string') webhook.channelId = world.channel(body['channel_id']).id;
	dispatchUpdate(world, webhook);
	return webhook;
}

function remove(world: World, webhook: WebhookRecord): typeof noContent {
	world.webhooks.delete(webhook.id);
	dispatchUpdate(world, webhook);
	return noContent;
}

function managed(call: RestCall): WebhookRecord {
	const webhook = call.world.webhook(call.param('webhook'));
	requireInChannel(call.world, call.world.channel(webhook.channelId), ['ManageWebhooks']);
	return webhook;
}

function tokened(call: RestCall): WebhookRecord {
	return call.world.webhook(call.param('webhook'), call.param('token'));
}

/** The routes of webhooks as things; what they post is elsewhere. */
export const webhookRoutes: readonly Route[] = [
	{
		method: 'POST',
		pattern: '/channels/:channel/webhooks',
		handle: (call) => answer(webhookJson(create(call), true)),
	},
	{
		method: 'GET',
		pattern: '/channels/:channel/webhooks',
		handle: ({ world, param }) => {
			const channel = world.channel(param('channel'));
			requireInChannel(world, channel, ['ManageWebhooks']);
			const found = [...world.webhooks.values()].filter((webhook) => webhook.channelId === channel.id);
			return answer(found.map((webhook) => listed(world, webhook)));
		},
	},
	{
		method: 'GET',
		pattern: '/guilds/:guild/webhooks',
		handle: ({ world, param }) => {
			const guild = world.guild(param('guild'));
			const needed = permissionBits(['ManageWebhooks']);
			if ((guildPermissions(world, guild.id, world.application.bot.id) & needed) !== needed) throw discordError(50013);
			const found = [...world.webhooks.values()].filter((webhook) => webhook.guildId === guild.id);
			return answer(found.map((webhook) => listed(world, webhook)));
		},
	},
	{ method: 'GET', pattern: '/webhooks/:webhook', handle: (call) => answer(listed(call.world, managed(call))) },
	{
		method: 'PATCH',
		pattern: '/webhooks/:webhook',
		handle: (call) => answer(listed(call.world, change(call, managed(call)))),
	},
	{ method: 'DELETE', pattern: '/webhooks/:webhook', handle: (call) => remove(call.world, managed(call)) },
	{
		method: 'GET',
		pattern: '/webhooks/:webhook/:token',
		open: true,
		handle: (call) => answer({ ...webhookJson(tokened(call), false), token: call.param('token') }),
	},
	{
		method: 'PATCH',
		pattern: '/webhooks/:webhook/:token',
		open: true,
		handle: (call) => answer({ ...webhookJson(change(call, tokened(call)), false), token: call.param('token') }),
	},
	{
		method: 'DELETE',
		pattern: '/webhooks/:webhook/:token',
		open: true,
		handle: (call) => remove(call.world, tokened(call)),
	},
];

/** A webhook in a list: its token is shown to the application that owns it only. */
function listed(world: World, webhook: WebhookRecord): Record<string, unknown> {
	const own = webhook.applicationId === world.application.id || webhook.applicationId === null;
	return { ...webhookJson(webhook, own), user: userJson(webhook.creator) };
}
