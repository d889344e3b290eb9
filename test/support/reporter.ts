/** The closing line of a test run, with everything that went wrong counted. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Reporter, SerializedError, TestCase, TestModule, TestSuite, Vitest } from 'vitest/node';
import { RAN_NAMES_FILE } from './ran-names-file.ts';
import { type SkippedTest, skipReason, skipSummary } from './skip-reason.ts';

interface Tally {
	passed: number;
	failed: number;
	readonly skipped: SkippedTest[];
}

function textOf(path: string): string {
	return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

function countModule(module: TestModule, tally: Tally): void {
	if (module.errors().length > 0) tally.failed += 1;
	for (const suite of module.children.allSuites() as Iterable<TestSuite>) {
		if (suite.errors().length > 0) tally.failed += 1;
	}
	for (const test of module.children.allTests()) {
		const { state } = test.result();
		if (state === 'passed') tally.passed += 1;
		else if (state === 'skipped') tally.skipped.push({ name: test.fullName, fileText: textOf(module.moduleId) });
		else tally.failed += 1;
	}
}

/**
 * Prints how many tests were skipped for which reason, then their names, and then `tests: N passed, N failed`. A file that fails to load, a failed hook
 * and every unhandled error count as failed, so the line never says less than the exit code.
 */
export default class ClosingLineReporter implements Reporter {
	readonly #ran: { name: string; state: string }[] = [];

	#isFiltered = false;

	onInit(vitest: Vitest): void {
		this.#isFiltered = vitest.config.testNamePattern !== undefined;
	}

	onTestRunStart(): void {
		rmSync(RAN_NAMES_FILE, { force: true });
	}

	onTestCaseResult(test: TestCase): void {
		this.#ran.push({ name: test.fullName, state: test.result().state });
	}

	onTestModuleEnd(): void {
		mkdirSync(new URL('.', RAN_NAMES_FILE), { recursive: true });
		writeFileSync(RAN_NAMES_FILE, JSON.stringify(this.#ran));
	}

	onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
		const tally: Tally = { passed: 0, failed: unhandledErrors.length, skipped: [] };
		for (const module of modules) countModule(module, tally);
		const lines = tally.skipped.map(({ name }) => `skipped: ${name}`);
		if (this.#isFiltered && lines.length > 0)
			lines.splice(0, lines.length, `${lines.length} skipped, most by the filter of names`);
		else if (lines.length > 0) lines.unshift(skipSummary(tally.skipped.map(skipReason)));
		process.stdout.write(`${[...lines, `tests: ${tally.passed} passed, ${tally.failed} failed`].join('\n')}\n`);
	}
}
