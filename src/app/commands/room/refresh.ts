/** `/refresh`: the conversation begins anew. */
import { mayCut } from '#app/room/may-cut';
import { postRoomNotice } from '#app/room/room-notice';
import { everyLocale } from '#core/i18n/translate';
import { escapeMarkdown } from '#core/text/escape-markdown';
import type { CommandAnswer, Subcommand } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import { actorOf } from '../reply/reply-actor.ts';
import { inRoom, type RoomScene } from './room-scene.ts';

/** The command. */
export function refresh(ports: CommandPorts): Subcommand {
	return {
		name: 'refresh',
		description: everyLocale('command.refresh.description'),
		options: [],
		answer: 'private',
		run: (invocation) => inRoom(invocation, ports, (room) => cutHistory(room, ports)),
	};
}

/** What personas noted of the last hours goes with what was said; what they were taught stays. */
async function cutHistory({ id, place, scene, tell }: RoomScene, ports: CommandPorts): Promise<CommandAnswer> {
	const { channelId, userId: authorId, userDisplayName } = place;
	if (!(await mayCut(channelId, actorOf(place), ports.chat))) return scene.answer('answer.room-not-yours');
	const text = tell('notice.refresh', { name: escapeMarkdown(userDisplayName) });
	const notice = { channelId, commandId: id, kind: 'reset', text, payload: { authorId } } as const;
	const posted = await postRoomNotice(notice, ports.chat);
	if (!posted.ok) return scene.failure(posted.error);
	await ports.chat.shortTerm.forgetChannel(scene.workspace.id, channelId);
	return scene.answer('answer.refreshed');
}
