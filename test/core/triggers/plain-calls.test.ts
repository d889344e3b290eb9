/** The signs that call personas are no part of what was said. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileCalls } from '#core/triggers/compile-calls';
import { withoutCallSigns } from '#core/triggers/plain-calls';
import type { PersonaId } from '#domain/ids';

const rin = { id: 1 as PersonaId, isAlter: false, name: 'Rin', aliases: ['狐'], triggerWords: ['night owl'] };
const calls = compileCalls([rin]);

describe('a sign before a word', () => {
	test.each([
		['@Rin hi', 'Rin hi'],
		['hey @rinnn, @狐さん and @Night owl!', 'hey rinnn, 狐さん and Night owl!'],
		['*@rin*', '*rin*'],
	])('that calls a persona is left out of %j', (text, plain) => {
		expect(withoutCallSigns(text, calls)).toBe(plain);
	});

	test.each(['@rink', 'me@rin.example', '@ rin', '@@rin', '@everyone', 'a @', '<@12> rin'])(
		'that calls nobody stays in %j',
		(text) => {
			expect(withoutCallSigns(text, calls)).toBe(text);
		},
	);

	test('is all that ever goes, and nobody is called less', () => {
		const part = fc.constantFrom('@', 'rin', 'Rin', ' ', 'k', '狐', '.', 'night owl');
		fc.assert(
			fc.property(fc.array(part, { maxLength: 10 }), (parts) => {
				const text = parts.join('');
				const plain = withoutCallSigns(text, calls);
				expect(plain.replaceAll('@', '')).toBe(text.replaceAll('@', ''));
				expect(calls.findCalls(plain).map((call) => call.personaId)).toEqual(
					calls.findCalls(text).map((call) => call.personaId),
				);
			}),
		);
	});
});
