/** Prints rows as one plain table, each with its target and whether that was met. */
import type { BenchRow } from './bench-row.ts';

const headings = ['figure', 'median', 'p95', 'worst', 'unit', 'target', 'verdict', 'note'];
const numberColumns = new Set([1, 2, 3]);

/** `met` or `missed` where there is a target and a figure. */
export function verdictOf(row: BenchRow): string {
	if (row.target === undefined) return '';
	const figure = row[row.target.of];
	if (Number.isNaN(figure)) return 'not measured';
	return figure <= row.target.max ? 'met' : 'missed';
}

/** Three significant digits, more only before the point. */
function figureText(figure: number): string {
	if (Number.isNaN(figure)) return '-';
	if (figure >= 100) return figure.toFixed(0);
	return figure >= 10 ? figure.toFixed(1) : figure.toFixed(figure >= 1 ? 2 : 3);
}

function cellsOf(row: BenchRow): readonly string[] {
	const target = row.target === undefined ? '' : `${row.target.of} <= ${row.target.max}`;
	const figures = [row.median, row.p95, row.worst].map(figureText);
	return [row.name, ...figures, row.unit, target, verdictOf(row), row.note ?? ''];
}

/** The table as lines of text. */
export function tableLines(rows: readonly BenchRow[]): readonly string[] {
	const table = [headings, ...rows.map(cellsOf)];
	const widths = headings.map((_, column) => Math.max(...table.map((cells) => cells[column]?.length ?? 0)));
	return table.map((cells) =>
		cells
			.map((cell, column) =>
				numberColumns.has(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
			)
			.join('  ')
			.trimEnd(),
	);
}
