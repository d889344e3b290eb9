/** Shows what can be pressed and chosen under a message, and the boxes and texts that come as components too. */
import type { APIButtonComponent, APIMessageComponent, APISelectMenuComponent } from 'discord-api-types/v10';
import { element } from './dom.ts';
import { linkView, type MentionNames, markdownView } from './markdown-view.ts';

/** What a component may need from the page. */
export interface ComponentSurroundings {
	readonly names: MentionNames;
	/** Ids and names for the menus that choose people, roles or channels. */
	readonly choices: (kind: 'user' | 'role' | 'channel') => readonly { readonly id: string; readonly name: string }[];
	readonly use: (customId: string, values?: readonly string[]) => void;
}

const buttonClasses: Readonly<Record<number, string>> = {
	1: 'primary',
	2: 'secondary',
	3: 'success',
	4: 'danger',
	5: 'link',
	6: 'primary',
};

const menuKinds: Readonly<Record<number, 'user' | 'role' | 'channel'>> = {
	5: 'user',
	6: 'role',
	7: 'user',
	8: 'channel',
};

function buttonView(component: APIButtonComponent, surroundings: ComponentSurroundings): HTMLElement {
	const label = 'label' in component && component.label !== undefined ? component.label : '';
	const emoji = 'emoji' in component && component.emoji?.name !== undefined ? `${component.emoji.name} ` : '';
	const name = `component-button ${buttonClasses[component.style] ?? 'secondary'}`;
	if ('url' in component) {
		const link = linkView(component.url, [document.createTextNode(`${emoji}${label} ↗`)]);
		link.className = name;
		return link;
	}
	const press = (): void => {
		if ('custom_id' in component) surroundings.use(component.custom_id);
	};
	const view = element('button', { class: name, attributes: { type: 'button' }, on: { click: press } }, emoji, label);
	view.disabled = component.disabled ?? false;
	return view;
}

function menuOptions(
	component: APISelectMenuComponent,
	surroundings: ComponentSurroundings,
): { value: string; label: string; chosen: boolean }[] {
	if (component.type === 3) {
		return component.options.map((option) => ({
			value: option.value,
			label: option.description === undefined ? option.label : `${option.label} — ${option.description}`,
			chosen: option.default ?? false,
		}));
	}
	const kind = menuKinds[component.type] ?? 'user';
	return surroundings.choices(kind).map(({ id, name }) => ({ value: id, label: name, chosen: false }));
}

/** A menu; several may be chosen where the bot allows it. */
export function menuView(component: APISelectMenuComponent, surroundings: ComponentSurroundings): HTMLSelectElement {
	const several = (component.max_values ?? 1) > 1;
	const options = menuOptions(component, surroundings);
	const hint = element(
		'option',
		{ attributes: { value: '', disabled: '' } },
		component.placeholder ?? 'Make a selection',
	);
	hint.selected = !options.some((option) => option.chosen);
	const choose = (): void => {
		const values = [...view.selectedOptions].map((option) => option.value).filter((value) => value !== '');
		surroundings.use(component.custom_id, values);
	};
	const view = element(
		'select',
		{ class: 'component-menu', attributes: { 'aria-label': component.placeholder ?? 'Menu' }, on: { change: choose } },
		several ? null : hint,
		...options.map(({ value, label, chosen }) => {
			const option = element('option', { attributes: { value } }, label);
			option.selected = chosen;
			return option;
		}),
	);
	view.multiple = several;
	view.disabled = component.disabled ?? false;
	return view;
}

/** One component with all it holds; kinds that the page does not know show nothing. */
export function componentView(component: APIMessageComponent, surroundings: ComponentSurroundings): HTMLElement | null {
	const inside = (parts: readonly APIMessageComponent[]): (HTMLElement | null)[] =>
		parts.map((part) => componentView(part, surroundings));
	switch (component.type) {
		case 1:
			return element('div', { class: 'component-row' }, ...inside(component.components));
		case 2:
			return buttonView(component, surroundings);
		case 3:
		case 5:
		case 6:
		case 7:
		case 8:
			return menuView(component, surroundings);
		case 9:
			return element(
				'div',
				{ class: 'component-section' },
				element('div', {}, ...inside(component.components)),
				componentView(component.accessory, surroundings),
			);
		case 10:
			return markdownView(component.content, surroundings.names);
		case 11:
			return element('img', { class: 'component-thumbnail', attributes: { src: component.media.url, alt: '' } });
		case 12:
			return element(
				'div',
				{ class: 'component-gallery' },
				...component.items.map((item) =>
					element('img', { attributes: { src: item.media.url, alt: item.description ?? '' } }),
				),
			);
		case 14:
			return element('hr', { class: 'component-separator' });
		case 17:
			return element('div', { class: 'component-container' }, ...inside(component.components));
		default:
			return null;
	}
}
