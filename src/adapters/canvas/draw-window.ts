/** Draws how full a model's window is. */
import type { WindowPart, WindowPicture } from '#domain/picture';
import { INK, Sheet } from './sheet.ts';

const width = 640;
const margin = 28;
const titleHeight = 64;
const barHeight = 28;
const cells = 10;
const cellSize = 21;
const cellGap = 4;
const gridSize = cells * cellSize + (cells - 1) * cellGap;
const rowHeight = 32;

const COLOURS: Readonly<Record<WindowPart['part'], string>> = {
	frame: '#9a9db5',
	personality: '#f4a259',
	memories: '#e578a8',
	lore: '#8cd17d',
	samples: '#f2d15c',
	history: '#5cb8e4',
	output: '#6d72c9',
	free: INK.line,
};

/** A bar of the whole window, a grid of its hundredths, and what each part is. */
export function drawWindow({ title, subtitle, parts }: WindowPicture): Sheet {
	const bodyHeight = Math.max(gridSize, parts.length * rowHeight);
	const sheet = new Sheet(width, margin + titleHeight + barHeight + margin + bodyHeight + margin);
	const inner = width - 2 * margin;
	sheet.text(title, { x: margin, y: margin + 10 }, { size: 20, weight: 600, widthMax: inner });
	sheet.text(subtitle, { x: margin, y: margin + 38 }, { size: 14, colour: INK.faint, widthMax: inner });
	const barTop = margin + titleHeight;
	drawBar(sheet, parts, barTop);
	const bodyTop = barTop + barHeight + margin;
	drawGrid(sheet, parts, bodyTop);
	drawLegend(sheet, parts, bodyTop);
	return sheet;
}

/** Whatever is there at all is at least a sliver. */
function drawBar(sheet: Sheet, parts: readonly WindowPart[], top: number): void {
	const inner = width - 2 * margin;
	sheet.box({ x: margin, y: top, width: inner, height: barHeight }, COLOURS.free, 6);
	let from = 0;
	for (const { part, share } of parts) {
		const x = margin + from * inner;
		from = Math.min(1, from + share);
		if (part === 'free') continue;
		const length = Math.max(2, margin + from * inner - x - 1);
		sheet.box({ x, y: top, width: length, height: barHeight }, COLOURS[part], 3);
	}
}

/** Cells are given by where each part ends, so that roundings do not add up. */
function drawGrid(sheet: Sheet, parts: readonly WindowPart[], top: number): void {
	const ends = parts.map((_, index) => parts.slice(0, index + 1).reduce((sum, { share }) => sum + share, 0));
	for (let cell = 0; cell < cells * cells; cell += 1) {
		const middle = (cell + 0.5) / (cells * cells);
		const part = parts[ends.findIndex((end) => middle < end)]?.part ?? 'free';
		const x = margin + (cell % cells) * (cellSize + cellGap);
		const y = top + Math.floor(cell / cells) * (cellSize + cellGap);
		sheet.box({ x, y, width: cellSize, height: cellSize }, COLOURS[part], 4);
	}
}

function drawLegend(sheet: Sheet, parts: readonly WindowPart[], top: number): void {
	const left = margin + gridSize + 32;
	const right = width - margin;
	for (const [index, { part, name, size }] of parts.entries()) {
		const y = top + index * rowHeight + rowHeight / 2 - 4;
		sheet.box({ x: left, y: y - 8, width: 16, height: 16 }, COLOURS[part], 4);
		const sizeWidth = sheet.text(size, { x: right, y }, { size: 14, colour: INK.faint, align: 'right' });
		sheet.text(name, { x: left + 26, y }, { size: 15, widthMax: right - left - 26 - sizeWidth - 12 });
	}
}
