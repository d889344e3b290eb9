/** What the stand-in remembers of one interaction, from the click to the last follow-up. */
import type { APIMessage } from 'discord-api-types/v10';
import type { MessageRecord } from './records.ts';

/** The first answer to an interaction, as the bot sent it. */
export interface InteractionCallback {
	/** 4 reply, 5 deferred reply, 6 deferred update, 7 update, 8 autocomplete choices, 9 modal. */
	readonly type: number;
	readonly data: Readonly<Record<string, unknown>>;
	readonly atMs: number;
}

/** One interaction. */
export interface InteractionRecord {
	readonly id: string;
	readonly token: string;
	/** The numeric interaction type: 2 command, 3 component, 4 autocomplete, 5 modal. */
	readonly type: number;
	readonly userId: string;
	readonly channelId: string;
	readonly guildId: string | null;
	readonly commandName: string | null;
	/** 1 slash, 2 user, 3 message command; null when no command was used. */
	readonly commandType: number | null;
	readonly createdAtMs: number;
	/** The message whose component was used; null otherwise. */
	readonly source: MessageRecord | null;
	/** The interaction that was answered with the modal that this one submits; null otherwise. */
	readonly opener: InteractionRecord | null;
	/** Set by the first callback. */
	callback: InteractionCallback | null;
	/** What `@original` means: the reply, or the updated source message. */
	original: MessageRecord | null;
	readonly followUps: MessageRecord[];
	/** Every version of the original reply that had something to read, oldest first. */
	readonly originalVersions: APIMessage[];
}
