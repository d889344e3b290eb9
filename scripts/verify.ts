/** Every check of the project, one after the other; the last line is the test reporter's. */
import { spawnSync } from 'node:child_process';
import { checkMigrations } from './check-migrations.ts';
import { envExampleIsCurrent } from './write-env-example.ts';

const nightly = process.argv.includes('--nightly');

/** Runs one command of this project's own Bun and tells whether it succeeded; colours are for terminals only. */
function run(command: readonly string[], extraEnv: Record<string, string> = {}): boolean {
	const colour = process.stdout.isTTY ? {} : { NO_COLOR: '1', FORCE_COLOR: undefined };
	const env = { ...process.env, ...colour, ...extraEnv };
	const result = spawnSync(process.execPath, command, { stdio: 'inherit', env });
	return result.status === 0;
}

function step(name: string, check: () => boolean): void {
	console.log(`verify: ${name}`);
	if (check()) return;
	console.log(`verify: ${name} failed`);
	process.exit(1);
}

run(['scripts/setup-tokenizers.ts', '--missing']);
const TYPE_CHECKER = ['--bun', 'node_modules/typescript/bin/tsc', '--noEmit'];
step('types', () => run(TYPE_CHECKER) && run([...TYPE_CHECKER, '-p', 'src/playground/web']));
step('lint', () => run(['--bun', 'node_modules/@biomejs/biome/bin/biome', 'check', '.']));
step('migrations', () => checkMigrations());
step('.env.example', () => envExampleIsCurrent());
step('tests', () =>
	run(['--bun', 'node_modules/vitest/vitest.mjs', 'run'], {
		TOMORI_WHOLE_RUN: '1',
		...(nightly ? { TOMORI_NIGHTLY: '1' } : {}),
	}),
);
