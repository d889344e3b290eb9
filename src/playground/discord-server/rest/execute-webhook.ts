/** A webhook's post: under its own or a given name and picture, in its channel, a thread of it, or a new forum post. */
import type { APIUser } from 'discord-api-types/v10';
import { storeAttachments } from '../attachments.ts';
import { discordError, invalidForm } from '../discord-error.ts';
import { makeUser } from '../make-records.ts';
import type { ChannelRecord, MessageRecord, WebhookRecord } from '../records.ts';
import { storeMessage } from '../store-message.ts';
import type { World } from '../world.ts';
import { WorldBuilder } from '../world-builder.ts';
import { describedFiles, readMessageForm, requireVisible } from './message-form.ts';
import type { RestCall } from './router.ts';
import { complaintsAboutName } from './webhook-routes.ts';

const forumTypes: readonly number[] = [15, 16];

/** The avatar hash that stands for a picture's address, so that the same address always gives the same hash. */
function hashOf(url: string): string {
	return Bun.hash(url).toString(16).padStart(16, '0').repeat(2);
}

function authorOf(webhook: WebhookRecord, body: RestCall['body']): { author: APIUser; avatarUrl: string | null } {
	const username = typeof body['username'] === 'string' ? body['username'] : webhook.name;
	const avatarUrl = typeof body['avatar_url'] === 'string' && body['avatar_url'] !== '' ? body['avatar_url'] : null;
	const avatar = avatarUrl === null ? webhook.avatar : hashOf(avatarUrl);
	return { author: { ...makeUser(webhook.id, username, { bot: true, avatar }), discriminator: '0000' }, avatarUrl };
}

function destination(world: World, body: RestCall['body'], place: ChannelRecord): ChannelRecord {
	const name = body['thread_name'];
	const isForum = forumTypes.includes(place.type);
	if (!isForum && typeof name === 'string') throw discordError(220003);
	if (!isForum) return place;
	if (typeof name !== 'string') throw discordError(220001);
	return new WorldBuilder(world).addThread(place, name, { owner: world.application.bot });
}

/** Posts the body of the call; throws 50035, 50006, 220001 or 220003 as Discord does. */
export function executeWebhook(call: RestCall, webhook: WebhookRecord, place: ChannelRecord): MessageRecord {
	const { world, body } = call;
	const form = readMessageForm(body);
	if (typeof body['username'] === 'string') {
		const complaints = complaintsAboutName(body['username'], ['username']);
		if (complaints.length > 0) throw invalidForm(complaints);
	}
	const files = describedFiles(body, call.files);
	const shown = { content: form.content ?? '', embeds: form.embeds ?? [], components: form.components ?? [] };
	requireVisible({ ...shown, attachments: files });
	const channel = destination(world, body, place);
	if (channel.thread !== null) channel.thread.archived = false;
	return storeMessage(world, {
		channel,
		origin: 'webhook',
		...authorOf(webhook, body),
		...shown,
		attachments: storeAttachments(world, channel.id, files),
		allowedMentions: form.allowedMentions,
		webhookId: webhook.id,
		...(webhook.applicationId === null ? {} : { applicationId: webhook.applicationId }),
		...(form.flags === undefined ? {} : { flags: form.flags }),
	});
}
