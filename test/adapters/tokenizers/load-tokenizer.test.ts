/** Loading a vocabulary: every damage has its name, and outcomes stay. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { loadTokenizer } from '#adapters/tokenizers/load-tokenizer';
import { projectTokenizersDirectory, tokenizerDirectories } from '#adapters/tokenizers/tokenizer-directories';
import { newEncoder } from '#core/tokenizer/new-encoder';

const file = 'nerdstash_v2.pieces.bin.br';
const genuine = await readFile(join(projectTokenizersDirectory(), file));
const root = await mkdtemp(join(tmpdir(), 'tokenizers-'));
afterAll(() => rm(root, { recursive: true, force: true }));

async function folderWith(content: Uint8Array, name = file): Promise<string> {
	const folder = await mkdtemp(join(root, 'folder-'));
	await writeFile(join(folder, name), content);
	return folder;
}

function recompressed(change: (raw: Uint8Array) => Uint8Array): Uint8Array {
	const params = { [constants.BROTLI_PARAM_QUALITY]: 1 };
	return brotliCompressSync(change(new Uint8Array(brotliDecompressSync(genuine))), { params });
}

describe('loadTokenizer', () => {
	test("finds Kayra's vocabulary in the project and shares one table", async () => {
		const first = await loadTokenizer('nerdstash_v2', { directories: tokenizerDirectories(undefined) });
		const second = await loadTokenizer('nerdstash_v2', { directories: tokenizerDirectories('') });
		if (!first.ok || !second.ok) throw new Error('not loaded');
		expect(second.value).toBe(first.value);
		expect(newEncoder(first.value).encode('Hello')).toEqual([13071]);
	});

	test('every encoder over the shared table begins with a cache of its own, empty', async () => {
		const loaded = await loadTokenizer('nerdstash_v2', { directories: tokenizerDirectories(undefined) });
		if (!loaded.ok) throw new Error('not loaded');
		const text = 'unforgettable circumnavigations of extraordinarily hospitable archipelagos '.repeat(3);
		const first = newEncoder(loaded.value);
		first.count(text);
		const cold = first.work;
		first.count(text);
		const warm = first.work - cold;
		const second = newEncoder(loaded.value);
		second.count(text);
		expect(second.work).toBe(cold);
		expect(warm).toBeLessThan(cold);
	});

	test('accepts another brotli of the same bytes, since the pin is of what is inside', async () => {
		const folder = await folderWith(recompressed((raw) => raw));
		expect((await loadTokenizer('nerdstash_v2', { directories: [folder] })).ok).toBe(true);
	});

	test('says missing when no folder holds the file, a folder that does not exist included', async () => {
		const folder = await mkdtemp(join(root, 'folder-'));
		const loaded = await loadTokenizer('nerdstash_v2', { directories: [folder, join(root, 'nowhere')] });
		expect(loaded).toMatchObject({ ok: false, error: { kind: 'missing', family: 'nerdstash_v2' } });
		expect(await loadTokenizer('glm46', { directories: [] })).toMatchObject({ ok: false, error: { kind: 'missing' } });
	});

	const flippedByte = (raw: Uint8Array): Uint8Array => raw.with(200_000, ((raw[200_000] ?? 0) + 1) % 256) as Uint8Array;
	test.each([
		{ damage: 'is cut off', content: genuine.subarray(0, 100_000) },
		{ damage: 'is empty', content: new Uint8Array() },
		{ damage: 'is no brotli', content: new TextEncoder().encode('<!doctype html>') },
		{ damage: 'has one other byte', content: recompressed(flippedByte) },
		{ damage: 'unpacks to more than the pinned size', content: recompressed((raw) => Buffer.concat([raw, raw])) },
		{ damage: 'unpacks to less than the pinned size', content: recompressed((raw) => raw.subarray(0, 300_000)) },
	])('says invalid when the file $damage', async ({ content }) => {
		const loaded = await loadTokenizer('nerdstash_v2', { directories: [await folderWith(content)] });
		expect(loaded).toMatchObject({ ok: false, error: { kind: 'invalid', family: 'nerdstash_v2' } });
	});

	test("says invalid when another family's vocabulary lies under the name", async () => {
		const folder = await folderWith(genuine, 'glm46.ranks.bin.br');
		const loaded = await loadTokenizer('glm46', { directories: [folder] });
		expect(loaded).toMatchObject({ ok: false, error: { kind: 'invalid', family: 'glm46' } });
	});

	test('says invalid when a folder stands where the file should be', async () => {
		const folder = await mkdtemp(join(root, 'folder-'));
		await mkdir(join(folder, file));
		const loaded = await loadTokenizer('nerdstash_v2', { directories: [folder] });
		expect(loaded).toMatchObject({ ok: false, error: { kind: 'invalid' } });
	});

	test('passes over a damaged file when a later folder holds a good one', async () => {
		const damaged = await folderWith(genuine.subarray(0, 1_000));
		const good = await folderWith(genuine);
		expect((await loadTokenizer('nerdstash_v2', { directories: [damaged, good] })).ok).toBe(true);
	});

	test('keeps a failure until the restart, even when the file is put right meanwhile', async () => {
		const folder = await folderWith(genuine.subarray(0, 1_000));
		const first = await loadTokenizer('nerdstash_v2', { directories: [folder] });
		await writeFile(join(folder, file), genuine);
		expect(await loadTokenizer('nerdstash_v2', { directories: [folder] })).toBe(first);
		expect(first.ok).toBe(false);
	});

	test.each(['glm5', 'toString', ''])('says invalid for the unknown family "%s"', async (family) => {
		const loaded = await loadTokenizer(family, { directories: [] });
		expect(loaded).toMatchObject({ ok: false, error: { kind: 'invalid', family } });
	});
});
