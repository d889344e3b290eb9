/** Channels: read, change, delete, and the typing endpoint. */
import { discordError } from '../discord-error.ts';
import { channelJson, type Json } from '../payloads.ts';
import { requireInChannel, sendPermission } from '../permissions.ts';
import type { ChannelRecord } from '../records.ts';
import type { World } from '../world.ts';
import type { Body } from './read-body.ts';
import { answer, noContent, type RestCall, type Route } from './router.ts';

/** Sends the gateway event of a changed channel or thread. */
export function dispatchChannel(world: World, channel: ChannelRecord, step: 'CREATE' | 'UPDATE' | 'DELETE'): void {
	const kind = channel.thread === null ? 'CHANNEL' : 'THREAD';
	const { guildId } = channel;
	const created: Json = kind === 'THREAD' && step === 'CREATE' ? { newly_created: true } : {};
	world.dispatch({
		t: `${kind}_${step}`,
		d: { ...channelJson(world, channel), ...created },
		guildId,
		...(step === 'DELETE' ? {} : { channelId: channel.id }),
	});
	world.announce({ kind: 'channel', channel });
}

function change(channel: ChannelRecord, body: Body): void {
	const { name, topic, nsfw, parent_id: parentId, rate_limit_per_user: slowmode } = body;
	if (typeof name === 'string') channel.name = name;
	if (typeof topic === 'string' || topic === null) channel.topic = topic;
	if (typeof nsfw === 'boolean') channel.nsfw = nsfw;
	if (typeof parentId === 'string' || parentId === null) channel.parentId = parentId;
	if (typeof slowmode === 'number') channel.slowmodeSeconds = slowmode;
	const { thread } = channel;
	if (thread === null) return;
	if (typeof body['archived'] === 'boolean') thread.archived = body['archived'];
	if (typeof body['locked'] === 'boolean') thread.locked = body['locked'];
	if (typeof body['auto_archive_duration'] === 'number') thread.autoArchiveMinutes = body['auto_archive_duration'];
	if (Array.isArray(body['applied_tags'])) thread.appliedTags = body['applied_tags'].map(String);
}

function typing(call: RestCall): void {
	const { world } = call;
	const channel = world.channel(call.param('channel'));
	if (channel.recipientIds.some((id) => world.closedDms.has(id))) throw discordError(50007);
	requireInChannel(world, channel, [sendPermission(channel)]);
	const record = { channelId: channel.id, userId: world.application.bot.id, atMs: world.clock.now() };
	world.typings.push(record);
	world.announce({ kind: 'typing', typing: record });
}

/** The routes of `/channels/:channel` itself. */
export const channelRoutes: readonly Route[] = [
	{
		method: 'GET',
		pattern: '/channels/:channel',
		handle: ({ world, param }) => {
			const channel = world.channel(param('channel'));
			requireInChannel(world, channel, []);
			return answer(channelJson(world, channel));
		},
	},
	{
		method: 'PATCH',
		pattern: '/channels/:channel',
		handle: ({ world, param, body }) => {
			const channel = world.channel(param('channel'));
			const own = channel.thread?.ownerId === world.application.bot.id;
			if (!own) requireInChannel(world, channel, [channel.thread === null ? 'ManageChannels' : 'ManageThreads']);
			change(channel, body);
			dispatchChannel(world, channel, 'UPDATE');
			return answer(channelJson(world, channel));
		},
	},
	{
		method: 'DELETE',
		pattern: '/channels/:channel',
		handle: ({ world, param }) => {
			const channel = world.channel(param('channel'));
			if (channel.guildId === null) return answer(channelJson(world, channel));
			requireInChannel(world, channel, [channel.thread === null ? 'ManageChannels' : 'ManageThreads']);
			world.channels.delete(channel.id);
			dispatchChannel(world, channel, 'DELETE');
			return answer(channelJson(world, channel));
		},
	},
	{
		method: 'POST',
		pattern: '/channels/:channel/typing',
		handle: (call) => {
			typing(call);
			return noContent;
		},
	},
];
