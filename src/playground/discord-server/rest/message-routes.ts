/** Messages of a channel: list, read, post, edit, delete, also many at once. */
import type { APIMessage } from 'discord-api-types/v10';
import { discordError, invalidForm } from '../discord-error.ts';
import { privilegedIntents, readableMessage } from '../gateway/intents.ts';
import { requireInChannel } from '../permissions.ts';
import type { ChannelRecord, MessageRecord } from '../records.ts';
import { signAnew } from '../serve-cdn.ts';
import { compareSnowflakes, timeOfSnowflake } from '../snowflakes.ts';
import { deleteMessages, presentMessage } from '../store-message.ts';
import type { World } from '../world.ts';
import { applyEdit } from './apply-edit.ts';
import { postBotMessage } from './post-bot-message.ts';
import { answer, noContent, type RestCall, type Route } from './router.ts';

const messageContentIntent = 1 << 15;
const bulkAgeMaxMs = 14 * 24 * 3_600_000;

/** The message as the bot may read it by REST: without the portal's switch, content is blank here too. */
export function readByBot(world: World, record: MessageRecord): APIMessage {
	const reader = {
		botId: world.application.bot.id,
		allowed: (world.application.allowedPrivilegedIntents & privilegedIntents & messageContentIntent) !== 0,
		direct: record.guildId === null,
	};
	return readableMessage(presentMessage(world, record), reader);
}

function listLimit(query: URLSearchParams): number {
	const limit = Number(query.get('limit') ?? 50);
	if (!Number.isInteger(limit) || limit < 1 || limit > 100) {
		const message = 'Value should be greater than or equal to 1 and less than or equal to 100.';
		throw invalidForm([{ path: ['limit'], code: 'NUMBER_TYPE_MAX', message }]);
	}
	return limit;
}

/** A page of messages, newest first, as `before`, `after` and `around` ask for. */
function page(records: readonly MessageRecord[], query: URLSearchParams): MessageRecord[] {
	const limit = listLimit(query);
	const [before, after, around] = [query.get('before'), query.get('after'), query.get('around')];
	const older = (id: string): MessageRecord[] =>
		records.filter((record) => compareSnowflakes(record.message.id, id) < 0);
	const newer = (id: string): MessageRecord[] =>
		records.filter((record) => compareSnowflakes(record.message.id, id) > 0);
	if (around !== null) {
		const half = Math.floor(limit / 2);
		const middle = records.filter((record) => record.message.id === around);
		const later = newer(around).slice(0, limit - half - middle.length);
		return [...older(around).slice(-half || records.length), ...middle, ...later].reverse();
	}
	if (after !== null) return newer(after).slice(0, limit).reverse();
	return (before === null ? [...records] : older(before)).slice(-limit).reverse();
}

function channelOf(call: RestCall): ChannelRecord {
	return call.world.channel(call.param('channel'));
}

/** The routes of `/channels/:channel/messages`. */
export const messageRoutes: readonly Route[] = [
	{
		method: 'GET',
		pattern: '/channels/:channel/messages',
		handle: (call) => {
			const channel = channelOf(call);
			requireInChannel(call.world, channel, ['ReadMessageHistory']);
			const records = page(call.world.messagesIn(channel.id), call.query);
			return answer(records.map((record) => readByBot(call.world, record)));
		},
	},
	{
		method: 'POST',
		pattern: '/channels/:channel/messages',
		handle: (call) => answer(postBotMessage(call, channelOf(call))),
	},
	{
		method: 'POST',
		pattern: '/channels/:channel/messages/bulk-delete',
		handle: (call) => {
			const channel = channelOf(call);
			requireInChannel(call.world, channel, ['ManageMessages']);
			const ids = Array.isArray(call.body['messages']) ? call.body['messages'].map(String) : [];
			if (ids.length < 2 || ids.length > 100) {
				const message = 'Must be between 2 and 100 in length.';
				throw invalidForm([{ path: ['messages'], code: 'BASE_TYPE_BAD_LENGTH', message }]);
			}
			const oldest = call.world.clock.now() - bulkAgeMaxMs;
			if (ids.some((id) => timeOfSnowflake(id) < oldest)) throw discordError(50034);
			const found = ids.flatMap((id) => channel.messages.get(id) ?? []);
			deleteMessages(call.world, channel, found);
			return noContent;
		},
	},
	{
		method: 'GET',
		pattern: '/channels/:channel/messages/:message',
		handle: (call) => {
			requireInChannel(call.world, channelOf(call), ['ReadMessageHistory']);
			const record = call.world.message(call.param('channel'), call.param('message'));
			return answer(signAnew(call.world, readByBot(call.world, record)));
		},
	},
	{
		method: 'PATCH',
		pattern: '/channels/:channel/messages/:message',
		handle: (call) => {
			requireInChannel(call.world, channelOf(call), []);
			const record = call.world.message(call.param('channel'), call.param('message'));
			if (record.message.author.id !== call.world.application.bot.id) throw discordError(50005);
			applyEdit(call, record);
			return answer(presentMessage(call.world, record));
		},
	},
	{
		method: 'DELETE',
		pattern: '/channels/:channel/messages/:message',
		handle: (call) => {
			const channel = channelOf(call);
			const record = call.world.message(channel.id, call.param('message'));
			const own = record.message.author.id === call.world.application.bot.id;
			if (!own && channel.guildId === null) throw discordError(50003);
			requireInChannel(call.world, channel, own ? [] : ['ManageMessages']);
			deleteMessages(call.world, channel, [record]);
			return noContent;
		},
	},
];
