/** Files of memories: what an export writes, and what an import reads. */
import { MEMORY_LIMITS } from '#domain/memory';
import { parseBoundedJson } from '#lib/bounded-json';
import { err, ok, type Result } from '#lib/result';
import type { MemoryWords } from '#ports/memory-store';
import { writeMemoryGates } from './memory-gates.ts';
import { type MemoryProblem, readMemory } from './read-memory.ts';

/** How a file is written: as data for programs, or a memory a line for people. */
export type MemoryFileFormat = 'json' | 'text';

/** What is wrong with one line of a text, or one entry of JSON; counted from 1. */
export interface LineProblem {
	readonly line: number;
	readonly problem: MemoryProblem | 'shape';
}

/** Why a file is not read: it is no such file, has more lines than anybody may have memories, or what is wrong with them. */
export type MemoryFileRefusal = 'unreadable' | 'too-many' | readonly LineProblem[];

/** A line of a file before it is known to be a memory. */
interface GivenLine {
	readonly line: number;
	/** Null where it is nothing of the kind. */
	readonly given: { readonly text: string; readonly tags: string } | null;
}

const JSON_LIMITS = { depthMax: 6, valuesMax: 50_000 } as const;

/** Between the words and the tags of a line. */
const TAGS_MARK = ' || ';

/** The file's text. */
export function writeMemoryFile(memories: readonly MemoryWords[], format: MemoryFileFormat): string {
	if (format === 'json') {
		const entries = memories.map(({ content, gates }) => ({ text: content, ...gates }));
		return `${JSON.stringify({ memories: entries }, null, '\t')}\n`;
	}
	const lines = memories.map(({ content, gates }) => {
		const tags = writeMemoryGates(gates);
		return tags === '' ? escaped(content) : `${escaped(content)}${TAGS_MARK}${escaped(tags)}`;
	});
	return lines.map((line) => `${line}\n`).join('');
}

/** All memories of a file, or everything that is wrong with it; blank lines of a text are nothing. */
export function readMemoryFile(
	file: { readonly name: string; readonly bytes: Uint8Array },
	charactersMax: number,
): Result<readonly MemoryWords[], MemoryFileRefusal> {
	const text = decoded(file.bytes);
	if (text === null) return err('unreadable');
	const lines = isJson(file.name, text) ? jsonLines(file.bytes) : textLines(text);
	if (lines === null) return err('unreadable');
	if (lines.length > MEMORY_LIMITS.fileLinesMax) return err('too-many');
	const memories: MemoryWords[] = [];
	const problems: LineProblem[] = [];
	for (const { line, given } of lines) {
		const read = given === null ? err('shape' as const) : readMemory(given, charactersMax);
		if (read.ok) memories.push(read.value);
		else problems.push({ line, problem: read.error });
	}
	return problems.length > 0 ? err(problems) : ok(memories);
}

/** Null for what is no text in UTF-8; a byte order mark is left out. */
function decoded(bytes: Uint8Array): string | null {
	if (bytes.length > MEMORY_LIMITS.fileBytesMax) return null;
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
	} catch (error) {
		if (error instanceof TypeError) return null;
		throw error;
	}
}

/** The name decides where it says anything, since a line of text may begin with a bracket. */
function isJson(name: string, text: string): boolean {
	const lower = name.toLowerCase();
	return lower.endsWith('.json') || (!lower.endsWith('.txt') && /^\s*[[{]/.test(text));
}

function jsonLines(bytes: Uint8Array): readonly GivenLine[] | null {
	const parsed = parseBoundedJson(bytes, JSON_LIMITS);
	if (!parsed.ok) return null;
	const entries: unknown = Array.isArray(parsed.value) ? parsed.value : fieldOf(parsed.value, 'memories');
	if (!Array.isArray(entries)) return null;
	return entries.map((entry: unknown, index) => ({ line: index + 1, given: givenOf(entry) }));
}

function givenOf(entry: unknown): GivenLine['given'] {
	if (typeof entry === 'string') return { text: entry, tags: '' };
	const text = fieldOf(entry, 'text');
	const channels = textsOf(fieldOf(entry, 'channels'));
	const keywords = textsOf(fieldOf(entry, 'keywords'));
	if (typeof text !== 'string' || channels === null || keywords === null) return null;
	return { text, tags: writeMemoryGates({ channels, keywords }) };
}

function fieldOf(value: unknown, name: string): unknown {
	return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}

function textsOf(value: unknown): readonly string[] | null {
	if (value === undefined) return [];
	return Array.isArray(value) && value.every((entry) => typeof entry === 'string') ? value : null;
}

function textLines(text: string): readonly GivenLine[] {
	return text.split(/\r\n|\r|\n/).flatMap((line, index) => {
		if (line.trim() === '') return [];
		const mark = line.lastIndexOf(TAGS_MARK);
		const [words, tags] = mark < 0 ? [line, ''] : [line.slice(0, mark), line.slice(mark + TAGS_MARK.length)];
		return [{ line: index + 1, given: { text: plain(words), tags: plain(tags) } }];
	});
}

/** A line of text can hold neither a line break nor the mark. */
function escaped(text: string): string {
	return text
		.replaceAll('\\', '\\\\')
		.replaceAll('|', '\\|')
		.replace(/\r\n|\r|\n/g, '\\n');
}

function plain(text: string): string {
	return text.replace(/\\(.)/gu, (_whole, character: string) => (character === 'n' ? '\n' : character));
}
