/** Messages of ours that are not conversation. */
import type { Snowflake } from '#domain/ids';

/** The mark of one message. */
export interface NoticeMark {
	readonly messageId: Snowflake;
	readonly kind: string;
	readonly payload: Readonly<Record<string, unknown>>;
}

/** Remembers protocol marks (ruling H20). */
export interface NoticeStore {
	recordNotice(mark: NoticeMark): Promise<void>;
	/** Which of these messages are marked. */
	findNotices(messageIds: readonly Snowflake[]): Promise<readonly NoticeMark[]>;
}
