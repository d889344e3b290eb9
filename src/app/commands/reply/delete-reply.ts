/** `Delete reply` in the menu of a message: the whole reply that it belongs to. */
import { everyLocale } from '#core/i18n/translate';
import type { CommandAnswer, CommandInvocation, MessageCommand } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import { CommandScene } from '../command-scene.ts';
import { actorOf, refusalOf } from './reply-actor.ts';

/** The message command. */
export function deleteReply(ports: CommandPorts): MessageCommand {
	return { name: everyLocale('command.delete-reply.name'), run: (invocation) => remove(invocation, ports) };
}

async function remove({ place, targetMessageId }: CommandInvocation, ports: CommandPorts): Promise<CommandAnswer> {
	const scene = await CommandScene.open(place, ports, 'private');
	if (targetMessageId === undefined) return scene.answer('answer.reply-gone');
	const result = await ports.replies.removeReply(targetMessageId, actorOf(place));
	return refusalOf(result, scene) ?? scene.answer('answer.reply-deleted');
}
