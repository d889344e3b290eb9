/** What a forward keeps of the message it forwards: a copy without author, with arrays and never null. */
import type { APIMessageSnapshot } from 'discord-api-types/v10';
import type { MessageRecord } from './records.ts';

/** The snapshots of a forward of `record`; a forward of a forward carries an empty copy, as Discord's does. */
export function snapshotOf(record: MessageRecord): APIMessageSnapshot[] {
	const { message } = record;
	return [
		{
			message: {
				type: message.type,
				content: message.content,
				embeds: [...message.embeds],
				attachments: [...message.attachments],
				timestamp: message.timestamp,
				edited_timestamp: message.edited_timestamp,
				flags: message.flags ?? (0 as NonNullable<typeof message.flags>),
				mentions: [...message.mentions],
				mention_roles: [...message.mention_roles],
				components: [...(message.components ?? [])],
				...(message.sticker_items === undefined ? {} : { sticker_items: [...message.sticker_items] }),
			},
		},
	];
}
