/** Draws who talked with whom, and when. */
import type { TalkPicture } from '#domain/picture';
import { type Box, INK, SERIES_COLOURS, Sheet } from './sheet.ts';

const width = 760;
const margin = 28;
const titleHeight = 60;
const headingHeight = 38;
const chartHeight = 190;
const legendHeight = 34;
const rowHeight = 34;
const nameWidth = 168;
const totalWidth = 72;
/** Between two labels of days. */
const dayLabelGap = 14;
const gridLines = 4;
/** Before and behind a name of the legend, its colour included. */
const legendGaps = 38;

/** Columns by day above, a grid of people and personas below. */
export function drawTalk(picture: TalkPicture): Sheet {
	const { title, subtitle, rows } = picture;
	const gridTop = margin + titleHeight + headingHeight + chartHeight + 24 + legendHeight + 16;
	const sheet = new Sheet(width, gridTop + headingHeight + 26 + rows.length * rowHeight + margin);
	const inner = width - 2 * margin;
	sheet.text(title, { x: margin, y: margin + 10 }, { size: 20, weight: 600, widthMax: inner });
	sheet.text(subtitle, { x: margin, y: margin + 37 }, { size: 14, colour: INK.faint, widthMax: inner });
	const headingY = margin + titleHeight + 12;
	sheet.text(picture.daysHeading, { x: margin, y: headingY }, { size: 15, weight: 600, widthMax: inner });
	drawDays(sheet, picture, { x: margin, y: margin + titleHeight + headingHeight, width: inner, height: chartHeight });
	drawLegend(sheet, picture, gridTop - legendHeight);
	drawRows(sheet, picture, gridTop + 12);
	return sheet;
}

function colourOf(index: number): string {
	return SERIES_COLOURS[Math.min(index, SERIES_COLOURS.length - 1)] ?? INK.faint;
}

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

/** The smallest of 1, 2, 5, 10, 20 … that gives at most `gridLines` lines. */
function stepOf(most: number): number {
	const least = Math.max(1, most / gridLines);
	const power = 10 ** Math.floor(Math.log10(least));
	return ([1, 2, 5, 10].find((factor) => factor * power >= least) ?? 10) * power;
}

function drawDays(sheet: Sheet, { days, locale }: TalkPicture, area: Box): void {
	const step = stepOf(Math.max(1, ...days.map(({ counts }) => sumOf(counts))));
	const top = step * Math.max(1, Math.ceil(Math.max(1, ...days.map(({ counts }) => sumOf(counts))) / step));
	const left = area.x + sheet.widthOf(top.toLocaleString(locale), { size: 12 }) + 10;
	const right = area.x + area.width;
	const yOf = (count: number): number => area.y + area.height - (count / top) * area.height;
	for (let line = 0; line <= top; line += step) {
		sheet.box({ x: left, y: yOf(line) - 0.5, width: right - left, height: 1 }, INK.line);
		const at = { x: left - 8, y: yOf(line) };
		sheet.text(line.toLocaleString(locale), at, { size: 12, colour: INK.faint, align: 'right' });
	}
	const slot = (right - left) / Math.max(1, days.length);
	const labelWidth = Math.max(0, ...days.map(({ label }) => sheet.widthOf(label, { size: 12 })));
	// The newest day's label stays inside the picture, and so comes nearer to the one before it.
	const shift = Math.max(0, (labelWidth - slot) / 2);
	const labelEvery = Math.max(1, Math.ceil((labelWidth + dayLabelGap + shift) / slot));
	for (const [index, { label, counts }] of days.entries()) {
		const x = left + index * slot;
		const column = Math.min(44, slot * 0.7);
		let from = 0;
		for (const [persona, count] of counts.entries()) {
			if (count === 0) continue;
			const height = Math.max(1, yOf(from) - yOf(from + count) - 1);
			sheet.box({ x: x + (slot - column) / 2, y: yOf(from + count), width: column, height }, colourOf(persona), 2);
			from += count;
		}
		// Counted from the newest day, which people look for first.
		if ((days.length - 1 - index) % labelEvery !== 0) continue;
		const middle = Math.min(x + slot / 2, right - labelWidth / 2);
		sheet.text(label, { x: middle, y: area.y + area.height + 14 }, { size: 12, colour: INK.faint, align: 'center' });
	}
}

function drawLegend(sheet: Sheet, { personas }: TalkPicture, top: number): void {
	const inner = width - 2 * margin;
	const needed = personas.reduce((sum, name) => sum + sheet.widthOf(name, { size: 14 }) + legendGaps, 0);
	const widthMax = needed <= inner ? inner : inner / Math.max(1, personas.length) - legendGaps;
	let x = margin;
	for (const [index, name] of personas.entries()) {
		sheet.box({ x, y: top + 2, width: 14, height: 14 }, colourOf(index), 4);
		x += sheet.text(name, { x: x + 20, y: top + 9 }, { size: 14, widthMax }) + legendGaps;
	}
}

function drawRows(sheet: Sheet, picture: TalkPicture, top: number): void {
	const { personas, rows, locale } = picture;
	const right = width - margin;
	const columnWidth = (right - totalWidth - margin - nameWidth) / Math.max(1, personas.length);
	const headY = top + headingHeight - 2;
	sheet.text(picture.rowsHeading, { x: margin, y: top + 8 }, { size: 15, weight: 600 });
	const xOf = (column: number): number => margin + nameWidth + column * columnWidth;
	const head = { size: 13, colour: INK.faint } as const;
	for (const [column, name] of personas.entries()) {
		const at = { x: xOf(column) + columnWidth / 2, y: headY };
		sheet.text(name, at, { ...head, align: 'center', widthMax: columnWidth - 12 });
	}
	sheet.text(picture.totalHeading, { x: right, y: headY }, { ...head, align: 'right', widthMax: totalWidth - 8 });
	const most = Math.max(1, ...rows.flatMap(({ counts }) => counts));
	for (const [index, { name, counts }] of rows.entries()) {
		const y = top + headingHeight + 14 + index * rowHeight;
		const middle = y + rowHeight / 2;
		sheet.text(name, { x: margin, y: middle }, { size: 15, widthMax: nameWidth - 14 });
		for (const [column, count] of counts.entries()) {
			const cell = { x: xOf(column) + 3, y: y + 3, width: columnWidth - 6, height: rowHeight - 6 };
			sheet.box(cell, INK.panel, 5);
			if (count === 0) continue;
			const length = Math.max(4, (cell.width * count) / most);
			sheet.box({ ...cell, width: length }, `${colourOf(column)}66`, 5);
			const at = { x: cell.x + cell.width / 2, y: middle };
			sheet.text(count.toLocaleString(locale), at, { size: 14, weight: 600, align: 'center' });
		}
		const total = sumOf(counts).toLocaleString(locale);
		sheet.text(total, { x: right, y: middle }, { size: 15, weight: 600, align: 'right' });
	}
}
