/** Compares the list of situations with the tests that ran, after all others have. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { RAN_NAMES_FILE } from '../support/ran-names-file.ts';
import { IS_WHOLE_RUN } from '../support/whole-run.ts';

const LIST_FILE = join(import.meta.dirname, '..', 'situations.md');

function listedIds(): readonly string[] {
	return [...readFileSync(LIST_FILE, 'utf8').matchAll(/^\| (S\d{3}) \|/gm)].map((match) => match[1] ?? '');
}

function ranIds(state: string): ReadonlySet<string> {
	if (!existsSync(RAN_NAMES_FILE)) return new Set();
	const ran = JSON.parse(readFileSync(RAN_NAMES_FILE, 'utf8')) as readonly { name: string; state: string }[];
	const names = ran.filter((test) => test.state === state).map((test) => test.name);
	return new Set(names.flatMap((name) => [...name.matchAll(/\bS\d{3}\b/g)].map((match) => match[0])));
}

describe.runIf(IS_WHOLE_RUN)('situations', () => {
	test('every listed situation has a test that ran and passed, and every tested one is listed', () => {
		const listed = listedIds();
		expect(listed.length).toBeGreaterThan(0);
		const passed = ranIds('passed');
		expect(listed.filter((id) => !passed.has(id))).toEqual([]);
		expect([...passed].filter((id) => !listed.includes(id)).sort()).toEqual([]);
	});
});
