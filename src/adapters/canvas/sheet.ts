/** A sheet to draw on, with its own background so that it reads the same in light and dark. */
import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { drawableText } from './font-slices.ts';

/** Colours of sheets: dark ground and light letters, with a contrast of at least 4.5 to 1. */
export const INK = {
	ground: '#1e1f29',
	panel: '#282a38',
	line: '#3d4056',
	text: '#f4f4f8',
	faint: '#b3b6c9',
} as const;

/** Told apart by people who see colours differently, and by how bright they are; the last is for everyone else. */
export const SERIES_COLOURS = ['#f4a259', '#5cb8e4', '#8cd17d', '#e578a8', '#f2d15c', '#9a9db5'] as const;

/** Pixels of the picture for one of the sheet, so that letters stay sharp on dense screens. */
const density = 2;

/** UTF-16 units of one text. */
const unitsMax = 200;

/** How a text is set. */
export interface TextStyle {
	readonly size: number;
	readonly colour?: string;
	readonly weight?: 400 | 600;
	readonly align?: 'left' | 'right' | 'center';
	/** Longer texts end in an ellipsis. */
	readonly widthMax?: number;
}

/** A rectangle. */
export interface Box {
	readonly x: number;
	readonly y: number;
	readonly width: number;
	readonly height: number;
}

/** Draws in units of its own, of which the picture has `density` pixels each. */
export class Sheet {
	readonly width: number;
	readonly height: number;
	readonly #canvas: Canvas;
	readonly #context: SKRSContext2D;

	constructor(width: number, height: number) {
		this.width = width;
		this.height = height;
		this.#canvas = createCanvas(width * density, height * density);
		this.#context = this.#canvas.getContext('2d');
		this.#context.scale(density, density);
		this.box({ x: 0, y: 0, width, height }, INK.ground);
	}

	/** A filled rectangle. */
	box({ x, y, width, height }: Box, colour: string, radius = 0): void {
		this.#context.fillStyle = colour;
		this.#context.beginPath();
		this.#context.roundRect(x, y, width, height, Math.min(radius, width / 2, height / 2));
		this.#context.fill();
	}

	/** A line of text whose middle is at `y`; returns how wide it is. */
	text(said: string, at: { readonly x: number; readonly y: number }, style: TextStyle): number {
		const { size, colour = INK.text, weight = 400, align = 'left', widthMax } = style;
		const context = this.#context;
		context.fillStyle = colour;
		context.textAlign = align;
		context.textBaseline = 'middle';
		const shown = this.#fit(said, { size, weight, widthMax: widthMax ?? Number.POSITIVE_INFINITY });
		context.fillText(shown, at.x, at.y);
		return context.measureText(shown).width;
	}

	/** How wide a text would be. */
	widthOf(said: string, { size, weight = 400 }: TextStyle): number {
		const shown = this.#fit(said, { size, weight, widthMax: Number.POSITIVE_INFINITY });
		return this.#context.measureText(shown).width;
	}

	/** The picture as a PNG. */
	async png(): Promise<Uint8Array> {
		return await this.#canvas.encode('png');
	}

	/** Sets the font, and shortens the text to the width. */
	#fit(said: string, { size, weight, widthMax }: { size: number; weight: number; widthMax: number }): string {
		const { text, families } = drawableText(firstLetters(said));
		this.#context.font = `${weight} ${size}px ${families}`;
		if (this.#context.measureText(text).width <= widthMax) return text;
		const { families: withDots } = drawableText(`${text}…`);
		this.#context.font = `${weight} ${size}px ${withDots}`;
		const letters = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
		const cut = (count: number): string => `${letters.slice(0, count).join('').trimEnd()}…`;
		let [fits, fails] = [1, letters.length];
		while (fails - fits > 1) {
			const middle = Math.floor((fits + fails) / 2);
			if (this.#context.measureText(cut(middle)).width <= widthMax) fits = middle;
			else fails = middle;
		}
		return cut(fits);
	}
}

/** What no line of a picture has room for is not looked at. */
function firstLetters(said: string): string {
	return said.length <= unitsMax ? said : `${said.slice(0, unitsMax).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
