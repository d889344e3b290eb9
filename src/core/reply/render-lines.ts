/** Finds the lines of a reply that the persona says in another look (`Persona (label): …`), while it streams. */
import { FenceTracker } from '#core/text/fence-tracker';
import type { PushMachine } from '#lib/push-machine';

/** A piece of text, or a change of look: `label` is null for the persona's own. */
export type RenderEvent =
	| { readonly kind: 'text'; readonly text: string }
	| { readonly kind: 'look'; readonly label: string | null };

/** Characters of a label; what is longer is no label. */
const labelUnitsMax = 60;

/**
 * Takes the visible text in any pieces and gives it back in pieces, without the labels. A label stands at the beginning
 * of a line outside of code: one of `names`, in any case, a space, the look in brackets, and a colon, all of it plain or
 * in emphasis. A line with the bare name leads back to the persona's own look. Only the beginnings of lines are held.
 */
export class RenderLines implements PushMachine<RenderEvent> {
	readonly #names: readonly string[];
	readonly #fences = new FenceTracker();
	#look: string | null = null;
	/** The beginning of a line that may still be a label. */
	#held = '';
	#line = '';
	#isHolding = true;
	#text = '';
	#events: RenderEvent[] = [];
	/** One space behind a label belongs to it. */
	#skipsSpace = false;

	constructor(names: readonly string[]) {
		this.#names = names.map((name) => name.trim().toLowerCase()).filter((name) => name !== '');
	}

	push(text: string): readonly RenderEvent[] {
		for (const unit of text.split('')) this.#take(unit);
		return this.#taken();
	}

	end(): readonly RenderEvent[] {
		this.#release();
		return this.#taken();
	}

	#take(unit: string): void {
		if (this.#skipsSpace) {
			this.#skipsSpace = false;
			if (unit === ' ') return;
		}
		if (this.#isHolding) {
			this.#held += unit;
			const label = this.#labelOf(this.#held);
			if (label !== undefined) this.#wear(label);
			else if (!this.#mayBecomeLabel(this.#held)) this.#release();
		} else {
			this.#append(unit);
		}
		if (unit === '\n') {
			this.#release();
			this.#fences.take(this.#line.replace(/\n$/, ''));
			this.#line = '';
			this.#isHolding = this.#fences.open === undefined;
		}
	}

	#append(text: string): void {
		this.#text += text;
		this.#line += text;
	}

	#release(): void {
		this.#append(this.#held);
		this.#held = '';
		this.#isHolding = false;
	}

	#wear(label: string | null): void {
		this.#held = '';
		this.#isHolding = false;
		this.#skipsSpace = true;
		this.#flush();
		this.#look = label;
		this.#events.push({ kind: 'look', label });
	}

	/** The label that a line's beginning is; the bare name is one only where it leads back. */
	#labelOf(opening: string): string | null | undefined {
		if (!/[:：][*_]{0,3}$/.test(opening)) return undefined;
		const [, marks = '', name = '', label, closing = ''] =
			/^\s*([*_]{0,3})(.+?)(?:\s?[(（]([^()（）\n]+)[)）])?([*_]{0,3}\s?[:：][*_]{0,3})$/s.exec(opening) ?? [];
		if (!this.#names.includes(name.trim().toLowerCase())) return undefined;
		if (marks !== '' && !closing.includes(marks)) return undefined;
		if (label !== undefined) return label.trim();
		return this.#look === null ? undefined : null;
	}

	#mayBecomeLabel(opening: string): boolean {
		const line = opening.trimStart().toLowerCase();
		if (opening.includes('\n')) return false;
		const bare = line.replace(/^[*_]{1,3}/, '');
		return this.#names.some((name) => {
			if (bare.length <= name.length) return name.startsWith(bare);
			if (!bare.startsWith(name) || bare.length > name.length + labelUnitsMax) return false;
			return /^(?:\s?|\s?[(（][^()（）]*|\s?[(（][^()（）]+[)）][*_]{0,3}\s?(?:[:：][*_]{0,2})?|[*_]{0,3}\s?(?:[:：][*_]{0,2})?)$/s.test(
				bare.slice(name.length),
			);
		});
	}

	#flush(): void {
		if (this.#text !== '') this.#events.push({ kind: 'text', text: this.#text });
		this.#text = '';
	}

	#taken(): readonly RenderEvent[] {
		this.#flush();
		const events = this.#events;
		this.#events = [];
		return events;
	}
}
