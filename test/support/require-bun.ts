/** Tests must run where the product runs: under Node, vitest passes quietly and dies on its first failure. */
if (process.versions['bun'] !== '1.4.5') {
	throw new Error('Run the tests with Bun 1.4.5: npx --yes bun@1.4.5 run verify');
}
