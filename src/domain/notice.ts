/** Protocol marks: messages of ours that record state, and how history reads them (ruling H20, behaviour of the seed's notices). */
import type { Snowflake } from '#domain/ids';

/** Every kind of notice. Errors and help are `notice`, answers to slash commands `command`; neither enters history. */
export type NoticeKind =
	| 'notice'
	| 'command'
	| 'reset'
	| 'compact_refresh'
	| 'compact_summary'
	| 'scene_directive'
	| 'system_injection'
	| 'reward'
	| 'punish'
	| 'memory_learning'
	| 'reminder_set'
	| 'user_info_update'
	| 'user_moderation'
	| 'diagnostic'
	| 'reply_context';

/** A notice as history needs it: the row's kind and payload, or the footer's kind with an empty payload. */
export interface Notice {
	readonly messageId: Snowflake;
	readonly kind: NoticeKind;
	readonly payload: Readonly<Record<string, unknown>>;
}
