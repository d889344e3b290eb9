/** The stand-in as a program of its own. */

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { digestToken } from '#playground/novelai-server/accounts';

const program = join(import.meta.dirname, '../../../src/playground/novelai-server/main.ts');

test('prints its address as one JSON line, serves the key it was given, and stops on SIGTERM', async () => {
	const child = Bun.spawn([process.execPath, program, '--key', 'pst-test', '--token-delay', '0'], { stdout: 'pipe' });
	const reader = child.stdout.getReader();
	const { value } = await reader.read();
	const { url } = JSON.parse(new TextDecoder().decode(value)) as { readonly url: string };
	expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
	const response = await fetch(`${url}/user/subscription`, { headers: { authorization: 'Bearer pst-test' } });
	expect(await response.json()).toMatchObject({ tier: 3, active: true });
	child.kill('SIGTERM');
	expect(await child.exited).toBe(0);
	expect(digestToken('pst-test')).toMatch(/^[0-9a-f]{16}$/);
});
