/** Names of files that people get. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fileName } from '#app/commands/file-name';

test.each([
	['Ondine the Lamp Keeper', 'Ondine-the-Lamp-Keeper.png'],
	['灯狐 🦊🏮', '灯狐.png'],
	['../../etc/passwd', 'etcpasswd.png'],
	['🦊', 'export.png'],
	['a/b\\c:d*e', 'abcde.png'],
	['Señor É.', 'Señor-É.png'],
])('%j is %j', (text, name) => {
	expect(fileName(text, 'png')).toBe(name);
});

test('no text makes a name that leads elsewhere, begins with a dot or is too long', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'binary' }), (text) => {
			const name = fileName(text, 'json');
			expect(name).toMatch(/^[\p{L}\p{N}\p{M}_][\p{L}\p{N}\p{M} ._-]*\.json$/u);
			expect(name.length).toBeLessThanOrEqual(65);
		}),
	);
});
