/** Chooses who the person at the page speaks as. */
import { avatarView } from './avatar.ts';
import { element } from './dom.ts';
import { icon } from './icons.ts';
import type { PageState } from './page-state.ts';

/** The picture of the speaker with a menu behind it. */
export function speakerMenu(state: PageState): HTMLElement {
	const name = state.speaker?.name ?? '?';
	const menu = element('select', {
		attributes: { 'aria-label': 'Speak as' },
		title: 'Speak as',
		on: { change: () => state.speakAs(menu.value) },
	});
	for (const person of state.speakers) {
		const option = element('option', { attributes: { value: person.id } }, `${person.name} — ${person.note}`);
		option.selected = person.id === state.speakerId;
		menu.append(option);
	}
	return element('label', { class: 'speaker' }, avatarView(name), icon('chevron', 14), menu);
}
