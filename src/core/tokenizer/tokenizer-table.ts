/** A family's vocabulary, ready to encode with: built once, never changed, shared by every encoder of the process. */
import { err, ok, type Result } from '#lib/result';
import { type CompactTable, parseCompactTable, tokenBytes } from './compact-table.ts';
import type { ByteLevelDefinition, SentencePieceDefinition, TokenizerDefinition } from './manifest.ts';
import { NeighbourSet } from './neighbour-set.ts';
import { PieceIndex } from './piece-index.ts';

interface SharedTable {
	readonly family: string;
	readonly index: PieceIndex;
	/** Strings that become one token wherever they stand in a text, with their ids. */
	readonly specials: ReadonlyMap<string, number>;
	/** Whether counts may differ from the serving model's, because its own special strings are not known. */
	readonly approximate: boolean;
}

/** Vocabulary of a byte-level family. */
export interface ByteLevelTable extends SharedTable {
	readonly kind: 'byte-bpe';
	/** Id of the token that is each single byte. */
	readonly byteIds: Int32Array;
}

/** Vocabulary of a SentencePiece family. */
export interface SentencePieceTable extends SharedTable {
	readonly kind: 'sentencepiece-bpe';
	/** Id of byte 0; the others follow. */
	readonly firstByteId: number;
	/** Id of each character that is a piece, by code point. */
	readonly characterIds: ReadonlyMap<number, number>;
	/** Which characters stand side by side in some piece. */
	readonly neighbours: NeighbourSet;
}

/** What `newEncoder` takes. */
export type TokenizerTable = ByteLevelTable | SentencePieceTable;

/** Builds the table of `family` from the raw compact bytes; the error is a sentence about what is wrong with them. */
export function buildTokenizerTable(
	family: string,
	definition: TokenizerDefinition,
	raw: Uint8Array,
): Result<TokenizerTable, string> {
	const parsed = parseCompactTable(raw, definition.tokens);
	if (!parsed.ok) return parsed;
	return definition.kind === 'byte-bpe'
		? byteLevelTable(family, definition, parsed.value)
		: ok(sentencePieceTable(family, definition, parsed.value));
}

function byteLevelTable(
	family: string,
	definition: ByteLevelDefinition,
	table: CompactTable,
): Result<ByteLevelTable, string> {
	const byteIds = new Int32Array(256).fill(-1);
	for (let id = 0; id < table.size; id += 1) {
		if (table.lengths[id] === 1) byteIds[table.bytes[table.starts[id] ?? 0] ?? 0] = id;
	}
	if (byteIds.includes(-1)) return err('The vocabulary lacks a token for some byte.');
	return ok({
		kind: 'byte-bpe',
		family,
		index: new PieceIndex(table, 0),
		specials: new Map(Object.entries(definition.specials)),
		approximate: definition.approximate,
		byteIds,
	});
}

function sentencePieceTable(
	family: string,
	definition: SentencePieceDefinition,
	table: CompactTable,
): SentencePieceTable {
	const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
	const specials = new Map(Object.entries(definition.specials));
	const [firstUserId, lastUserId] = definition.userDefinedIds;
	for (let id = firstUserId; id <= lastUserId; id += 1) specials.set(decoder.decode(tokenBytes(table, id)), id);
	const characterIds = new Map<number, number>();
	const neighbours = new NeighbourSet();
	for (let id = definition.firstMergeId; id < table.size; id += 1) {
		const start = table.starts[id] ?? 0;
		const only = neighbours.addPiece(table.bytes, start, start + (table.lengths[id] ?? 0));
		if (only >= 0) characterIds.set(only, id);
	}
	return {
		kind: 'sentencepiece-bpe',
		family,
		index: new PieceIndex(table, definition.firstMergeId),
		specials,
		approximate: definition.approximate,
		firstByteId: definition.byteIds[0],
		characterIds,
		neighbours,
	};
}
