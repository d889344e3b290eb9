/** Strips the speaker's own label (`Name:`) from the opening of a reply, while it streams. */
import type { PushMachine } from '#lib/push-machine';

/** What may stand around a name, or around a name and its colon. */
const wrappers: readonly string[] = ['', '*', '**', '***', '__'];
const colons: readonly string[] = [':', '：', ' :', ' ：'];
/** The macro that models copy from character cards. */
const characterMacro = '{{char}}';

/**
 * Takes the visible text in any pieces and gives it back in pieces, without a label at its very beginning: one of
 * `names` or `{{char}}`, in any case, plain or in emphasis, with an ASCII or full-width colon inside or outside of it,
 * and one space behind it. Only the beginning is held, and only while it could still be a label. White space before
 * the first visible character is dropped. A reply that is nothing but the label gives nothing. Labels further on, and
 * a second label, stay: they are the reply's own words.
 */
export class OwnLabel implements PushMachine<string> {
	readonly #labels: readonly string[];
	#held = '';
	#state: 'opening' | 'behind-label' | 'open' = 'opening';

	constructor(names: readonly string[]) {
		this.#labels = [...names, characterMacro].filter((name) => name.trim() !== '').flatMap(labelsOf);
	}

	push(text: string): readonly string[] {
		let index = 0;
		while (this.#state === 'opening' && index < text.length) {
			this.#take(text.charAt(index));
			index++;
		}
		if (this.#state === 'opening') return [];
		if (this.#state === 'behind-label') {
			if (index === text.length) return [];
			this.#state = 'open';
			if (text.charAt(index) === ' ') index++;
		}
		return this.#release(text.slice(index));
	}

	end(): readonly string[] {
		return this.#release('');
	}

	#take(unit: string): void {
		if (this.#held === '' && unit.trim() === '') return;
		this.#held += unit;
		const opening = this.#held.toLowerCase();
		if (this.#labels.includes(opening)) {
			this.#held = '';
			this.#state = 'behind-label';
		} else if (!this.#labels.some((label) => label.startsWith(opening))) {
			this.#state = 'open';
		}
	}

	#release(rest: string): readonly string[] {
		const text = this.#held + rest;
		this.#held = '';
		return text === '' ? [] : [text];
	}
}

function labelsOf(name: string): string[] {
	const plainName = name.trim().toLowerCase();
	return wrappers.flatMap((wrapper) =>
		colons.flatMap((colon) => [`${wrapper}${plainName}${colon}${wrapper}`, `${wrapper}${plainName}${wrapper}${colon}`]),
	);
}
