/** A bot's message to a channel: permissions, nonce de-duplication, replies and forwards. */
import type { APIMessage } from 'discord-api-types/v10';
import { type AttachmentInput, storeAttachments } from '../attachments.ts';
import { discordError, invalidForm, limitReached } from '../discord-error.ts';
import {
	type PermissionName,
	permissionBits,
	permissionsIn,
	requireInChannel,
	sendPermission,
} from '../permissions.ts';
import type { ChannelRecord, MessageRecord } from '../records.ts';
import { snapshotOf } from '../snapshots.ts';
import { type MessageDraft, presentMessage, storeMessage } from '../store-message.ts';
import type { World } from '../world.ts';
import { describedFiles, readMessageForm, requireVisible } from './message-form.ts';
import { type Body, isObject } from './read-body.ts';
import type { RestCall } from './router.ts';

/** How long Discord remembers a nonce, in milliseconds ("the past few minutes"). */
const nonceMemoryMs = 180_000;

/** Channel types that take messages: text, direct, voice, announcement, threads. */
const textTypes: readonly number[] = [0, 1, 2, 3, 5, 10, 11, 12, 13];

/** Throws unless the bot may write here. */
export function requireWritable(world: World, channel: ChannelRecord, extra: readonly PermissionName[] = []): void {
	if (!textTypes.includes(channel.type)) throw discordError(50008);
	const closed = channel.recipientIds.some((id) => world.closedDms.has(id));
	if (closed) throw discordError(50007);
	requireInChannel(world, channel, [sendPermission(channel), ...extra]);
	if (channel.thread?.locked === true) requireInChannel(world, channel, ['ManageThreads']);
}

function priorCopy(world: World, channel: ChannelRecord, nonce: string | number): MessageRecord | undefined {
	const since = world.clock.now() - nonceMemoryMs;
	return world.messageLog.findLast(
		(record) =>
			record.origin === 'bot' &&
			record.message.channel_id === channel.id &&
			String(record.message.nonce) === String(nonce) &&
			Date.parse(record.message.timestamp) >= since,
	);
}

/** Slowmode binds a bot too, unless it manages messages or channels. */
function requireSlowness(world: World, channel: ChannelRecord): void {
	const free = permissionBits(['ManageMessages']) | permissionBits(['ManageChannels']);
	const { bot } = world.application;
	if (channel.slowmodeSeconds === 0 || (permissionsIn(world, channel, bot.id) & free) !== 0n) return;
	const last = world.messagesIn(channel.id).findLast((record) => record.message.author.id === bot.id);
	if (last === undefined) return;
	const waitMs = Date.parse(last.message.timestamp) + channel.slowmodeSeconds * 1000 - world.clock.now();
	if (waitMs > 0) throw limitReached(20016, waitMs / 1000);
}

function referenceOf(world: World, channel: ChannelRecord, body: Body): Pick<MessageDraft, 'replyTo' | 'forwardOf'> {
	const reference = body['message_reference'];
	if (!isObject(reference)) return {};
	const id = String(reference['message_id']);
	const channelId = typeof reference['channel_id'] === 'string' ? reference['channel_id'] : channel.id;
	const record = world.channels.get(channelId)?.messages.get(id) ?? null;
	const unknown = invalidForm([
		{ path: ['message_reference'], code: 'REPLIES_UNKNOWN_MESSAGE', message: 'Unknown message' },
	]);
	if (reference['type'] === 1) {
		if (record === null) throw unknown;
		requireInChannel(world, world.channel(channelId), ['ReadMessageHistory']);
		return { forwardOf: { record, snapshots: snapshotOf(record) } };
	}
	if (channelId !== channel.id) {
		const message = 'Cannot reply to a message in a different channel';
		throw invalidForm([{ path: ['message_reference'], code: 'REPLIES_CANNOT_REPLY_OTHER_CHANNEL', message }]);
	}
	if (record !== null) {
		requireInChannel(world, channel, ['ReadMessageHistory']);
		return { replyTo: { id, channelId, record } };
	}
	if (reference['fail_if_not_exists'] === false) return {};
	throw unknown;
}

function neededFor(body: Body, files: readonly unknown[]): PermissionName[] {
	const needed: PermissionName[] = [];
	if (files.length > 0) needed.push('AttachFiles');
	if (Array.isArray(body['embeds']) && body['embeds'].length > 0) needed.push('EmbedLinks');
	return needed;
}

/** Posts the message of this call, or finds the copy that its enforced nonce names. */
export function postBotMessage(call: RestCall, channel: ChannelRecord): APIMessage {
	const { world, body } = call;
	requireWritable(world, channel);
	const form = readMessageForm(body);
	if (form.enforceNonce && form.nonce !== undefined) {
		const prior = priorCopy(world, channel, form.nonce);
		if (prior?.deleted === true) throw discordError(10008);
		if (prior !== undefined) return presentMessage(world, prior);
	}
	const reference = referenceOf(world, channel, body);
	const files: AttachmentInput[] = describedFiles(body, call.files);
	requireInChannel(world, channel, neededFor(body, files));
	const content = form.content ?? '';
	const embeds = form.embeds ?? [];
	const components = form.components ?? [];
	const shown = { content, embeds, components, attachments: files };
	if (reference.forwardOf === undefined && !isObject(body['poll'])) requireVisible(shown);
	if (channel.thread !== null) {
		channel.thread.archived = false;
		channel.thread.memberIds.add(world.application.bot.id);
	}
	requireSlowness(world, channel);
	const record = storeMessage(world, {
		channel,
		author: world.application.bot,
		origin: 'bot',
		content,
		embeds,
		components,
		attachments: storeAttachments(world, channel.id, files),
		allowedMentions: form.allowedMentions,
		...(form.nonce === undefined ? {} : { nonce: form.nonce }),
		...(form.flags === undefined ? {} : { flags: form.flags }),
		...reference,
	});
	return presentMessage(world, record);
}
