/** Reactions and pins of messages, the pins under their new and their old path. */
import { discordError } from '../discord-error.ts';
import { userJson } from '../payloads.ts';
import { requireInChannel } from '../permissions.ts';
import { clearReactions, emojiKey, emojiOf, setReaction } from '../reactions.ts';
import type { MessageRecord } from '../records.ts';
import { presentMessage } from '../store-message.ts';
import { setPin } from '../system-messages.ts';
import { readByBot } from './message-routes.ts';
import { answer, noContent, type RestCall, type Route } from './router.ts';

const reactionsPath = '/channels/:channel/messages/:message/reactions';

function recordOf(call: RestCall): MessageRecord {
	return call.world.message(call.param('channel'), call.param('message'));
}

function react(call: RestCall, userId: string, on: boolean): typeof noContent {
	const { world } = call;
	const channel = world.channel(call.param('channel'));
	const own = userId === world.application.bot.id;
	const emoji = emojiOf(call.param('emoji'));
	if (emoji.id === null && !/\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u.test(emoji.name))
		throw discordError(10014);
	if (on) requireInChannel(world, channel, ['ReadMessageHistory', 'AddReactions']);
	else requireInChannel(world, channel, own ? [] : ['ManageMessages']);
	setReaction(world, recordOf(call), { emoji, userId, on });
	return noContent;
}

function pin(call: RestCall, on: boolean): typeof noContent {
	const { world } = call;
	const channel = world.channel(call.param('channel'));
	requireInChannel(world, channel, channel.guildId === null ? [] : ['ManageMessages']);
	const record = recordOf(call);
	setPin(world, record, { on, by: world.application.bot });
	return noContent;
}

function pinned(call: RestCall): MessageRecord[] {
	const channel = call.world.channel(call.param('channel'));
	requireInChannel(call.world, channel, ['ReadMessageHistory']);
	return call.world
		.messagesIn(channel.id)
		.filter((record) => record.pinnedAt !== null)
		.reverse();
}

const pinRoutes: readonly Route[] = [
	'/channels/:channel/messages/pins/:message',
	'/channels/:channel/pins/:message',
].flatMap((pattern): Route[] => [
	{ method: 'PUT', pattern, handle: (call) => pin(call, true) },
	{ method: 'DELETE', pattern, handle: (call) => pin(call, false) },
]);

/** The routes of reactions and pins; they stand before the ones of single messages. */
export const reactionPinRoutes: readonly Route[] = [
	{
		method: 'GET',
		pattern: '/channels/:channel/messages/pins',
		handle: (call) => {
			const items = pinned(call).map((record) => ({
				pinned_at: record.pinnedAt,
				message: presentMessage(call.world, record),
			}));
			return answer({ items, has_more: false });
		},
	},
	{
		method: 'GET',
		pattern: '/channels/:channel/pins',
		handle: (call) => answer(pinned(call).map((record) => readByBot(call.world, record))),
	},
	...pinRoutes,
	{
		method: 'PUT',
		pattern: `${reactionsPath}/:emoji/@me`,
		handle: (call) => react(call, call.world.application.bot.id, true),
	},
	{
		method: 'DELETE',
		pattern: `${reactionsPath}/:emoji/@me`,
		handle: (call) => react(call, call.world.application.bot.id, false),
	},
	{
		method: 'DELETE',
		pattern: `${reactionsPath}/:emoji/:user`,
		handle: (call) => react(call, call.param('user'), false),
	},
	{
		method: 'GET',
		pattern: `${reactionsPath}/:emoji`,
		handle: (call) => {
			requireInChannel(call.world, call.world.channel(call.param('channel')), ['ReadMessageHistory']);
			const entry = recordOf(call).reactions.get(emojiKey(emojiOf(call.param('emoji'))));
			return answer([...(entry?.userIds ?? [])].map((id) => userJson(call.world.user(id))));
		},
	},
	{
		method: 'DELETE',
		pattern: `${reactionsPath}/:emoji`,
		handle: (call) => {
			requireInChannel(call.world, call.world.channel(call.param('channel')), ['ManageMessages']);
			clearReactions(call.world, recordOf(call), emojiOf(call.param('emoji')));
			return noContent;
		},
	},
	{
		method: 'DELETE',
		pattern: reactionsPath,
		handle: (call) => {
			requireInChannel(call.world, call.world.channel(call.param('channel')), ['ManageMessages']);
			clearReactions(call.world, recordOf(call));
			return noContent;
		},
	},
];
