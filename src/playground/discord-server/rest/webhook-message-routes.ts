/** What webhooks post, and what interactions post through the same paths: execute, read, edit, delete. */
import { discordError } from '../discord-error.ts';
import type { ChannelRecord, MessageRecord, WebhookRecord } from '../records.ts';
import { deleteMessages, presentMessage } from '../store-message.ts';
import { applyEdit } from './apply-edit.ts';
import { executeWebhook } from './execute-webhook.ts';
import { findInteraction, noteOriginal, postFollowUp } from './interaction-messages.ts';
import { answer, noContent, type RestAnswer, type RestCall, type Route } from './router.ts';

const messagePath = '/webhooks/:webhook/:token/messages/:message';

/** The message of a webhook or interaction that the path names; `@original` is the first answer. */
function messageOf(call: RestCall): { record: MessageRecord; webhook: WebhookRecord | null } {
	const { world } = call;
	const id = call.param('message');
	if (call.param('webhook') === world.application.id) {
		const interaction = findInteraction(world, call.param('token'));
		if (interaction.callback === null) throw discordError(10015);
		const record =
			id === '@original' || id === interaction.original?.message.id
				? interaction.original
				: interaction.followUps.find((candidate) => candidate.message.id === id);
		if (record === null || record === undefined || record.deleted) throw discordError(10008);
		return { record, webhook: null };
	}
	const webhook = world.webhook(call.param('webhook'), call.param('token'));
	return { record: world.message(placeOf(call, webhook).id, id), webhook };
}

/** The webhook's channel, or the thread under it that the query names. */
function placeOf(call: RestCall, webhook: WebhookRecord): ChannelRecord {
	const threadId = call.query.get('thread_id');
	if (threadId === null) return call.world.channel(webhook.channelId);
	const thread = call.world.channel(threadId);
	if (thread.parentId !== webhook.channelId) throw discordError(10003);
	return thread;
}

function ownMessage(call: RestCall): MessageRecord {
	const { record, webhook } = messageOf(call);
	if (webhook !== null && record.message.webhook_id !== webhook.id) throw discordError(50005);
	return record;
}

function execute(call: RestCall): RestAnswer {
	const { world } = call;
	if (call.param('webhook') === world.application.id) {
		const record = postFollowUp(call, findInteraction(world, call.param('token')));
		return answer(presentMessage(world, record));
	}
	const webhook = world.webhook(call.param('webhook'), call.param('token'));
	const record = executeWebhook(call, webhook, placeOf(call, webhook));
	return call.query.get('wait') === 'true' ? answer(presentMessage(world, record)) : noContent;
}

function edit(call: RestCall): RestAnswer {
	const record = ownMessage(call);
	applyEdit(call, record);
	if (call.param('webhook') === call.world.application.id) {
		noteOriginal(call.world, findInteraction(call.world, call.param('token')), record);
	}
	return answer(presentMessage(call.world, record));
}

function remove(call: RestCall): RestAnswer {
	const record = ownMessage(call);
	deleteMessages(call.world, call.world.channel(record.message.channel_id), [record]);
	return noContent;
}

/** The routes under a webhook's or an interaction's token. */
export const webhookMessageRoutes: readonly Route[] = [
	{ method: 'POST', pattern: '/webhooks/:webhook/:token', open: true, handle: execute },
	{
		method: 'GET',
		pattern: messagePath,
		open: true,
		handle: (call) => answer(presentMessage(call.world, ownMessage(call))),
	},
	{ method: 'PATCH', pattern: messagePath, open: true, handle: edit },
	{ method: 'DELETE', pattern: messagePath, open: true, handle: remove },
];
