/** Holds `docs/spec-map.md` to the tree: every file that it names exists, and every test that it names is one. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const MAP_FILE = join(ROOT, 'docs', 'spec-map.md');
const NO_BEHAVIOUR = 'no behaviour: ';

/** One row of the map. */
interface MapRow {
	readonly section: string;
	readonly says: string;
	readonly files: readonly string[];
	readonly tests: readonly string[];
	/** Why there is nothing to test, or null. */
	readonly reason: string | null;
}

function cellsOf(line: string): readonly string[] {
	return line
		.replace(/^\||\|\s*$/g, '')
		.split('|')
		.map((cell) => cell.trim());
}

/** Rows of three cells below `##` headings; several files or tests in a cell are parted by `<br>`. */
function parseMap(text: string): readonly MapRow[] {
	const rows: MapRow[] = [];
	let section = '';
	for (const line of text.split('\n')) {
		if (line.startsWith('## ')) section = line.slice(3).trim();
		if (!line.startsWith('|') || /^\|[\s|:-]+$/.test(line) || line.startsWith('| what it says')) continue;
		const [says = '', file = '', last = '', ...more] = cellsOf(line);
		if (more.length > 0) throw new Error(`A row of four cells or more: ${line}`);
		const parts = (cell: string) =>
			cell
				.split('<br>')
				.map((part) => part.trim())
				.filter((part) => part !== '');
		const reason = last.startsWith(NO_BEHAVIOUR) ? last.slice(NO_BEHAVIOUR.length) : null;
		const files = parts(file).map((name) => name.replaceAll('`', ''));
		rows.push({ section, says, files, tests: reason === null ? parts(last) : [], reason });
	}
	return rows;
}

/** Every test file's text but this one's. */
function testSources(): readonly string[] {
	return readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.test.ts') && name !== 'spec-map.test.ts')
		.map((name) => readFileSync(join(ROOT, 'test', name), 'utf8'));
}

/** Whether a test bears this name as it stands in the source; a template may be named up to a placeholder. */
function isTestName(name: string, sources: readonly string[]): boolean {
	return ["'", '"', '`'].some((quote) => {
		const written = RegExp.escape(name.replaceAll(quote, `\\${quote}`));
		const title = new RegExp(`\\(\\s*${quote}${written}(?:${quote}|${quote === '`' ? '\\$\\{' : quote})`);
		return sources.some((source) => title.test(source));
	});
}

const rows = parseMap(readFileSync(MAP_FILE, 'utf8'));
const sources = testSources();

describe('the map from specification to tests', () => {
	test('has rows below every heading, and no sentence twice', () => {
		const headings = [...readFileSync(MAP_FILE, 'utf8').matchAll(/^## (.+)$/gm)].map((match) => match[1]?.trim());
		expect(headings.length).toBeGreaterThan(0);
		expect(headings.filter((heading) => !rows.some((row) => row.section === heading))).toEqual([]);
		expect(rows.every((row) => row.says !== '' && row.section !== '')).toBe(true);
		const sentences = rows.map((row) => `${row.section}: ${row.says}`);
		expect(sentences.filter((sentence, index) => sentences.indexOf(sentence) !== index)).toEqual([]);
	});

	test('says for every row which test shows it, or why there is nothing to show', () => {
		const bare = rows.filter((row) => (row.reason === null ? row.tests.length === 0 : row.reason.trim() === ''));
		expect(bare.map((row) => row.says)).toEqual([]);
		expect(rows.filter((row) => row.reason === null && row.files.length === 0).map((row) => row.says)).toEqual([]);
	});

	test('names files that exist', () => {
		const missing = rows.flatMap((row) => row.files.filter((file) => !existsSync(join(ROOT, file))));
		expect(missing).toEqual([]);
	});

	test('names tests that exist', () => {
		const missing = rows.flatMap((row) => row.tests.filter((name) => !isTestName(name, sources)));
		expect(missing).toEqual([]);
	});

	test('would notice a name that no test bears', () => {
		expect(isTestName('names files that nobody wrote', sources)).toBe(false);
		expect(isTestName('every body passes the schema', sources)).toBe(false);
		expect(isTestName('every body passes the schema of its endpoint, with any preset and any edit', sources)).toBe(
			true,
		);
	});
});
