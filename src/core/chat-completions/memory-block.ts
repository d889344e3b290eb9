/** A block of memories as lines that can be given up one by one. */
import { quoteInNote } from '#core/text/system-note';
import type { CompletionEntry } from '#domain/context-item';
import type { ChatItem } from './chat-item.ts';

/** The lines of a block that hold one memory. */
export interface MemoryLines {
	readonly identity: string;
	/** Milliseconds since 1970; null when undated. */
	readonly recencyMs: number | null;
	/** Where they are in the block, in UTF-16 units, the line feed before them included. */
	readonly from: number;
	readonly to: number;
}

/** What may stand before a memory on its line. */
const LIST_MARK = /^\n\s*(?:-|[[(]id:\d+[\])])? ?$/u;

/**
 * Where each of the block's memories stands; null when some memory is not found word for word on lines of its own,
 * since then the block can only be given up as a whole.
 */
export function memoryLines({
	text,
	completionEntries = [],
}: Pick<ChatItem, 'text' | 'completionEntries'>): readonly MemoryLines[] | null {
	const finder = new LineFinder(text);
	const found = completionEntries.flatMap((entry) => finder.linesOf(entry) ?? []);
	return found.length === completionEntries.length ? found : null;
}

/** Finds every memory once; they usually stand in the order in which they are asked for. */
class LineFinder {
	readonly #text: string;
	/** Behind the last line of the last memory. The bracket that ends a note is no memory's. */
	readonly #end: number;
	readonly #taken = new Set<number>();
	#behind = 0;

	constructor(text: string) {
		this.#text = text;
		this.#end = text.startsWith('[') && text.endsWith(']') ? text.length - 1 : text.length;
	}

	linesOf(entry: CompletionEntry): MemoryLines | null {
		for (const words of new Set([entry.text, quoteInNote(entry.text)])) {
			const from = this.#find(words, this.#behind) ?? this.#find(words, 0);
			if (from === null) continue;
			const feed = this.#text.indexOf('\n', this.#text.indexOf(words, from) + words.length);
			const to = feed < 0 ? this.#end : feed;
			this.#taken.add(from);
			this.#behind = to;
			return { identity: entry.identity, recencyMs: entry.recencyMs ?? null, from, to };
		}
		return null;
	}

	/** The line feed before the words, where nothing else stands before them on their line and nobody has it yet. */
	#find(words: string, start: number): number | null {
		if (words === '') return null;
		for (let at = this.#text.indexOf(words, start); at >= 0; at = this.#text.indexOf(words, at + words.length)) {
			const from = this.#text.lastIndexOf('\n', at);
			if (from >= 0 && !this.#taken.has(from) && LIST_MARK.test(this.#text.slice(from, at))) return from;
		}
		return null;
	}
}

/** The block without these lines; `''` when nothing but its heading would be left. */
export function withoutMemories(text: string, gone: readonly MemoryLines[]): string {
	if (gone.length === 0) return text;
	const kept: string[] = [];
	let from = 0;
	for (const lines of gone.toSorted((left, right) => left.from - right.from)) {
		kept.push(text.slice(from, lines.from));
		from = lines.to;
	}
	kept.push(text.slice(from));
	const rest = kept.join('');
	return rest.includes('\n') ? rest : '';
}
