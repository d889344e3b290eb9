/** Reads our own protocol mark of a message (ruling H20). */
import type { Snowflake } from '#domain/ids';
import type { AuthorKind } from '#domain/message';
import { noticeKindOf } from './notice-footer.ts';
import { type RawObject, textOf } from './raw-fields.ts';

/** The notice kind of the bot's answers to slash commands. */
export const commandAnswerKind = 'command';

/** The kind in the footer of our own message. Answers to commands come through the application's own webhook. */
export function readNoticeKind(raw: RawObject, authorKind: AuthorKind, applicationId: Snowflake): string | null {
	const isOurs = authorKind === 'self' || textOf(raw['application_id']) === applicationId;
	if (!isOurs) return null;
	const isAnswer = authorKind === 'self' && textOf(raw['webhook_id']) === applicationId;
	return noticeKindOf(raw) ?? (isAnswer ? commandAnswerKind : null);
}
