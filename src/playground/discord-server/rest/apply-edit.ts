/** An edit of a message by its author, be that the bot, a webhook or an interaction. */
import type { APIAttachment, MessageFlags } from 'discord-api-types/v10';
import { placeEmbedded, storeAttachments } from '../attachments.ts';
import type { MessageRecord } from '../records.ts';
import { updateMessage } from '../store-message.ts';
import { describedFiles, readMessageForm, requireVisible } from './message-form.ts';
import { isObject } from './read-body.ts';
import type { RestCall } from './router.ts';

/** The flag of a deferred reply that still shows "is thinking". */
export const loadingFlag = 128;

/** The flags an edit may switch: suppressed embeds and the newer components. */
const editableFlags = 4 | 32_768;

function keptAttachments(call: RestCall, record: MessageRecord): APIAttachment[] {
	const listed = call.body['attachments'];
	if (!Array.isArray(listed)) return record.message.attachments;
	const ids = listed.filter(isObject).map((entry) => String(entry['id']));
	return record.message.attachments.filter((attachment) => ids.includes(attachment.id));
}

/** Applies the body of the call to the message; throws 50035 or 50006 as Discord does. */
export function applyEdit(call: RestCall, record: MessageRecord): void {
	const form = readMessageForm(call.body);
	const { message } = record;
	const added = storeAttachments(call.world, message.channel_id, describedFiles(call.body, call.files));
	const kept = keptAttachments(call, record);
	const content = form.content ?? message.content;
	const embeds = form.embeds ?? message.embeds;
	const components = form.components ?? message.components ?? [];
	const attachments = [...kept, ...added];
	requireVisible({ content, embeds, components, attachments });
	const former = message.flags ?? 0;
	const wasLoading = (former & loadingFlag) !== 0;
	const flags = ((form.flags === undefined ? former : (former & ~4) | (form.flags & editableFlags)) &
		~loadingFlag) as MessageFlags;
	updateMessage(call.world, record, {
		fields: { content, ...placeEmbedded(embeds, attachments), components, flags },
		allowedMentions: form.allowedMentions,
		edited: !wasLoading,
	});
}
