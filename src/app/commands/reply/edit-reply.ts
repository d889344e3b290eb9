/** `Edit reply` in the menu of a message: its words by a form. */
import { everyLocale } from '#core/i18n/translate';
import type { CommandAnswer, CommandInvocation, MessageCommand } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import { CommandScene } from '../command-scene.ts';
import { actorOf, refusalOf } from './reply-actor.ts';

/** UTF-16 units of one message, as Discord limits it. */
const MESSAGE_UNITS_MAX = 2_000;

/** The message command. */
export function editReply(ports: CommandPorts): MessageCommand {
	return {
		name: everyLocale('command.edit-reply.name'),
		modal: {
			title: everyLocale('command.edit-reply.modal-title'),
			filledField: 'text',
			fields: [
				{
					name: 'text',
					label: everyLocale('command.edit-reply.modal-text'),
					style: 'paragraph',
					required: true,
					lengthMax: MESSAGE_UNITS_MAX,
				},
			],
		},
		run: (invocation) => edit(invocation, ports),
	};
}

async function edit(invocation: CommandInvocation, ports: CommandPorts): Promise<CommandAnswer> {
	const { place, values, targetMessageId } = invocation;
	const scene = await CommandScene.open(place, ports, 'private');
	const text = values.get('text')?.trim() ?? '';
	if (targetMessageId === undefined || text === '') return scene.answer('answer.reply-gone');
	const result = await ports.replies.editMessage(targetMessageId, text, actorOf(place));
	return refusalOf(result, scene) ?? scene.answer('answer.reply-edited');
}
