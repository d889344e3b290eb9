/** However a reply is cut on its way, the same messages are delivered. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { HumanizerDegree } from '#domain/settings';
import { delivered } from './delivered.ts';

const parts = fc.constantFrom(
	'Mio',
	': ',
	' (Bo): ',
	'\n',
	'\n\n',
	'Words. ',
	'@Bo',
	':wave:',
	':nope:',
	'```',
	'**',
	'"',
	'||',
	'x',
);
const replies = fc.array(parts, { maxLength: 60 }).map((words) => words.join(''));
const degrees = fc.constantFrom<HumanizerDegree>(0, 1, 2, 3);

describe('a delivery', () => {
	test('any cutting of a reply gives the same messages', async () => {
		await fc.assert(
			fc.asyncProperty(replies, fc.array(fc.nat(200)), degrees, async (text, cuts, degree) => {
				const places = [0, ...cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b), text.length];
				const pieces = places.slice(1).map((place, index) => text.slice(places[index], place));
				expect(await delivered(pieces, degree)).toEqual(await delivered([text], degree));
			}),
		);
	});

	test('no message is blank or too long, and the last one alone bears the row of buttons', async () => {
		await fc.assert(
			fc.asyncProperty(replies, degrees, async (text, degree) => {
				const posts = await delivered([text], degree);
				expect(posts.every((post) => post.text.trim() !== '' && post.text.length <= 2_000)).toBe(true);
				expect(posts.filter((post) => post.buttons !== undefined)).toEqual(posts.slice(-1));
				expect(posts.filter((post) => post.replyToId !== null)).toEqual(posts.slice(0, 1));
			}),
		);
	});

	test.each(['<think :nope:>', '< :nope:/think>', '</think; >', '<think, >', '<ns:details :nope: >'])(
		'what is left out of %s makes no tag of it',
		async (text) => {
			const dress = { chance: () => 0.1 };
			const posts = await delivered([`So ${text} it is`], 3, { dress });
			expect(posts.map((post) => post.text).join()).toBe(`So ${text} it is`);
			const plain = await delivered(['so :nope: it, is'], 3, { dress });
			expect(plain.map((post) => post.text).join()).toBe('so it is');
		},
	);

	test('a line in another look is a message of its own, and only that line is', async () => {
		const posts = await delivered(['Me. ', 'And me.\nMio (B', 'o): You.\nMio: Me again.'], 2);
		expect(posts.map(({ text, identity }) => [text, identity?.name ?? null])).toEqual([
			['Me. And me.', null],
			['You.', 'Mio (Bo)'],
			['Me again.', null],
		]);
	});
});
