/** `/compact`: a summary takes the place of what was said. */
import type { TurnAbortReason } from '#app/chat/pending-turn';
import { mayCut } from '#app/room/may-cut';
import { postRoomNotice } from '#app/room/room-notice';
import { type SummaryEnd, writeSummary } from '#app/room/write-summary';
import { everyLocale } from '#core/i18n/translate';
import type { CommandAnswer, Subcommand } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import { actorOf } from '../reply/reply-actor.ts';
import { inRoom, type RoomScene, triggerOf } from './room-scene.ts';

/** The command. */
export function compact(ports: CommandPorts): Subcommand {
	return {
		name: 'compact',
		description: everyLocale('command.compact.description'),
		options: [],
		answer: 'private',
		run: (invocation) => inRoom(invocation, ports, (room, signal) => sumUp(room, signal, ports)),
	};
}

/** Nothing changes unless there is a summary and it could be posted. */
async function sumUp(room: RoomScene, signal: AbortSignal, ports: CommandPorts): Promise<CommandAnswer> {
	const { id, place, scene, tell } = room;
	const { chat } = ports;
	const { channelId } = place;
	if (!(await mayCut(channelId, actorOf(place), chat))) return scene.answer('answer.room-not-yours');
	if (!chat.surface.mayPost(channelId)) return scene.failure({ code: 'discord-forbidden' });
	const stopTyping = chat.surface.startTyping(channelId);
	let end: SummaryEnd;
	try {
		end = await writeSummary({ cause: 'command', trigger: triggerOf(room), lines: [] }, signal, chat);
	} finally {
		stopTyping();
	}
	if (end.kind === 'nothing') return scene.answer('answer.compact-nothing');
	if (signal.aborted && signal.reason === ('stopped' satisfies TurnAbortReason)) return scene.answer('answer.stopped');
	if (end.kind === 'failed') {
		return { text: `${scene.failure(end.failure).text}\n${scene.say('answer.compact-unchanged')}` };
	}
	const title = tell('notice.compact');
	const notice = { channelId, commandId: id, kind: 'compact_refresh', title, text: end.text, payload: {} } as const;
	const posted = await postRoomNotice(notice, chat);
	return posted.ok ? scene.answer('answer.compacted') : scene.failure(posted.error);
}
