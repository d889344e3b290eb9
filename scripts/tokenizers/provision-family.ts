/** Sees to it that one family's vocabulary is on this machine, from whichever source gives the pinned hash first. */
import { createHash } from 'node:crypto';
import { access, mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { readVocabulary } from '#adapters/tokenizers/read-vocabulary';
import type { TokenizerDefinition, TokenizerSource } from '#core/tokenizer/manifest';
import { err, ok, type Result } from '#lib/result';
import { type ConvertedSource, convertSource } from './convert-source.ts';
import type { FailedSources } from './failed-sources.ts';
import { fetchSource, type SourceNetwork, sourceName } from './fetch-source.ts';

const compress = promisify(brotliCompress);

/** Strong enough to halve the file in well under a second. */
const brotliQuality = 9;

/** What one run of the set-up works with. */
export interface ProvisionContext {
	/** Where fetched vocabularies are written, and the project's own ones lie. */
	readonly directory: string;
	/** `TOKENIZER_ASSET_DIR`: used where it is, never copied. */
	readonly assetDirectory: string | undefined;
	readonly network: SourceNetwork;
	readonly failedSources: FailedSources;
	/** Look only at what is there. */
	readonly checkOnly: boolean;
	/** Fetch anew even what is there. */
	readonly force: boolean;
	/** Receives a line for each thing that is tried. */
	readonly progress: (line: string) => void;
}

/** How it ended: `from` says where the vocabulary is or came from; for a missing one, what was tried. */
export interface ProvisionOutcome {
	readonly family: string;
	readonly state: 'present' | 'provisioned' | 'missing';
	readonly from: string;
}

/** Tries in order: the project's folder, the asset folder, the sources of the manifest. Does not throw for a bad source. */
export async function provisionFamily(
	family: string,
	definition: TokenizerDefinition,
	context: ProvisionContext,
): Promise<ProvisionOutcome> {
	const found = await findFile(family, definition, context);
	if (found !== undefined && (context.checkOnly || !context.force)) return { family, state: 'present', from: found };
	if (!context.checkOnly) {
		for (const source of definition.sources) {
			const from = await trySource(family, { definition, source, context });
			if (from !== undefined) return { family, state: 'provisioned', from };
		}
	}
	if (found !== undefined) return { family, state: 'present', from: found };
	return { family, state: 'missing', from: '' };
}

async function findFile(
	family: string,
	definition: TokenizerDefinition,
	context: ProvisionContext,
): Promise<string | undefined> {
	for (const directory of [context.directory, context.assetDirectory]) {
		if (directory === undefined || directory === '') continue;
		const path = join(directory, definition.file);
		const vocabulary = await readVocabulary(path, definition);
		if (!vocabulary.ok) {
			if (vocabulary.error.kind === 'invalid') context.progress(`${family}: ${vocabulary.error.detail}`);
			continue;
		}
		if (await specialsAreThere(definition, directory)) return path;
	}
	return undefined;
}

async function specialsAreThere(definition: TokenizerDefinition, directory: string): Promise<boolean> {
	if (definition.kind !== 'byte-bpe' || definition.specialsFile === undefined) return true;
	return access(join(directory, definition.specialsFile)).then(
		() => true,
		() => false,
	);
}

async function trySource(
	family: string,
	attempt: {
		readonly definition: TokenizerDefinition;
		readonly source: TokenizerSource;
		readonly context: ProvisionContext;
	},
): Promise<string | undefined> {
	const { definition, source, context } = attempt;
	const name = sourceName(source);
	const earlier = context.failedSources.reasonOf(name);
	if (earlier !== undefined) {
		context.progress(`${family}: ${name} failed in the last hours (${earlier}) and is not asked now`);
		return undefined;
	}
	context.progress(`${family}: trying ${name}`);
	const converted = await obtain(source, definition, context.network);
	if (!converted.ok) {
		context.progress(`${family}: ${name}: ${converted.error}`);
		context.failedSources.add(name, converted.error);
		return undefined;
	}
	try {
		await writeVocabulary(definition, converted.value, context.directory);
	} catch (cause) {
		context.progress(`${family}: ${context.directory} cannot be written (${String(cause)})`);
		return undefined;
	}
	context.progress(`${family}: written to ${join(context.directory, definition.file)}`);
	return name;
}

async function obtain(
	source: TokenizerSource,
	definition: TokenizerDefinition,
	network: SourceNetwork,
): Promise<Result<ConvertedSource, string>> {
	const fetched = await fetchSource(source, network);
	if (!fetched.ok) return fetched;
	const converted = convertSource(fetched.value, source.shape, definition);
	if (!converted.ok) return converted;
	const pinned = createHash('sha256').update(converted.value.raw).digest('hex') === definition.raw.sha256;
	return pinned ? ok(converted.value) : err('the vocabulary in it is not the pinned one');
}

/** The special strings go first: a vocabulary without them would be taken for complete by nobody, but never the reverse. */
async function writeVocabulary(
	definition: TokenizerDefinition,
	converted: ConvertedSource,
	directory: string,
): Promise<void> {
	await mkdir(directory, { recursive: true });
	if (definition.kind === 'byte-bpe' && definition.specialsFile !== undefined) {
		await writeWhole(join(directory, definition.specialsFile), JSON.stringify(converted.specials));
	}
	const params = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality };
	await writeWhole(join(directory, definition.file), await compress(converted.raw, { params }));
}

/** A reader sees the old file or the new one, never half of it. */
async function writeWhole(path: string, content: string | Uint8Array): Promise<void> {
	const draft = `${path}.${process.pid}.new`;
	await writeFile(draft, content);
	await rename(draft, path);
}
