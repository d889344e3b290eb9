/** What pictures show; every text is localized already. */
import type { PromptSegment } from '#domain/fitting';

/** One row of a grid of who talked with whom. */
export interface TalkRow {
	readonly name: string;
	/** Messages with each column's persona, in the order of the columns. */
	readonly counts: readonly number[];
}

/** Who talked with whom, and when. */
export interface TalkPicture {
	readonly kind: 'talk';
	readonly title: string;
	readonly subtitle: string;
	readonly daysHeading: string;
	readonly rowsHeading: string;
	readonly totalHeading: string;
	/** Whom people talked with; a colour each, in this order. */
	readonly personas: readonly string[];
	/** Days without a gap, oldest first, with the messages of each persona. */
	readonly days: readonly { readonly label: string; readonly counts: readonly number[] }[];
	readonly rows: readonly TalkRow[];
	/** How numbers are written. */
	readonly locale: string;
}

/** A part of the model's window. */
export interface WindowPart {
	readonly part: PromptSegment | 'output' | 'free';
	readonly name: string;
	/** As people read it. */
	readonly size: string;
	/** 0 to 1, of the window. */
	readonly share: number;
}

/** How full a model's window is, and with what. */
export interface WindowPicture {
	readonly kind: 'window';
	readonly title: string;
	readonly subtitle: string;
	readonly parts: readonly WindowPart[];
}

/** Any picture that the bot draws. */
export type Picture = TalkPicture | WindowPicture;
