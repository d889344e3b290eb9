/** The middle of the page: the chosen channel's messages, kept at the end while the reader is there. */
import { element, refill } from './dom.ts';
import type { MessageActions } from './message-actions.ts';
import { isCompact } from './message-grouping.ts';
import { messageView } from './message-view.ts';
import type { PageState } from './page-state.ts';
import { isSameDay, longDate } from './time-text.ts';
import { welcomeView } from './welcome-view.ts';

/** How near to the end, in pixels, a reader still counts as being there. */
const endDistancePx = 120;

/** What the list is made with. */
export interface MessageListOptions {
	readonly root: HTMLElement;
	readonly state: PageState;
	readonly actions: MessageActions;
	/** Puts a suggested line into the composer. */
	readonly suggest: (text: string) => void;
}

/** The list; `draw` brings it up to date and leaves unchanged messages as they stand. */
export class MessageList {
	readonly #options: MessageListOptions;
	readonly #drawn = new Map<string, { readonly key: string; readonly view: HTMLElement }>();
	readonly #dismissed = new Set<string>();
	#channelKey = '';

	constructor(options: MessageListOptions) {
		this.#options = options;
	}

	/** Hides a message that only this person saw. */
	dismiss(messageId: string): void {
		this.#dismissed.add(messageId);
		this.draw();
	}

	draw(): void {
		const { root, state, suggest } = this.#options;
		const channelKey = `${state.channelId} ${state.speakerId}`;
		const isOther = channelKey !== this.#channelKey;
		if (isOther) this.#drawn.clear();
		this.#channelKey = channelKey;
		const wasAtEnd = root.scrollHeight - root.scrollTop - root.clientHeight < endDistancePx;
		refill(root, element('div', { class: 'spring' }), welcomeView(state, suggest), ...this.#views());
		if (isOther || wasAtEnd) root.scrollTop = root.scrollHeight;
	}

	#views(): HTMLElement[] {
		const { state } = this.#options;
		const shown = state.visibleMessages.filter(({ message }) => !this.#dismissed.has(message.id));
		return shown.flatMap((held, index) => {
			const before = shown[index - 1]?.message;
			const atMs = Date.parse(held.message.timestamp);
			const isNewDay = before === undefined || !isSameDay(Date.parse(before.timestamp), atMs);
			const compact = !isNewDay && isCompact(held.message, before);
			const view = this.#view(held.message.id, `${held.version} ${compact}`, () =>
				messageView(held, { state, actions: this.#options.actions, compact }),
			);
			return isNewDay ? [element('div', { class: 'day' }, element('span', {}, longDate(atMs))), view] : [view];
		});
	}

	#view(id: string, key: string, make: () => HTMLElement): HTMLElement {
		const drawn = this.#drawn.get(id);
		if (drawn?.key === key) return drawn.view;
		const view = make();
		this.#drawn.set(id, { key, view });
		return view;
	}
}
