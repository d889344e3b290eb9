/** Whether the migrations say the same as the tables in the code. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

const root = join(import.meta.dirname, '..');
const drizzleKit = join('node_modules', 'drizzle-kit', 'bin.cjs');
const commandTimeoutMs = 60_000;

/** Standard input is closed, so a question (was this column renamed?) ends the command instead of waiting. */
function runDrizzleKit(args: readonly string[]): { succeeded: boolean; output: string } {
	const result = spawnSync(process.execPath, ['--bun', drizzleKit, ...args], {
		cwd: root,
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'pipe'],
		timeout: commandTimeoutMs,
	});
	return { succeeded: result.status === 0, output: `${result.stdout}${result.stderr}` };
}

/** Generates into a copy of the folder, since `check` alone does not see that the tables have moved on. */
function generatesNothing(): boolean {
	const copy = mkdtempSync(join(tmpdir(), 'tomori-migrations-'));
	try {
		cpSync(join(root, 'migrations'), copy, { recursive: true });
		const schema = './src/adapters/postgres/schema/*.ts';
		const { succeeded, output } = runDrizzleKit([
			'generate',
			'--dialect=postgresql',
			`--schema=${schema}`,
			`--out=${relative(root, copy)}`,
		]);
		if (succeeded && output.includes('No schema changes')) return true;
		console.log(output);
		console.log('The tables differ from the migrations; run: npx bun@1.4.5 run db:generate');
		return false;
	} finally {
		rmSync(copy, { recursive: true, force: true });
	}
}

/** True when the journal is consistent and generating again would add nothing; prints why otherwise. */
export function checkMigrations(): boolean {
	const check = runDrizzleKit(['check']);
	if (!check.succeeded) {
		console.log(check.output);
		return false;
	}
	return generatesNothing();
}
