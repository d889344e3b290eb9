/** `/compact`: a summary takes the place of what was said. */
import { gatherPlace } from '#app/chat/gather-place';
import type { TurnAbortReason } from '#app/chat/pending-turn';
import { mayCut } from '#app/room/may-cut';
import { postRoomNotice } from '#app/room/room-notice';
import { type SummaryEnd, writeSummary } from '#app/room/write-summary';
import { type LimitedEnd, writeWithinLimits } from '#app/room/write-within-limits';
import { everyLocale } from '#core/i18n/translate';
import type { CommandAnswer, Subcommand } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import { actorOf, limitAnswer, withWarnings } from '../reply/reply-actor.ts';
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
	const limited = await summaryOf(room, signal, ports);
	if (limited.kind === 'refused') return limitAnswer(limited.refusal, scene);
	const { written: end, warnings } = limited;
	if (end.kind === 'nothing') return scene.answer('answer.compact-nothing');
	if (signal.aborted && signal.reason === ('stopped' satisfies TurnAbortReason)) return scene.answer('answer.stopped');
	if (end.kind === 'failed') {
		return { text: `${scene.failure(end.failure).text}\n${scene.say('answer.compact-unchanged')}` };
	}
	const title = tell('notice.compact');
	const notice = { channelId, commandId: id, kind: 'compact_refresh', title, text: end.text, payload: {} } as const;
	const posted = await postRoomNotice(notice, chat);
	return withWarnings(posted.ok ? scene.answer('answer.compacted') : scene.failure(posted.error), warnings, scene);
}

/** A summary costs as much as a reply does, so it is one of those that somebody may have. */
async function summaryOf(
	room: RoomScene,
	signal: AbortSignal,
	{ chat }: CommandPorts,
): Promise<LimitedEnd<SummaryEnd>> {
	const request = { cause: 'command', trigger: triggerOf(room), lines: [] } as const;
	const place = await gatherPlace(request, chat);
	const stopTyping = chat.surface.startTyping(room.place.channelId);
	try {
		const write = () => writeSummary(request, signal, chat);
		return await writeWithinLimits({ request, place, write, hasWritten: ({ kind }) => kind === 'written' }, chat);
	} finally {
		stopTyping();
	}
}
