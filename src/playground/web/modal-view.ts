/** Shows the form that a bot answers with, and hands back what was filled in. */
import type {
	APIModalInteractionResponseCallbackData,
	APISelectMenuComponent,
	APITextInputComponent,
} from 'discord-api-types/v10';
import { menuView } from './component-view.ts';
import { button, element } from './dom.ts';
import { icon } from './icons.ts';
import { type MentionNames, markdownView } from './markdown-view.ts';

/** What a form is shown with. */
export interface ModalOptions {
	readonly modal: APIModalInteractionResponseCallbackData;
	readonly appName: string;
	readonly names: MentionNames;
	readonly choices: (kind: 'user' | 'role' | 'channel') => readonly { readonly id: string; readonly name: string }[];
	readonly submit: (fields: Readonly<Record<string, string>>) => void;
}

/** Reads one field when the form is sent. */
type FieldReader = () => readonly [customId: string, value: string];

interface FieldParts {
	readonly view: HTMLElement;
	readonly read: FieldReader | null;
}

interface FieldWords {
	readonly label: string;
	readonly description: string | null;
}

const longStyle = 2;

function textField(input: APITextInputComponent): { view: HTMLInputElement | HTMLTextAreaElement; read: FieldReader } {
	const attributes: Record<string, string> = { placeholder: input.placeholder ?? '', autocomplete: 'off' };
	if (input.max_length !== undefined) attributes['maxlength'] = String(input.max_length);
	if (input.min_length !== undefined) attributes['minlength'] = String(input.min_length);
	const view =
		input.style === longStyle
			? element('textarea', { attributes: { ...attributes, rows: '4' } })
			: element('input', { attributes });
	view.value = input.value ?? '';
	view.required = input.required ?? true;
	return { view, read: () => [input.custom_id, view.value] };
}

function menuField(input: APISelectMenuComponent, options: ModalOptions): { view: HTMLElement; read: FieldReader } {
	const view = menuView(input, { names: options.names, choices: options.choices, use: () => undefined });
	const chosen = (): string =>
		[...view.selectedOptions]
			.map((option) => option.value)
			.filter((value) => value !== '')
			.join(',');
	return { view, read: () => [input.custom_id, chosen()] };
}

function fieldOf(
	input: { readonly type: number },
	options: ModalOptions,
): { view: HTMLElement; read: FieldReader } | null {
	if (input.type === 4) return textField(input as APITextInputComponent);
	const isMenu = input.type === 3 || (input.type >= 5 && input.type <= 8);
	return isMenu ? menuField(input as APISelectMenuComponent, options) : null;
}

function labelled(
	input: { readonly type: number; readonly required?: boolean },
	words: FieldWords,
	options: ModalOptions,
): FieldParts {
	const field = fieldOf(input, options);
	const star = (input.required ?? true) ? element('span', { class: 'required' }, ' *') : null;
	const view = element(
		'label',
		{ class: 'modal-field' },
		element('span', { class: 'modal-label' }, words.label, star),
		words.description === null ? null : element('span', { class: 'modal-description' }, words.description),
		field?.view ?? element('em', {}, 'The playground cannot show this field.'),
	);
	return { view, read: field?.read ?? null };
}

function partsOf(options: ModalOptions): FieldParts[] {
	return options.modal.components.flatMap((row): FieldParts[] => {
		if (row.type === 1) {
			return row.components.map((input) => labelled(input, { label: input.label ?? '', description: null }, options));
		}
		if (row.type === 18)
			return [labelled(row.component, { label: row.label, description: row.description ?? null }, options)];
		return [{ view: markdownView(row.content, options.names), read: null }];
	});
}

/** Opens the form over the page; it closes on sending, on Escape and by its cross. */
export function openModal(options: ModalOptions): void {
	const parts = partsOf(options);
	const send = (event: Event): void => {
		event.preventDefault();
		dialog.close();
		options.submit(Object.fromEntries(parts.flatMap(({ read }) => (read === null ? [] : [read()]))));
	};
	const cancel = (): void => dialog.close();
	const dialog = element(
		'dialog',
		{ class: 'modal', attributes: { 'aria-label': options.modal.title } },
		element(
			'form',
			{ on: { submit: send } },
			element(
				'header',
				{},
				element(
					'div',
					{},
					element('h2', {}, options.modal.title),
					element('small', {}, `This form goes to ${options.appName}.`),
				),
				button({ class: 'icon-button', label: 'Close', press: cancel }, icon('close')),
			),
			element('div', { class: 'modal-fields' }, ...parts.map(({ view }) => view)),
			element(
				'footer',
				{},
				element(
					'button',
					{ class: 'component-button secondary', attributes: { type: 'button' }, on: { click: cancel } },
					'Cancel',
				),
				element('button', { class: 'component-button primary', attributes: { type: 'submit' } }, 'Submit'),
			),
		),
	);
	dialog.addEventListener('close', () => dialog.remove());
	document.body.append(dialog);
	dialog.showModal();
	dialog.querySelector<HTMLElement>('.modal-field input, .modal-field textarea, .modal-field select')?.focus();
}
