/** A command's modal in Discord's own form. */
import { type APIModalInteractionResponseCallbackData, ComponentType, TextInputStyle } from 'discord.js';
import type { Locale } from '#domain/locale';
import type { CommandModal, ModalField } from '#ports/command';
import { truncate } from './split-answer.ts';

/** Characters of a modal's title and of a field's label. */
export const modalLabelMax = 45;

/** The modal in one language. */
export function modalJson(
	modal: CommandModal,
	customId: string,
	shown: { readonly locale: Locale; readonly texts?: ReadonlyMap<string, string> },
): APIModalInteractionResponseCallbackData {
	return {
		custom_id: customId,
		title: truncate(modal.title[shown.locale], modalLabelMax),
		components: modal.fields.map((field) => ({
			type: ComponentType.Label as const,
			label: truncate(field.label[shown.locale], modalLabelMax),
			component: inputJson(field, shown.texts?.get(field.name) ?? ''),
		})),
	};
}

function inputJson(field: ModalField, text: string) {
	return {
		type: ComponentType.TextInput as const,
		custom_id: field.name,
		style: field.style === 'short' ? TextInputStyle.Short : TextInputStyle.Paragraph,
		required: field.required,
		max_length: field.lengthMax,
		...(text === '' ? {} : { value: truncate(text, field.lengthMax) }),
		...(field.lengthMin === undefined ? {} : { min_length: field.lengthMin }),
	};
}
