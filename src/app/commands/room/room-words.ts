/** Words that somebody gives for everybody in a room. */
import type { MessageKey } from '#core/i18n/locales/en';
import { everyLocale } from '#core/i18n/translate';
import type { CommandAnswer, CommandOption } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import type { RoomScene } from './room-scene.ts';

/** UTF-16 units that one message of Discord's holds. */
export const WORDS_CHARACTERS_MAX = 2_000;

/** `text`. */
export function textOption(
	description: MessageKey,
	{ required, lengthMax = WORDS_CHARACTERS_MAX }: { readonly required: boolean; readonly lengthMax?: number },
): CommandOption {
	return { name: 'text', description: everyLocale(description), kind: 'string', required, lengthMax };
}

/** The given words, or what to say when there are none. */
export function wordsOf({ values, scene }: RoomScene): { readonly text: string } | { readonly refusal: CommandAnswer } {
	const text = (values.get('text') ?? '').trim();
	return text === '' ? { refusal: scene.answer('answer.room-blank') } : { text };
}

/** Nothing of people who keep out of every context may reach a persona; what to say to them, or null. */
export async function refusalOfPrivate(
	{ scene, place }: RoomScene,
	{ chat }: CommandPorts,
): Promise<CommandAnswer | null> {
	const { workspace, persona } = scene;
	const query = { serverId: workspace.id, personaId: persona.id, discordIds: [place.userId] };
	const [person] = await chat.stores.people.findPeople(query);
	return person?.privacyLevel === 2 ? scene.answer('answer.room-private') : null;
}
