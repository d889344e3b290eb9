/** `/forget me`: removes whatever is stored of a person, after a second word of theirs, and proves it. */
import { noteForgotten } from '#app/chat/forgotten-lines';
import { everyLocale } from '#core/i18n/translate';
import type { Snowflake } from '#domain/ids';
import { forgettableCount } from '#domain/personal-data';
import type { ButtonHandler, CommandAnswer, CommandInvocation, CommandPlace, Subcommand } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import { removedLines, storedLines } from './data-words.ts';
import { personalVoice } from './personal-voice.ts';

/** The first part of the ids of its buttons. */
export const forgetMePrefix = 'forget-me';

const CONFIRMED = `${forgetMePrefix}:yes`;

/** The subcommand. */
export function forgetMe(ports: CommandPorts): Subcommand {
	return {
		name: 'me',
		description: everyLocale('command.forget.me.description'),
		answer: 'private',
		options: [],
		run: (invocation) => askToForget(invocation, ports),
	};
}

async function askToForget({ place }: CommandInvocation, ports: CommandPorts): Promise<CommandAnswer> {
	const say = await personalVoice(place, ports);
	const { counts } = await ports.chat.stores.personalData.readPersonalData(place.userId);
	if (forgettableCount(counts) === 0) return { text: say('answer.forget-nothing') };
	return {
		text: say('answer.forget-ask'),
		card: {
			title: say('answer.privacy-stored'),
			description: storedLines(counts, say),
			fields: [{ name: say('answer.forget-stays'), value: say('answer.forget-stays-text') }],
		},
		buttons: [
			{ id: CONFIRMED, emoji: '🗑️', label: say('answer.button-forget'), isEnabled: true, isDangerous: true },
			{ id: `${forgetMePrefix}:no`, emoji: '↩️', label: say('answer.button-keep'), isEnabled: true },
		],
	};
}

/** The presses on the buttons of the question; only who asked sees them. */
export function confirmForgetting(ports: CommandPorts): ButtonHandler {
	return async ({ buttonId, place }) => {
		const answer = buttonId === CONFIRMED ? await forget(place, ports) : await kept(place, ports);
		return { ...answer, replacesMessage: true };
	};
}

async function kept(place: CommandPlace, ports: CommandPorts): Promise<CommandAnswer> {
	const say = await personalVoice(place, ports);
	return { text: say('answer.forget-kept') };
}

async function forget(place: CommandPlace, ports: CommandPorts): Promise<CommandAnswer> {
	const say = await personalVoice(place, ports);
	await noteForgotten(place.userId, ports.chat);
	// What is being written would write of them after everything is gone.
	await ports.endTurnsOf(place.userId);
	const personaIds = await ownPersonas(place.userId, ports);
	const forgotten = await ports.chat.stores.personalData.forgetPerson(place.userId);
	await Promise.all(personaIds.map((personaId) => ports.chat.avatars.remove(personaId)));
	const left = forgettableCount(forgotten.after);
	return {
		text: left === 0 ? say('answer.forgotten') : say('answer.forgotten-partly'),
		card: {
			title: say('answer.forgotten-title'),
			description: removedLines(forgotten, say),
			fields: [{ name: say('answer.forget-stays'), value: say('answer.forget-stays-text') }],
		},
	};
}

/** Personas of the conversation with the person alone, whose pictures Discord has. */
async function ownPersonas(discordId: Snowflake, { workspaces, personas }: CommandPorts) {
	const workspace = await workspaces.findWorkspace({ kind: 'direct', discordId, locale: null });
	return workspace === null ? [] : (await personas.listPersonas(workspace.id)).map(({ id }) => id);
}
