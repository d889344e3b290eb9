/** Posts words as narration: personas read them, and nobody has said them. */
import { postRoomNotice } from '#app/room/room-notice';
import type { MessageKey } from '#core/i18n/locales/en';
import type { NoticeKind } from '#domain/notice';
import type { CommandAnswer } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import type { RoomScene } from './room-scene.ts';
import { refusalOfPrivate, wordsOf } from './room-words.ts';

/** What kind of narration it is, and its heading for people. */
export interface Narration {
	readonly kind: Extract<NoticeKind, 'scene_directive' | 'system_injection'>;
	readonly title: MessageKey;
}

/** The words as they were given; history reads them from the notice itself. */
export async function narrate(
	room: RoomScene,
	{ kind, title }: Narration,
	ports: CommandPorts,
): Promise<CommandAnswer> {
	const { id, place, scene, tell } = room;
	const words = wordsOf(room);
	if ('refusal' in words) return words.refusal;
	const refusal = await refusalOfPrivate(room, ports);
	if (refusal !== null) return refusal;
	const { channelId, userId: authorId } = place;
	const notice = { channelId, commandId: id, kind, title: tell(title), text: words.text, payload: { authorId } };
	const posted = await postRoomNotice(notice, ports.chat);
	return posted.ok ? scene.answer('answer.narrated') : scene.failure(posted.error);
}
