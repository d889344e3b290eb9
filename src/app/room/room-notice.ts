/** Notices that everybody in a channel reads, and that change what personas read there. */

import type { ChatPorts } from '#app/chat/chat-ports';
import { logTrouble } from '#app/chat/log-trouble';
import type { Failure } from '#domain/failure';
import type { Snowflake } from '#domain/ids';
import type { NoticeKind } from '#domain/notice';
import { err, ok, type Result } from '#lib/result';
import { sha256Base64Url } from '#lib/sha256';

const postTimeoutMs = 15_000;
const nonceCharactersMax = 25;

/** One notice. */
export interface RoomNotice {
	readonly channelId: Snowflake;
	/** The command's own id, from which the notice has its nonce. */
	readonly commandId: Snowflake;
	readonly kind: NoticeKind;
	/** As people read it, Markdown included. */
	readonly title?: string;
	readonly text: string;
	/** What history reads instead; who gave the command is `authorId`. */
	readonly payload: Readonly<Record<string, string>>;
}

/** Posts the notice with its protocol mark: in the footer, and as a row (ruling H20). */
export async function postRoomNotice(
	notice: RoomNotice,
	{ surface, stores, log }: Pick<ChatPorts, 'surface' | 'stores' | 'log'>,
): Promise<Result<void, Failure>> {
	const { channelId, kind, title, text, payload } = notice;
	if (!surface.mayPost(channelId)) return err({ code: 'discord-forbidden' });
	const posted = await surface.post(
		{
			channelId,
			text,
			replyToId: null,
			nonce: sha256Base64Url(`${notice.commandId}:${kind}`).slice(0, nonceCharactersMax),
			notifiableUserIds: [],
			noticeKind: kind,
			...(title === undefined ? {} : { noticeTitle: title }),
		},
		AbortSignal.timeout(postTimeoutMs),
	);
	if (!posted.ok) return posted;
	const messageId = posted.value.id;
	try {
		await stores.notices.recordNotice({ messageId, kind, payload });
	} catch (error) {
		// The footer says the same, so the notice acts without its row.
		logTrouble(log, 'a notice could not be recorded', { error, channelId, messageId });
	}
	return ok(undefined);
}
