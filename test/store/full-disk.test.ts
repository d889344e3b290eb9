/** A full disk under the embedded store is said, kills nothing, and is forgotten once there is room. */
import fs, { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createAppStateStore } from '#adapters/postgres/app-state-store';
import { openDatabase } from '#adapters/postgres/connect';
import { StoreUnavailableError } from '#domain/store-unavailable-error';
import { assert } from '#lib/assert';
import { recordingLog } from '../support/store-log.ts';

/** Every writing to a file fails as on a full disk until it is let go. */
function fillDisk(): { readonly hits: () => number; readonly free: () => void } {
	const { writeSync } = fs;
	let hits = 0;
	fs.writeSync = () => {
		hits += 1;
		throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', errno: -28 });
	};
	return {
		hits: () => hits,
		free: () => {
			fs.writeSync = writeSync;
		},
	};
}

test('a full disk makes the embedded store unavailable until there is room', async () => {
	const dataDir = mkdtempSync(join(tmpdir(), 'tomori-full-'));
	const opened = await openDatabase({ dataDir }, recordingLog());
	assert(opened.ok, opened.ok ? '' : opened.error.sentence);
	const appState = createAppStateStore(opened.value.db);
	await appState.writeState('key', 'before');
	const disk = fillDisk();
	try {
		for (let time = 0; time < 3; time += 1) {
			const written = appState.writeState('key', `${time}`.repeat(1_000_000));
			await expect(written).rejects.toMatchObject({ name: 'StoreUnavailableError', code: '53100' });
			await expect(written).rejects.toBeInstanceOf(StoreUnavailableError);
			expect(await appState.readState('key')).toBe('before');
		}
		expect(disk.hits()).toBeGreaterThan(0);
	} finally {
		disk.free();
	}
	await appState.writeState('key', 'after');
	expect(await appState.readState('key')).toBe('after');
	await opened.value.close();
	rmSync(dataDir, { recursive: true });
});
