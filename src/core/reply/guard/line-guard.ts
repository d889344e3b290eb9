/** Ends a reply at a separator or at somebody else's label, while it streams. */
import { isBlankText } from '#core/text/blank-text';
import { FenceTracker } from '#core/text/fence-tracker';
import type { PushMachine } from '#lib/push-machine';
import { SeparatorGuard } from './separator-guard.ts';
import { SpeakerGuard, type SpeakerNames } from './speaker-guard.ts';

/** Why a guard ended a reply. */
export type GuardReason = 'speaker-stop' | 'separator';

/** Text that may be shown, or the end: nothing follows a stop. */
export type LineGuardEvent =
	| { readonly type: 'text-delta'; readonly text: string }
	| { readonly type: 'stop'; readonly reason: GuardReason };

/** How a reply begins, and whose labels end it. */
export interface LineGuardOptions extends SpeakerNames {
	/** The reply goes on with a line that the prompt began, so its first words are not the beginning of a line. */
	readonly startsInLine: boolean;
}

/** A run that may open or close a code fence. */
const fenceRuns = ['```', '~~~'];

/**
 * Takes visible text in any pieces. Only the beginning of a line is held, and only while it may still become a label or
 * a separator; then the line flows. Lines of fenced code flow as they are. A separator before the first visible text is
 * left out with its line; later it ends the reply, as a foreign label does anywhere. The serving persona's own label at
 * the very beginning does not count as visible text, and what follows it counts as the beginning of a line. The end of
 * the text ends its last line. Linear in the text.
 */
export class LineGuard implements PushMachine<LineGuardEvent> {
	readonly #separator = new SeparatorGuard();
	readonly #speaker: SpeakerGuard;
	readonly #fences = new FenceTracker();
	/** The beginning of the present line, while it is undecided; undefined once the line flows. */
	#head: string | undefined;
	#separatorIsOpen = true;
	#speakerIsOpen = true;
	#line = '';
	#hasShown = false;
	#hasStopped = false;
	#out = '';

	constructor(options: LineGuardOptions) {
		this.#speaker = new SpeakerGuard(options);
		if (!options.startsInLine) this.#beginLine();
	}

	/** What may still become a label or a separator; white space alone is neither. */
	get held(): string {
		return this.#head ?? '';
	}

	/** Whether text that a reader could see went out; the serving persona's label is none. */
	get hasShown(): boolean {
		return this.#hasShown;
	}

	/** Whether the text would leave a code block open if it ended here. */
	get isInCode(): boolean {
		const tracker = new FenceTracker();
		const { open } = this.#fences;
		if (open !== undefined) tracker.take(open.opener);
		tracker.take(this.#line + this.held);
		return tracker.open !== undefined;
	}

	push(text: string): readonly LineGuardEvent[] {
		let index = 0;
		while (index < text.length && !this.#hasStopped) {
			if (this.#head === undefined) {
				const feed = text.indexOf('\n', index);
				const end = feed < 0 ? text.length : feed + 1;
				this.#flow(text.slice(index, end));
				index = end;
			} else {
				const reason = this.#takeOpening(text.charAt(index));
				index += 1;
				if (reason !== null) return this.#stop(reason);
			}
		}
		return this.#takeOut();
	}

	end(): readonly LineGuardEvent[] {
		if (this.#hasStopped || this.#head === undefined) return [];
		const reason = this.#reasonAtLineEnd();
		if (reason === 'speaker-stop' || (reason === 'separator' && this.#hasShown)) return this.#stop(reason);
		if (reason === null) this.#release();
		return this.#takeOut();
	}

	#beginLine(): void {
		this.#line = '';
		this.#head = this.#fences.open === undefined ? '' : undefined;
		this.#beginOpening('line-feed');
	}

	#beginOpening(behind: 'line-feed' | 'own-label'): void {
		this.#separator.begin();
		this.#speaker.begin(behind);
		this.#separatorIsOpen = true;
		this.#speakerIsOpen = true;
	}

	/** Text of a line that is decided; only its last unit may be a line feed. */
	#flow(text: string): void {
		this.#out += text;
		if (!this.#hasShown) this.#hasShown = !isBlankText(text);
		if (!text.endsWith('\n')) {
			this.#line += text;
			return;
		}
		const line = this.#line + text.slice(0, -1);
		// The tracker's rules are only worth their time on lines with something to find.
		if (fenceRuns.some((run) => line.includes(run))) this.#fences.take(line);
		this.#beginLine();
	}

	#release(): void {
		const head = this.#head ?? '';
		this.#head = undefined;
		if (head !== '') this.#flow(head);
	}

	#takeOpening(unit: string): GuardReason | null {
		if (unit === '\n') return this.#takeLineFeed();
		this.#head += unit;
		if (this.#separatorIsOpen) this.#separatorIsOpen = this.#separator.take(unit) === 'open';
		if (this.#speakerIsOpen) {
			const verdict = this.#speaker.take(unit);
			if (verdict === 'found') return 'speaker-stop';
			if (verdict === 'own-label' && !this.#hasShown) {
				this.#out += this.#head;
				this.#line += this.#head;
				this.#head = '';
				this.#beginOpening('own-label');
				return null;
			}
			this.#speakerIsOpen = verdict === 'open';
		}
		if (!this.#separatorIsOpen && !this.#speakerIsOpen) this.#release();
		return null;
	}

	#takeLineFeed(): GuardReason | null {
		const reason = this.#reasonAtLineEnd();
		if (reason === null) {
			this.#head += '\n';
			this.#release();
		} else if (reason === 'separator' && !this.#hasShown) {
			this.#beginLine();
		} else {
			return reason;
		}
		return null;
	}

	#reasonAtLineEnd(): GuardReason | null {
		if (this.#separatorIsOpen && this.#separator.end() === 'found') return 'separator';
		return this.#speakerIsOpen && this.#speaker.end() === 'found' ? 'speaker-stop' : null;
	}

	#stop(reason: GuardReason): readonly LineGuardEvent[] {
		this.#hasStopped = true;
		this.#head = undefined;
		return [...this.#takeOut(), { type: 'stop', reason }];
	}

	#takeOut(): readonly LineGuardEvent[] {
		const text = this.#out;
		this.#out = '';
		return text === '' ? [] : [{ type: 'text-delta', text }];
	}
}
