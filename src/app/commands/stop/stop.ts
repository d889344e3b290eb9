/** `/stop`: ends the reply that is being written in the channel. */
import { everyLocale } from '#core/i18n/translate';
import type { CommandAnswer, CommandInvocation, Subcommand } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import { CommandScene } from '../command-scene.ts';
import { actorOf } from '../reply/reply-actor.ts';

/** The command. */
export function stop(ports: CommandPorts): Subcommand {
	return {
		name: 'stop',
		description: everyLocale('command.stop.description'),
		options: [],
		answer: 'private',
		run: (invocation) => stopReply(invocation, ports),
	};
}

/** The reply is stopped before anything is read: a busy database must not let it run on. */
async function stopReply({ place }: CommandInvocation, ports: CommandPorts): Promise<CommandAnswer> {
	const result = ports.replies.stop(place.channelId, actorOf(place));
	const scene = await CommandScene.open(place, ports, 'private');
	switch (result) {
		case 'stopped':
			return scene.answer('answer.stopped');
		case 'not-yours':
			return scene.answer('answer.reply-not-yours');
		case 'nothing-runs':
			return scene.answer('answer.stop-nothing');
	}
}
