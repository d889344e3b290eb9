/** The list over the composer: people, channels, commands or choices, walked with the arrow keys. */
import { avatarView } from './avatar.ts';
import { element, refill } from './dom.ts';

/** One line to choose. */
export interface CompletionItem {
	readonly label: string;
	readonly detail: string;
	/** Draws a person's picture before the label. */
	readonly pictureOf?: string;
	readonly pick: () => void;
}

/** The most lines the list shows. */
const itemsMax = 50;

/** The list; hidden while it has nothing to offer. */
export class CompletionList {
	readonly view = element('div', { class: 'completion', attributes: { role: 'listbox' } });
	#items: readonly CompletionItem[] = [];
	#chosen = 0;

	constructor() {
		this.view.hidden = true;
	}

	get isOpen(): boolean {
		return !this.view.hidden;
	}

	show(title: string, items: readonly CompletionItem[]): void {
		this.#items = items.slice(0, itemsMax);
		this.#chosen = 0;
		this.view.hidden = items.length === 0;
		refill(
			this.view,
			element('div', { class: 'completion-title' }, title),
			...this.#items.map((item) => this.#itemView(item)),
		);
		this.#mark();
	}

	hide(): void {
		this.#items = [];
		this.view.hidden = true;
	}

	/** Takes the keys that walk and choose; true when the key was used up. */
	handleKey(event: KeyboardEvent): boolean {
		if (!this.isOpen) return false;
		if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
			const step = event.key === 'ArrowDown' ? 1 : -1;
			this.#chosen = (this.#chosen + step + this.#items.length) % this.#items.length;
			this.#mark();
		} else if (event.key === 'Enter' || event.key === 'Tab') this.#items[this.#chosen]?.pick();
		else if (event.key === 'Escape') this.hide();
		else return false;
		event.preventDefault();
		return true;
	}

	#itemView(item: CompletionItem): HTMLElement {
		const choose = (event: Event): void => {
			event.preventDefault();
			item.pick();
		};
		return element(
			'div',
			{ class: 'completion-item', attributes: { role: 'option' }, on: { mousedown: choose } },
			item.pictureOf === undefined ? null : avatarView(item.pictureOf),
			element('span', { class: 'completion-label' }, item.label),
			element('span', { class: 'completion-detail' }, item.detail),
		);
	}

	#mark(): void {
		for (const [index, line] of [...this.view.querySelectorAll('.completion-item')].entries()) {
			line.classList.toggle('chosen', index === this.#chosen);
			line.setAttribute('aria-selected', String(index === this.#chosen));
			if (index === this.#chosen) line.scrollIntoView({ block: 'nearest' });
		}
	}
}
