/** The steps of the set-up, and the ids of its buttons: a panel knows where it stands from them alone, so it survives a restart. */

import { everyLocale } from '#core/i18n/translate';
import { PERSONA_LIMITS } from '#domain/persona';
import type { ButtonForms, CommandPlace } from '#ports/command';
import { keyModal } from '../key/key-form.ts';

/** In the order in which they are walked through. */
export const SETUP_STEPS = ['key', 'model', 'persona', 'language', 'channels', 'done'] as const;

/** One of them. */
export type SetupStep = (typeof SETUP_STEPS)[number];

/** What a button or menu does: shows a step, or changes what the step is about by form or by choice. */
export type SetupAction = 'show' | 'form' | 'choose';

/** The first part of the ids. */
export const setupPrefix = 'setup';

const ID = /^setup:(\w+):(show|form|choose)$/;

/** The id of a button, menu or form. */
export function setupId(step: SetupStep, action: SetupAction): string {
	return `${setupPrefix}:${step}:${action}`;
}

/** What an id means; one of an older panel begins the set-up anew. */
export function readSetupId(id: string): { readonly step: SetupStep; readonly action: SetupAction } {
	const [, name, action] = ID.exec(id) ?? [];
	const step = SETUP_STEPS.find((one) => one === name);
	return step === undefined ? { step: 'key', action: 'show' } : { step, action: action as SetupAction };
}

/** The steps of a place: in direct messages everything is answered, and without their content messages cannot be. */
export function stepsOf(place: CommandPlace, readsContent: boolean): readonly SetupStep[] {
	const hasChannels = place.guildId !== null && readsContent;
	return hasChannels ? SETUP_STEPS : SETUP_STEPS.filter((step) => step !== 'channels');
}

/** The forms that the set-up's buttons open. */
export const setupForms: ButtonForms = (id) => {
	if (id === setupId('key', 'form')) return keyModal();
	if (id !== setupId('persona', 'form')) return null;
	const label = everyLocale('command.persona.create.modal-name');
	const lengthMax = PERSONA_LIMITS.nameCharactersMax;
	return {
		title: everyLocale('answer.setup-rename'),
		fields: [{ name: 'name', label, style: 'short', required: true, lengthMax }],
	};
};
