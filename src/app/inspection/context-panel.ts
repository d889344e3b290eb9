/** A picture of the window: how much of it each part of the prompt takes, drawn in characters. */
import type { FittingReport, PromptSegment } from '#domain/fitting';

/** Cells of one bar. */
const barCells = 20;

/** Cells of the whole window, in lines of equal length. */
const windowLineCells = 25;
const windowLines = 4;

const FILLED = '█';
const EMPTY = '░';

/** What each part looks like in the picture of the whole window. */
const GLYPHS: Readonly<Record<PromptSegment | 'output' | 'free', string>> = {
	frame: '◆',
	personality: '█',
	memories: '▓',
	lore: '▒',
	samples: '▞',
	history: '■',
	output: '□',
	free: '·',
};

/** One part of the window. */
export interface PanelRow {
	readonly part: PromptSegment | 'output' | 'free';
	/** Of the picture. */
	readonly glyph: string;
	/** Exact for `output` and `free`, approximate for the prompt's own parts. */
	readonly tokens: number;
	/** 0 to 1, of the window. */
	readonly share: number;
	readonly bar: string;
}

/** The whole panel. */
export interface ContextPanel {
	/** The prompt's own parts that are there, then the room for the reply and what stays free. */
	readonly rows: readonly PanelRow[];
	/** Lines of cells, one glyph each. */
	readonly picture: string;
}

/** Draws the panel of a report. */
export function contextPanel(report: FittingReport): ContextPanel {
	const { shares, windowTokens, inputTokens, outputTokensMax } = report;
	const free = Math.max(0, windowTokens - inputTokens - outputTokensMax);
	const parts: readonly { readonly part: PanelRow['part']; readonly tokens: number }[] = [
		...shares.map(({ segment, tokens }) => ({ part: segment, tokens })),
		{ part: 'output', tokens: outputTokensMax },
		{ part: 'free', tokens: free },
	];
	const rows = parts
		.filter(({ tokens }) => tokens > 0)
		.map(({ part, tokens }): PanelRow => {
			const share = tokens / windowTokens;
			return { part, glyph: GLYPHS[part], tokens, share, bar: barOf(share) };
		});
	return { rows, picture: pictureOf(rows) };
}

/** At least one cell for whatever is there at all. */
function barOf(share: number): string {
	const filled = Math.min(barCells, Math.max(1, Math.round(share * barCells)));
	return FILLED.repeat(filled) + EMPTY.repeat(barCells - filled);
}

/** Cells are given by where each part ends, so that roundings do not add up. */
function pictureOf(rows: readonly PanelRow[]): string {
	const cells = windowLineCells * windowLines;
	let picture = '';
	let end = 0;
	for (const { glyph, share } of rows) {
		end += share;
		picture += glyph.repeat(Math.max(0, Math.min(cells, Math.round(end * cells)) - picture.length));
	}
	picture = picture.padEnd(cells, GLYPHS.free);
	return Array.from({ length: windowLines }, (_, line) => {
		return picture.slice(line * windowLineCells, (line + 1) * windowLineCells);
	}).join('\n');
}
