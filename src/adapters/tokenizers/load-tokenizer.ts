/** Loads the vocabulary of a family once per process: find, decompress, check the hash, build; failures are kept too. */
import { dirname, join } from 'node:path';
import { parseSpecials, type TokenizerDefinition } from '#core/tokenizer/manifest';
import { buildTokenizerTable, type TokenizerTable } from '#core/tokenizer/tokenizer-table';
import { err, ok, type Result } from '#lib/result';
import { readManifest } from './read-manifest.ts';
import { readFileOrFailure, readVocabulary, type VocabularyFailure } from './read-vocabulary.ts';

/**
 * Why a family cannot be used. `missing`: no folder holds it, so set-up has to run; `invalid`: a file is there but is
 * corrupt, cut off or another one. Either way a restart is needed after it was put right.
 */
export interface TokenizerFailure extends VocabularyFailure {
	readonly family: string;
}

/** Folders to look in, the first usable file wins. */
export interface LoadTokenizerOptions {
	readonly directories: readonly string[];
}

type Loaded = Result<TokenizerTable, TokenizerFailure>;

const loads = new Map<string, Promise<Loaded>>();

/**
 * The shared table of `family` (`nerdstash_v2`, `glm46`, `llama3`, `llama3nai`). Does not reject. The outcome for the
 * same family and folders, good or bad, stays for the life of the process.
 */
export function loadTokenizer(family: string, options: LoadTokenizerOptions): Promise<Loaded> {
	const key = JSON.stringify([family, options.directories]);
	let load = loads.get(key);
	if (load === undefined) {
		load = loadOnce(family, options.directories).catch((cause: unknown) => invalid(family, String(cause), cause));
		loads.set(key, load);
	}
	return load;
}

async function loadOnce(family: string, directories: readonly string[]): Promise<Loaded> {
	const { families } = await readManifest();
	const definition = Object.hasOwn(families, family) ? families[family] : undefined;
	if (definition === undefined) return invalid(family, `The manifest knows no family ${family}.`);
	let failure: TokenizerFailure = {
		kind: 'missing',
		family,
		detail: `No ${definition.file} in ${directories.join(', ') || 'any folder'}.`,
	};
	for (const directory of directories) {
		const loaded = await loadFile(family, definition, join(directory, definition.file));
		if (loaded.ok) return loaded;
		if (failure.kind === 'missing' && loaded.error.kind === 'invalid') failure = loaded.error;
	}
	return err(failure);
}

async function loadFile(family: string, definition: TokenizerDefinition, path: string): Promise<Loaded> {
	const raw = await readVocabulary(path, definition);
	if (!raw.ok) return err({ ...raw.error, family });
	const complete = await withSpecialsFile(definition, dirname(path));
	if (!complete.ok) return err({ ...complete.error, family });
	const table = buildTokenizerTable(family, complete.value, raw.value);
	return table.ok ? table : invalid(family, `${path}: ${table.error}`);
}

/** Adds the special strings that set-up wrote beside the vocabulary, for families whose manifest entry asks for it. */
async function withSpecialsFile(
	definition: TokenizerDefinition,
	directory: string,
): Promise<Result<TokenizerDefinition, VocabularyFailure>> {
	if (definition.kind !== 'byte-bpe' || definition.specialsFile === undefined) return ok(definition);
	const path = join(directory, definition.specialsFile);
	const file = await readFileOrFailure(path);
	if (!file.ok) return file;
	try {
		const specials = parseSpecials(new TextDecoder('utf-8', { fatal: true }).decode(file.value));
		return ok({ ...definition, specials: { ...definition.specials, ...specials } });
	} catch (cause) {
		return err({ kind: 'invalid', detail: `${path} is not a record of special strings.`, cause });
	}
}

function invalid(family: string, detail: string, cause?: unknown): Loaded {
	return err({ kind: 'invalid', family, detail, ...(cause === undefined ? {} : { cause }) });
}
