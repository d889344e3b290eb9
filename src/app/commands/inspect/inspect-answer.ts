/** What `/context` and `/prompt export` have in common: who may look, and why there is nothing to see. */
import { inspectPrompt } from '#app/inspection/inspect-prompt';
import type { InspectedPrompt, InspectionRefusal } from '#app/inspection/inspection';
import { translate } from '#core/i18n/translate';
import { escapeMarkdown } from '#core/text/escape-markdown';
import type { CommandAnswer, CommandInvocation } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import { CommandScene } from '../command-scene.ts';

const shownNameMax = 80;

/** Looks at the channel's newest turn as the persona that `persona` names, and shows it. Creates nothing. */
export async function inspectAnswer(
	invocation: CommandInvocation,
	ports: CommandPorts,
	show: (inspected: InspectedPrompt, scene: CommandScene) => CommandAnswer | Promise<CommandAnswer>,
): Promise<CommandAnswer> {
	const { place, signal, values } = invocation;
	const scene = await CommandScene.find(place, ports);
	if (scene === null) {
		return { text: translate(place.userLocale ?? place.guildLocale ?? 'en', 'answer.inspect-no-turn') };
	}
	const name = values.get('persona')?.trim();
	const persona = name ? await ports.personas.findPersona(scene.workspace.id, name) : null;
	if (name && persona === null) {
		return scene.answer('answer.persona-unknown', { name: escapeMarkdown(name.slice(0, shownNameMax)) });
	}
	const { channelId, userId, canManage } = place;
	const inspected = await inspectPrompt({ channelId, userId, canManage, persona, signal }, ports.chat);
	return inspected.ok ? await show(inspected.value, scene) : inspectionRefusal(inspected.error, scene);
}

/** Says why there is nothing to see. */
export function inspectionRefusal(why: InspectionRefusal, scene: CommandScene): CommandAnswer {
	switch (why.kind) {
		case 'no-turn':
			return scene.answer('answer.inspect-no-turn');
		case 'not-yours':
			return scene.answer('answer.inspect-not-yours');
		case 'no-reply':
			return scene.answer('answer.reply-gone');
		case 'not-your-reply':
			return scene.answer('answer.prompt-not-yours');
		case 'failure':
			return scene.failure(why.failure);
	}
}
