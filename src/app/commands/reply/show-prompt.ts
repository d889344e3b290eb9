/** `Show prompt` in the menu of a message: what the reply that it belongs to would be written from. */
import { inspectReply } from '#app/inspection/inspect-reply';
import type { InspectedPrompt } from '#app/inspection/inspection';
import { everyLocale, translate } from '#core/i18n/translate';
import type { CommandAnswer, CommandInvocation, MessageCommand } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import { CommandScene } from '../command-scene.ts';
import { inspectionRefusal } from '../inspect/inspect-answer.ts';
import { promptFile, promptSummary } from '../inspect/prompt-file.ts';

/** UTF-16 units of a prompt that is shown in the answer itself; the message around it has 2,000. */
const SHOWN_UNITS_MAX = 1_700;

/** The message command. */
export function showPrompt(ports: CommandPorts): MessageCommand {
	return { name: everyLocale('command.show-prompt.name'), run: (invocation) => show(invocation, ports) };
}

async function show(invocation: CommandInvocation, ports: CommandPorts): Promise<CommandAnswer> {
	const { place, targetMessageId, signal } = invocation;
	const scene = await CommandScene.find(place, ports);
	if (scene === null || targetMessageId === undefined) {
		return { text: translate(place.userLocale ?? place.guildLocale ?? 'en', 'answer.reply-gone') };
	}
	const { userId, canManage } = place;
	const inspected = await inspectReply({ messageId: targetMessageId, userId, canManage, signal }, ports.chat);
	return inspected.ok ? shown(inspected.value, scene) : inspectionRefusal(inspected.error, scene);
}

/** A block of code in the answer; a file where the prompt is too long for that or would end the block itself. */
function shown(inspected: InspectedPrompt, scene: CommandScene): CommandAnswer {
	const text = promptSummary(inspected, scene);
	const file = promptFile(inspected, scene, false);
	const isShort = file.text.length <= SHOWN_UNITS_MAX && !file.text.includes('```');
	return isShort ? { text: `${text}\n\`\`\`\n${file.text}\`\`\`` } : { text, file };
}
