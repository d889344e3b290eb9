/** Threads: from a channel, from a message, as a forum's post; their members; the lists of active and archived ones. */
import { discordError, invalidForm } from '../discord-error.ts';
import { channelJson, type Json, threadMemberJson } from '../payloads.ts';
import { requireInChannel } from '../permissions.ts';
import type { ChannelRecord } from '../records.ts';
import { updateMessage } from '../store-message.ts';
import type { World } from '../world.ts';
import { WorldBuilder } from '../world-builder.ts';
import { postBotMessage } from './post-bot-message.ts';
import { isObject } from './read-body.ts';
import { answer, noContent, type RestCall, type Route } from './router.ts';

const threadNameMax = 100;
const privateThread = 12;
const threadOnlyTypes: readonly number[] = [15, 16];

function threadName(call: RestCall): string {
	const { name } = call.body;
	if (typeof name === 'string' && name.length >= 1 && name.length <= threadNameMax) return name;
	const message = `Must be between 1 and ${threadNameMax} in length.`;
	throw invalidForm([{ path: ['name'], code: 'BASE_TYPE_BAD_LENGTH', message }]);
}

function start(call: RestCall): Json {
	const { world, body } = call;
	const parent = world.channel(call.param('channel'));
	if (parent.thread !== null || parent.guildId === null) throw discordError(50024);
	const name = threadName(call);
	const builder = new WorldBuilder(world);
	const owner = world.application.bot;
	if (threadOnlyTypes.includes(parent.type)) {
		requireInChannel(world, parent, ['SendMessages']);
		if (!isObject(body['message'])) {
			throw invalidForm([{ path: ['message'], code: 'BASE_TYPE_REQUIRED', message: 'This field is required' }]);
		}
		const tags = Array.isArray(body['applied_tags']) ? body['applied_tags'].map(String) : [];
		const thread = builder.addThread(parent, name, { owner, appliedTags: tags });
		const message = postBotMessage({ ...call, body: body['message'] }, thread);
		return { ...channelJson(world, thread), message };
	}
	const isPrivate = body['type'] === privateThread;
	requireInChannel(world, parent, [isPrivate ? 'CreatePrivateThreads' : 'CreatePublicThreads']);
	return channelJson(world, builder.addThread(parent, name, { owner, type: isPrivate ? 12 : 11 }));
}

function startFromMessage(call: RestCall): Json {
	const { world } = call;
	const parent = world.channel(call.param('channel'));
	requireInChannel(world, parent, ['CreatePublicThreads']);
	const record = world.message(parent.id, call.param('message'));
	if (world.channels.has(record.message.id)) throw discordError(160004);
	const owner = world.application.bot;
	const thread = new WorldBuilder(world).addThread(parent, threadName(call), { owner, from: record.message.id });
	updateMessage(world, record, { fields: {}, edited: false });
	return channelJson(world, thread);
}

function threadOf(call: RestCall): ChannelRecord & { thread: NonNullable<ChannelRecord['thread']> } {
	const channel = call.world.channel(call.param('channel'));
	requireInChannel(call.world, channel, []);
	if (channel.thread === null) throw discordError(50024);
	return { ...channel, thread: channel.thread };
}

function setMember(call: RestCall, userId: string, on: boolean): typeof noContent {
	const { thread } = threadOf(call);
	if (thread.archived) throw discordError(50083);
	if (on) thread.memberIds.add(userId);
	else thread.memberIds.delete(userId);
	return noContent;
}

function threadList(world: World, threads: readonly ChannelRecord[]): Json {
	const botId = world.application.bot.id;
	return {
		threads: threads.map((thread) => channelJson(world, thread)),
		members: threads
			.filter((thread) => thread.thread?.memberIds.has(botId) === true)
			.map((thread) => threadMemberJson(thread, botId)),
		has_more: false,
	};
}

function archivedList(call: RestCall, type: number): Json {
	const parent = call.world.channel(call.param('channel'));
	requireInChannel(call.world, parent, ['ReadMessageHistory']);
	const threads = call.world
		.channelsOf(parent.guildId ?? '', 'threads')
		.filter((thread) => thread.parentId === parent.id && thread.thread?.archived === true)
		.filter((thread) => (thread.type === privateThread) === (type === privateThread));
	return threadList(call.world, threads);
}

/** The routes of threads. */
export const threadRoutes: readonly Route[] = [
	{ method: 'POST', pattern: '/channels/:channel/threads', handle: (call) => answer(start(call), 201) },
	{
		method: 'POST',
		pattern: '/channels/:channel/messages/:message/threads',
		handle: (call) => answer(startFromMessage(call), 201),
	},
	{
		method: 'GET',
		pattern: '/channels/:channel/thread-members',
		handle: (call) => {
			const channel = threadOf(call);
			return answer([...channel.thread.memberIds].map((id) => threadMemberJson(channel, id)));
		},
	},
	{
		method: 'PUT',
		pattern: '/channels/:channel/thread-members/@me',
		handle: (call) => setMember(call, call.world.application.bot.id, true),
	},
	{
		method: 'DELETE',
		pattern: '/channels/:channel/thread-members/@me',
		handle: (call) => setMember(call, call.world.application.bot.id, false),
	},
	{
		method: 'GET',
		pattern: '/channels/:channel/thread-members/:user',
		handle: (call) => {
			const channel = threadOf(call);
			const id = call.param('user');
			if (!channel.thread.memberIds.has(id)) throw discordError(10007);
			return answer(threadMemberJson(channel, id));
		},
	},
	{
		method: 'PUT',
		pattern: '/channels/:channel/thread-members/:user',
		handle: (call) => setMember(call, call.param('user'), true),
	},
	{
		method: 'DELETE',
		pattern: '/channels/:channel/thread-members/:user',
		handle: (call) => setMember(call, call.param('user'), false),
	},
	{
		method: 'GET',
		pattern: '/channels/:channel/threads/archived/public',
		handle: (call) => answer(archivedList(call, 11)),
	},
	{
		method: 'GET',
		pattern: '/channels/:channel/threads/archived/private',
		handle: (call) => answer(archivedList(call, privateThread)),
	},
	{
		method: 'GET',
		pattern: '/guilds/:guild/threads/active',
		handle: ({ world, param }) => {
			const threads = world.channelsOf(world.guild(param('guild')).id, 'threads');
			const active = threads.filter((thread) => thread.thread?.archived === false);
			return answer(threadList(world, active));
		},
	},
];
