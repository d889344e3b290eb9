/** What every command of a room begins with: who asks, in which words everybody is told, and in whose order it acts. */
import { wordlessTrigger } from '#app/chat/stored-turn';
import type { MessageKey } from '#core/i18n/locales/en';
import { type MessageParameters, privateLocale, translate } from '#core/i18n/translate';
import type { ChatMessage } from '#domain/message';
import type { CommandAnswer, CommandInvocation } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import { CommandScene } from '../command-scene.ts';

/** A command of a room, about to act. */
export interface RoomScene extends Pick<CommandInvocation, 'id' | 'place' | 'values'> {
	readonly scene: CommandScene;
	/** In the language of the room. */
	readonly tell: (key: MessageKey, parameters?: MessageParameters) => string;
}

/** What it does in the room's order; the signal aborts when somebody stops it. */
export type RoomTask = (room: RoomScene, signal: AbortSignal) => Promise<CommandAnswer>;

/** Acts once what runs in the channel has ended; whoever may not write there is told so. */
export async function inRoom(
	{ id, place, values }: CommandInvocation,
	ports: CommandPorts,
	task: RoomTask,
): Promise<CommandAnswer> {
	const scene = await CommandScene.open(place, ports, 'private');
	if (!place.canWrite) return scene.answer('answer.respond-no-writing');
	const locale = privateLocale(scene.settings.language, scene.workspace.locale, place.guildLocale);
	const room: RoomScene = { id, place, values, scene, tell: (key, parameters) => translate(locale, key, parameters) };
	const done = await ports.replies.inOrder(place.channelId, place.userId, (signal) => {
		return task(room, AbortSignal.any([signal, AbortSignal.timeout(ports.chat.turnTimeoutMs)]));
	});
	return done ?? scene.failure({ code: 'internal-error' });
}

/** The command in the place of a message that asks for something. */
export function triggerOf({ id, place }: Pick<RoomScene, 'id' | 'place'>): ChatMessage {
	const { channelId, guildId, userId, userDisplayName: userName } = place;
	return wordlessTrigger({ id, channelId, guildId, userId, userName });
}
