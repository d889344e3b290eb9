import { defineConfig } from 'vitest/config';

const shared = { setupFiles: ['./test/support/require-bun.ts'] };

/** Projects run in this order of groups; `last` reads what the others reported. */
export default defineConfig({
	test: {
		maxWorkers: 2,
		testTimeout: 20_000,
		hookTimeout: 60_000,
		reporters: ['default', './test/support/reporter.ts'],
		projects: [
			{
				test: {
					...shared,
					name: 'unit',
					isolate: false,
					include: ['test/**/*.test.ts'],
					exclude: ['test/e2e/**', 'test/store/**', 'test/last/**', 'test/nightly/**'],
					sequence: { groupOrder: 0 },
				},
			},
			{
				test: {
					...shared,
					name: 'store',
					isolate: false,
					include: ['test/store/**/*.test.ts'],
					globalSetup: ['./test/support/store-global-setup.ts'],
					sequence: { groupOrder: 1 },
				},
			},
			{
				test: {
					...shared,
					name: 'e2e',
					include: ['test/e2e/**/*.test.ts'],
					globalSetup: ['./test/support/store-global-setup.ts'],
					testTimeout: 60_000,
					sequence: { groupOrder: 2 },
				},
			},
			{
				test: {
					...shared,
					name: 'last',
					include: ['test/last/**/*.test.ts'],
					sequence: { groupOrder: 3 },
				},
			},
		],
	},
});
