/** Setting up tokenizers from a source server on this machine, with vocabularies of a few tokens. */
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, deflateRawSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { writeCompactTable } from '#core/tokenizer/compact-table';
import { parseManifest } from '#core/tokenizer/manifest';
import { type SetupOptions, setupTokenizers } from '../../scripts/setup-tokenizers.ts';

/** The 256 bytes in the byte-level order of spelling, and two longer tokens. */
const bytes = Array.from({ length: 256 }, (_, byte) => byte);
const tokens = [...bytes.map((byte) => Uint8Array.of(byte)), Buffer.from(' the'), Buffer.from('é')];
const raw = writeCompactTable(tokens);

function spell(token: Uint8Array): string {
	const printable = (byte: number): boolean => (byte >= 0x21 && byte <= 0x7e) || (byte >= 0xa1 && byte !== 0xad);
	const hidden = bytes.filter((byte) => !printable(byte));
	return Array.from(token, (byte) => String.fromCharCode(printable(byte) ? byte : 0x100 + hidden.indexOf(byte))).join(
		'',
	);
}

const spellings = tokens.map(spell);
const vocab = Object.fromEntries(spellings.map((spelling, id) => [spelling, id]));
const huggingFace = JSON.stringify({ model: { vocab, merges: [] } });
const naiJs = JSON.stringify({
	vocab: { ...vocab, '<|startoftext|>': 300 },
	specials: ['<|startoftext|>'],
	merges: [],
});
const bakedVocabulary = `const llama_vocab_base64 = "${Buffer.from(spellings.join('\n')).toString('base64')}"`;

function tarball(path: string, content: string): Uint8Array {
	const body = Buffer.from(content);
	const header = Buffer.alloc(512);
	header.write(path);
	header.write(body.length.toString(8).padStart(11, '0'), 124);
	const other = Buffer.alloc(512);
	other.write('package/empty');
	other.write('00000000000', 124);
	const padding = Buffer.alloc((512 - (body.length % 512)) % 512);
	return gzipSync(Buffer.concat([other, header, body, padding, Buffer.alloc(1_024)]));
}

const packed = tarball('package/data.js', bakedVocabulary);
const served = new Map<string, Uint8Array | string>([
	['/hf.json', huggingFace],
	['/hf.json.gz', gzipSync(huggingFace)],
	['/nai.json', naiJs],
	['/nai.def', deflateRawSync(naiJs)],
	['/other.json', huggingFace.replace('"Ġthe"', '"Ġthf"')],
	['/page.json', '<!doctype html>'],
	['/npm/tiny/-/tiny-1.0.0.tgz', packed],
	['/elsewhere/tiny.tgz', packed],
]);
const asked: string[] = [];
let server: ReturnType<typeof Bun.serve>;
let root = '';

beforeAll(async () => {
	root = await mkdtemp(join(tmpdir(), 'setup-tokenizers-'));
	server = Bun.serve({
		port: 0,
		hostname: '127.0.0.1',
		fetch(request): Response {
			const { pathname } = new URL(request.url);
			asked.push(pathname);
			if (pathname === '/mirror/tiny/1.0.0') {
				return Response.json({ dist: { tarball: new URL('/elsewhere/tiny.tgz', request.url).href } });
			}
			const body = served.get(pathname);
			return body === undefined ? new Response('none', { status: 404 }) : new Response(Buffer.from(body));
		},
	});
});
afterEach(() => {
	asked.length = 0;
});
afterAll(async () => {
	await server.stop(true);
	await rm(root, { recursive: true, force: true });
});

type Source = Record<string, unknown>;

function urlSource(path: string, shape: string, extra: Source = {}): Source {
	return { kind: 'url', url: new URL(path, server.url).href, shape, licence: 'test', ...extra };
}

function npmSource(content = packed): Source {
	const integrity = `sha512-${createHash('sha512').update(content).digest('base64')}`;
	const place = { package: 'tiny', version: '1.0.0', path: 'package/data.js' };
	return { kind: 'npm', ...place, integrity, shape: 'base64-vocabulary', licence: 'test' };
}

interface Outcome {
	readonly code: number;
	readonly lines: string[];
	readonly directory: string;
}

/** Runs the set-up for one family `tiny` with the given sources. */
async function setUp(sources: Source[], given: Partial<SetupOptions> & { family?: string } = {}): Promise<Outcome> {
	const directory = given.directory ?? (await mkdtemp(join(root, 'own-')));
	const pin = { bytes: raw.length, sha256: createHash('sha256').update(raw).digest('hex') };
	const tiny = {
		...{ kind: 'byte-bpe', models: ['tiny-1'], required: true, approximate: false, file: 'tiny.ranks.bin.br' },
		...{ specialsFile: 'tiny.specials.json', tokens: tokens.length, raw: pin, specials: {}, sources },
	};
	const lines: string[] = [];
	const code = await setupTokenizers({
		manifest: parseManifest(JSON.stringify({ version: 1, format: '', families: { tiny } })),
		assetDirectory: undefined,
		failuresFile: join(directory, 'failures.json'),
		registry: () => new URL('/npm/', server.url).href,
		check: false,
		missing: false,
		force: false,
		family: undefined,
		print: (line) => lines.push(line),
		...given,
		directory,
	});
	return { code, lines, directory };
}

async function written(directory: string): Promise<Uint8Array> {
	return new Uint8Array(brotliDecompressSync(await readFile(join(directory, 'tiny.ranks.bin.br'))));
}

describe('setup:tokenizers', () => {
	test.each([
		{ path: '/hf.json', shape: 'hf' },
		{ path: '/hf.json.gz', shape: 'hf-gz' },
		{ path: '/nai.json', shape: 'nai-js' },
		{ path: '/nai.def', shape: 'nai-js-deflate' },
	])('derives the pinned vocabulary from $shape', async ({ path, shape }) => {
		const { code, lines, directory } = await setUp([urlSource(path, shape)]);
		expect(code).toBe(0);
		expect(await written(directory)).toEqual(raw);
		expect(lines[0]).toContain(path);
		expect(lines.at(-1)).toMatch(/^tiny +tiny-1 +fetched +http/);
		const leftovers = (await readdir(directory)).filter((name) => name.endsWith('.new'));
		expect(leftovers).toEqual([]);
	});

	test("writes the special strings of NovelAI's definition beside the vocabulary", async () => {
		const { directory } = await setUp([urlSource('/nai.json', 'nai-js')]);
		const specials: unknown = JSON.parse(await readFile(join(directory, 'tiny.specials.json'), 'utf8'));
		expect(specials).toEqual({ '<|startoftext|>': 300 });
	});

	test.each(['/npm/', '/mirror/'])('derives it from an npm tarball of the registry at %s', async (path) => {
		const registry = (): string => new URL(path, server.url).href;
		const { code, directory } = await setUp([npmSource()], { registry });
		expect(code).toBe(0);
		expect(await written(directory)).toEqual(raw);
	});

	test('goes on to the next source until the hash is right, naming each with its reason', async () => {
		const wrongHash = { sha256: '0'.repeat(64) };
		const { code, lines } = await setUp([
			urlSource('/nowhere.json', 'hf'),
			urlSource('/page.json', 'hf'),
			urlSource('/other.json', 'hf'),
			urlSource('/hf.json', 'hf', wrongHash),
			urlSource('/hf.json', 'hf', { gitBlobSha1: '0'.repeat(40), url: new URL('/hf.json?again', server.url).href }),
			npmSource(new Uint8Array(8)),
			{ ...npmSource(), version: '1.0.1' },
			urlSource('/nai.json', 'nai-js'),
		]);
		expect(code).toBe(0);
		const reasons = lines.filter((line) => !line.includes('trying'));
		expect(reasons[0]).toContain('/nowhere.json: status 404');
		expect(reasons[1]).toContain('/page.json: it cannot be read as hf');
		expect(reasons[2]).toContain('/other.json: the vocabulary in it is not the pinned one');
		expect(reasons[3]).toContain('its sha256 is not the pinned one');
		expect(reasons[4]).toContain('its git hash is not the pinned one');
		expect(reasons[5]).toContain('npm:tiny@1.0.0: its integrity is not the pinned one');
		expect(reasons[6]).toContain('npm:tiny@1.0.1: status 404');
		expect(reasons[7]).toContain('written to');
	});

	test('ends with a table and exit code 1 when nothing gives a required family', async () => {
		const { code, lines } = await setUp([urlSource('/nowhere.json', 'hf')]);
		expect(code).toBe(1);
		expect(lines.at(-2)).toMatch(/^tiny +tiny-1 +missing +no source gave it$/);
		expect(lines.at(-1)).toBe('Without tiny, tiny-1 cannot be used. Run this again with internet access.');
	});

	test('asks nobody when the file is there, and anew with --force', async () => {
		const { directory } = await setUp([urlSource('/hf.json', 'hf')]);
		asked.length = 0;
		const again = await setUp([urlSource('/nai.json', 'nai-js')], { directory });
		expect([again.code, asked]).toEqual([0, []]);
		const forced = await setUp([urlSource('/nai.json', 'nai-js')], { directory, force: true });
		expect([forced.code, asked]).toEqual([0, ['/nai.json']]);
		expect(forced.lines.at(-1)).toContain('fetched');
	});

	test('keeps the file that is there when --force finds no source', async () => {
		const { directory } = await setUp([urlSource('/hf.json', 'hf')]);
		const forced = await setUp([urlSource('/nowhere.json', 'hf')], { directory, force: true });
		expect(forced.code).toBe(0);
		expect(forced.lines.at(-1)).toMatch(/^tiny +tiny-1 +present/);
	});

	test('replaces a damaged file and says so', async () => {
		const { directory } = await setUp([urlSource('/hf.json', 'hf')]);
		await writeFile(join(directory, 'tiny.ranks.bin.br'), 'damaged');
		const repaired = await setUp([urlSource('/hf.json', 'hf')], { directory });
		expect(repaired.lines[0]).toContain('cannot be decompressed');
		expect(await written(directory)).toEqual(raw);
	});

	test('uses a file in TOKENIZER_ASSET_DIR where it is and copies nothing', async () => {
		const assetDirectory = await mkdtemp(join(root, 'assets-'));
		await writeFile(join(assetDirectory, 'tiny.ranks.bin.br'), brotliCompressSync(raw));
		await writeFile(join(assetDirectory, 'tiny.specials.json'), '{}');
		const { code, lines, directory } = await setUp([urlSource('/hf.json', 'hf')], { assetDirectory });
		expect([code, asked, await readdir(directory)]).toEqual([0, [], []]);
		expect(lines.at(-1)).toContain(assetDirectory);
	});

	test('--check fetches nothing', async () => {
		const { code, lines } = await setUp([urlSource('/hf.json', 'hf')], { check: true });
		expect([code, asked]).toEqual([1, []]);
		expect(lines.at(-2)).toMatch(/^tiny +tiny-1 +missing/);
	});

	test('--missing is silent when all is there, and else prints one line with the command', async () => {
		const lacking = await setUp([urlSource('/nowhere.json', 'hf')], { missing: true });
		expect(lacking.lines).toEqual([expect.stringContaining('npx bun@1.4.5 run setup:tokenizers')]);
		const fetched = await setUp([urlSource('/hf.json', 'hf')], { missing: true });
		expect(fetched.lines).toEqual([expect.stringMatching(/^Tokenizer tiny fetched from http/)]);
		const complete = await setUp([], { missing: true, directory: fetched.directory });
		expect([complete.code, complete.lines]).toEqual([0, []]);
	});

	test('--missing does not ask again a source that failed a while ago, but a run by hand and --force do', async () => {
		const sources = [urlSource('/nowhere.json', 'hf')];
		const { directory } = await setUp(sources, { missing: true });
		expect(asked).toEqual(['/nowhere.json']);
		const again = await setUp(sources, { missing: true, directory });
		expect([again.code, asked]).toEqual([1, ['/nowhere.json']]);
		await setUp(sources, { missing: true, directory, force: true });
		await setUp(sources, { directory });
		expect(asked).toHaveLength(3);
	});

	test('a host that gives no answer is asked once in a run', async () => {
		const closed = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: (): Response => new Response('') });
		const silent = closed.url.href;
		await closed.stop(true);
		const { lines } = await setUp([
			urlSource('/hf.json', 'hf', { url: `${silent}one` }),
			urlSource('/hf.json', 'hf', { url: `${silent}two` }),
			urlSource('/hf.json', 'hf'),
		]);
		expect(lines[3]).toContain('did not answer a moment ago and is not asked again');
		expect(lines.at(-1)).toContain('fetched');
	});

	test('says so when the vocabulary cannot be written', async () => {
		const directory = join(root, 'a-file');
		await writeFile(directory, '');
		const failuresFile = join(root, 'failures-elsewhere.json');
		const { code, lines } = await setUp([urlSource('/hf.json', 'hf')], { directory, failuresFile });
		expect(code).toBe(1);
		expect(lines.some((line) => line.includes('cannot be written'))).toBe(true);
	});

	test('knows no other family than those of the manifest', async () => {
		const { code, lines } = await setUp([], { family: 'glm5' });
		expect([code, lines]).toEqual([2, ['No family glm5. Known: tiny.']]);
	});

	test('a file of failures that is not JSON is no obstacle', async () => {
		const directory = await mkdtemp(join(root, 'own-'));
		await writeFile(join(directory, 'failures.json'), '{');
		const { code } = await setUp([urlSource('/hf.json', 'hf')], { directory, missing: true });
		expect(code).toBe(0);
	});
});
