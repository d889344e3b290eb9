/** The secret that an embedded store makes for itself. */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readOrCreateCryptoSecret } from '#adapters/crypto/crypto-secret-file';

let folder = '';
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'tomori-secret-'));
});
afterEach(() => {
	rmSync(folder, { recursive: true, force: true });
});

describe('the secret file', () => {
	test('is created once with 32 random bytes and read afterwards', () => {
		const created = readOrCreateCryptoSecret(join(folder, 'data'));
		expect(created.ok && Buffer.from(created.value, 'base64url').length).toBe(32);
		expect(readOrCreateCryptoSecret(join(folder, 'data'))).toEqual(created);
		expect(readOrCreateCryptoSecret(folder)).not.toEqual(created);
	});

	test.skipIf(process.platform === 'win32')('is readable by its owner only', () => {
		readOrCreateCryptoSecret(folder);
		expect(statSync(join(folder, 'crypto-secret')).mode & 0o777).toBe(0o600);
	});

	test('an empty file is not replaced, since keys may be sealed under what it held', () => {
		writeFileSync(join(folder, 'crypto-secret'), '\n');
		const read = readOrCreateCryptoSecret(folder);
		expect(!read.ok && read.error).toContain('is empty');
		expect(readFileSync(join(folder, 'crypto-secret'), 'utf8')).toBe('\n');
	});

	test.each(['zz', `${'a'.repeat(42)}!`, 'a'.repeat(42), `${'a'.repeat(43)} b`, '\0'.repeat(43)])(
		'%j is no secret that was made here: one sentence, and the file stays',
		(text) => {
			writeFileSync(join(folder, 'crypto-secret'), text);
			const read = readOrCreateCryptoSecret(folder);
			expect(!read.ok && read.error).toMatch(/crypto-secret does not hold what was written there .*stored keys\.$/);
			expect(!read.ok && read.error.includes('zz')).toBe(false);
			expect(readFileSync(join(folder, 'crypto-secret'), 'utf8')).toBe(text);
		},
	);

	test('a secret is read whatever ends its line', () => {
		const secret = 'Ab-_'.repeat(11).slice(0, 43);
		writeFileSync(join(folder, 'crypto-secret'), `${secret}\r\n`);
		expect(readOrCreateCryptoSecret(folder)).toEqual({ ok: true, value: secret });
	});

	test('a folder that cannot be made is one sentence', () => {
		writeFileSync(join(folder, 'file'), '');
		const read = readOrCreateCryptoSecret(join(folder, 'file'));
		expect(!read.ok && read.error).toMatch(/cannot be created or read \(\w+\)\.$/);
	});
});
