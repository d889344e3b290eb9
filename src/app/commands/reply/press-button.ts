/** The buttons below a reply. */
import { readControl } from '#app/chat/control-buttons';
import type { ButtonHandler } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import { CommandScene } from '../command-scene.ts';
import { actorOf, refusalOf } from './reply-actor.ts';

/** What works shows itself in the channel; only a refusal is said. */
export function pressButton(ports: CommandPorts): ButtonHandler {
	return async ({ buttonId, place }) => {
		const control = readControl(buttonId);
		const result = control
			? await ports.replies.press(control.turnId, control.action, actorOf(place))
			: ({ kind: 'refused', key: 'answer.reply-gone' } as const);
		if (result.kind === 'done') return null;
		return refusalOf(result, await CommandScene.open(place, ports, 'private'));
	};
}
