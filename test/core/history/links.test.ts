/** Links to videos, and names of webhooks that name two personas: each rule beside one expression that says the same. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readRenderName } from '#core/history/copied-render';
import type { PersonaByName } from '#core/history/known-personas';
import { firstYouTubeUrl } from '#core/history/links';
import type { LineageId, PersonaId } from '#domain/ids';

const anyOf = (pieces: readonly string[]) =>
	fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((words) => words.join(''));

describe('the first link to a video', () => {
	test.each([
		['see https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=3 ok', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=3'],
		['<https://youtu.be/dQw4w9WgXcQ>', 'https://youtu.be/dQw4w9WgXcQ'],
		['https://m.youtube.com/watch?t=3&v=dQw4w9WgXcQ', 'https://m.youtube.com/watch?t=3&v=dQw4w9WgXcQ'],
		['(https://youtube.com/shorts/dQw4w9WgXcQ)', 'https://youtube.com/shorts/dQw4w9WgXcQ'],
		['https://youtube.com/watch?t=3 and https://youtu.be/abcdef', 'https://youtu.be/abcdef'],
	])('%s', (text, url) => {
		expect(firstYouTubeUrl(text)).toBe(url);
	});

	test.each(['', 'youtube.com/watch?v=dQw4w9WgXcQ', 'https://youtube.com/@a', 'https://youtu.be/abc'])(
		'%j has none',
		(text) => {
			expect(firstYouTubeUrl(text)).toBeNull();
		},
	);

	const oneExpression =
		/https?:\/\/(?:www\.|m\.|music\.)?(?:youtube\.com\/(?:watch\?[^\s<>)]*?\bv=|shorts\/|live\/|embed\/)|youtu\.be\/)[\w-]{6,}[^\s<>)]*/;
	const texts = anyOf([
		'https://',
		'www.',
		'youtube.com/',
		'watch?',
		'v=',
		'v',
		'&',
		'abcdef',
		'abc',
		'shorts/',
		'youtu.be/',
		' ',
		')',
	]);

	test('it is the rule in one expression', () => {
		fc.assert(
			fc.property(texts, (text) => {
				expect(firstYouTubeUrl(text)).toBe(oneExpression.exec(text)?.[0] ?? null);
			}),
			{ numRuns: 5_000 },
		);
	});

	test('cost grows with the length of the text: hostile repetitions of a million characters end', () => {
		for (const part of ['https://youtube.com/watch?', 'https://youtu.be/', 'https://youtube.com/watch?v=', 'youtu']) {
			expect(firstYouTubeUrl(part.repeat(1_000_000 / part.length))).toBeNull();
		}
	});
});

describe('a webhook name that names two personas', () => {
	const persona = { id: 1 as PersonaId, lineageId: 1 as LineageId, name: 'Mio', isAlter: false };
	const personas: PersonaByName = (name) => (name.trim() === 'Mio' ? persona : null);
	const labelOf = (name: string): string | null => readRenderName(name, personas, (each) => each)?.label ?? null;

	test.each([
		['Mio (Bo)', 'Mio (Bo)'],
		['Mio（ Bo ）', 'Mio ( Bo)'],
		['Bo (Mio)', 'Mio (Bo)'],
		['Mio (Bo) ()', 'Mio (Bo) ()'],
		['Mio (', null],
		['(Mio)', null],
		['Mio', 'Mio'],
	])('%s', (name, label) => {
		expect(labelOf(name)).toBe(label);
	});

	const oneExpression = /^(.*\S)\s*[(（](.*\S)\s*[)）]$/su;

	test('it is the rule in one expression', () => {
		fc.assert(
			fc.property(anyOf(['Mio', 'Bo', ' ', '(', ')', '（', '）', '\n']), (name) => {
				const [, first = '', second = ''] = oneExpression.exec(name.trim()) ?? [];
				const target = personas(first) ? second : first;
				const expected = personas(first) || personas(second) ? `Mio (${personas(target)?.name ?? target})` : null;
				expect(labelOf(name)).toBe(personas(name) ? 'Mio' : expected);
			}),
			{ numRuns: 5_000 },
		);
	});

	test('cost grows with the length of the name: hostile repetitions of a million characters end', () => {
		for (const part of ['(', ' ', '( ', 'a(', ')', ' )', 'a ']) {
			for (const end of ['', ')', ' )']) expect(labelOf(part.repeat(1_000_000 / part.length) + end)).toBeNull();
		}
	});
});
