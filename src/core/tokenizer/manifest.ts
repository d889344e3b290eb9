/** The manifest of tokenizer families: what each is, the hash that its vocabulary must have, and where to get it. */
import { z } from 'zod';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const sha1 = z.string().regex(/^[0-9a-f]{40}$/);
const id = z.int().nonnegative();

/** How the bytes of a source are to be read. */
const shape = z.enum(['hf', 'hf-gz', 'nai-js', 'nai-js-deflate', 'base64-vocabulary']);

const source = z.discriminatedUnion('kind', [
	z.strictObject({
		kind: z.literal('url'),
		url: z.url({ protocol: /^https?$/ }),
		shape,
		bytes: z.int().positive().optional(),
		sha256: sha256.optional(),
		gitBlobSha1: sha1.optional(),
		licence: z.string(),
	}),
	z.strictObject({
		kind: z.literal('npm'),
		package: z.string(),
		version: z.string(),
		integrity: z.string().regex(/^sha512-[A-Za-z0-9+/]{86}==$/),
		/** Path inside the tarball. */
		path: z.string(),
		shape,
		licence: z.string(),
	}),
]);

const common = {
	models: z.array(z.string()),
	/** Whether set-up fails without it. */
	required: z.boolean(),
	/** Whether counts are only near the serving model's. */
	approximate: z.boolean(),
	/** File name of the brotli-compressed compact form. */
	file: z.string().regex(/^[\w.]+\.bin\.br$/),
	tokens: z.int().positive(),
	raw: z.strictObject({ bytes: z.int().positive(), sha256 }),
	specials: z.record(z.string().min(1), id),
	sources: z.array(source),
};

const byteLevel = z.strictObject({
	kind: z.literal('byte-bpe'),
	...common,
	/** A file beside the vocabulary that holds further special strings, written at set-up. */
	specialsFile: z.string().optional(),
});

const sentencePiece = z.strictObject({
	kind: z.literal('sentencepiece-bpe'),
	...common,
	unknown: id,
	/** First and last id of the symbols matched before anything else. */
	userDefinedIds: z.tuple([id, id]),
	/** First and last id of the 256 bytes. */
	byteIds: z.tuple([id, id]),
	/** From here on pieces stand in merge order. */
	firstMergeId: id,
});

const schema = z.strictObject({
	version: z.literal(1),
	format: z.string(),
	families: z.record(z.string(), z.discriminatedUnion('kind', [byteLevel, sentencePiece])),
});

const specialsSchema = z.record(z.string().min(1), id);

/** `tokenizers/manifest.json`, checked. */
export type TokenizerManifest = z.infer<typeof schema>;

/** One family of the manifest. */
export type TokenizerDefinition = TokenizerManifest['families'][string];

/** A byte-level family. */
export type ByteLevelDefinition = z.infer<typeof byteLevel>;

/** A SentencePiece family. */
export type SentencePieceDefinition = z.infer<typeof sentencePiece>;

/** A place to get a vocabulary from. */
export type TokenizerSource = z.infer<typeof source>;

/** Reads the manifest's text; throws when it is not what this file describes, since it is part of the program. */
export function parseManifest(text: string): TokenizerManifest {
	return schema.parse(JSON.parse(text));
}

/** Reads a family's further special strings (`specialsFile`); throws when they are not a record of ids. */
export function parseSpecials(text: string): Record<string, number> {
	return specialsSchema.parse(JSON.parse(text));
}

/**
 * The special strings that user text must not be able to forge (ruling N4): the manifest's own. Kayra's symbols for
 * ordinary strings (`'s`, `***`) are not among them. Empty for a family the manifest does not know.
 */
export function specialStringsOf(manifest: TokenizerManifest, family: string): readonly string[] {
	return Object.keys(manifest.families[family]?.specials ?? {});
}
