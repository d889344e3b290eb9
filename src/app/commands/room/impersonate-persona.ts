/** `/impersonate persona`: a persona says given words, or finds some. */
import { refusalNow } from '#app/chat/may-answer';
import { sayAsPersona } from '#app/room/say-as-persona';
import { everyLocale } from '#core/i18n/translate';
import { escapeMarkdown } from '#core/text/escape-markdown';
import type { CommandAnswer, CommandInvocation, Subcommand } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import { suggestPersonas } from '../persona/suggest-personas.ts';
import { limitAnswer } from '../reply/reply-actor.ts';
import { forManagers } from './for-managers.ts';
import { inRoom, type RoomScene, triggerOf } from './room-scene.ts';
import { textOption } from './room-words.ts';

/** The subcommand. */
export function impersonatePersona(ports: CommandPorts): Subcommand {
	return {
		name: 'persona',
		description: everyLocale('command.impersonate.persona.description'),
		options: [
			{
				name: 'persona',
				description: everyLocale('command.impersonate.persona.persona'),
				kind: 'string',
				required: true,
				autocomplete: (query) => suggestPersonas(query, ports),
			},
			textOption('command.impersonate.persona.text', { required: false }),
		],
		answer: 'private',
		run: (invocation) => forManagers(invocation, ports, () => speak(invocation, ports)),
	};
}

/** Written words come through the channel's line of turns, given ones in its order. */
async function speak(invocation: CommandInvocation, ports: CommandPorts): Promise<CommandAnswer> {
	const isGiven = (invocation.values.get('text') ?? '').trim() !== '';
	if (isGiven) return await inRoom(invocation, ports, (room) => say(room, ports));
	return await inRoom(invocation, ports, async (room) => {
		const persona = await personaOf(room, ports);
		if (!persona) return unknown(room);
		const request = { cause: 'command', trigger: triggerOf(room) } as const;
		const refusal = await refusalNow({ request, place: { ...room.scene, persona } }, ports.chat);
		if (refusal !== null) return limitAnswer(refusal, room.scene);
		ports.replies.respond({ ...request, lines: [], personaId: persona.id });
		return room.scene.answer('answer.respond-started', { name: escapeMarkdown(persona.name) });
	});
}

async function say(room: RoomScene, ports: CommandPorts): Promise<CommandAnswer> {
	const { scene, values } = room;
	const persona = await personaOf(room, ports);
	if (!persona) return unknown(room);
	const text = (values.get('text') ?? '').trim();
	const said = await sayAsPersona({ trigger: triggerOf(room), persona, text }, ports.chat);
	if (!said.ok) return scene.failure(said.error);
	return scene.answer('answer.impersonated-persona', { name: escapeMarkdown(persona.name) });
}

function nameOf({ values }: Pick<RoomScene, 'values'>): string {
	return values.get('persona')?.trim() ?? '';
}

async function personaOf(room: RoomScene, ports: CommandPorts) {
	return await ports.personas.findPersona(room.scene.workspace.id, nameOf(room));
}

function unknown(room: RoomScene): CommandAnswer {
	return room.scene.answer('answer.persona-unknown', { name: escapeMarkdown(nameOf(room).slice(0, 80)) });
}
