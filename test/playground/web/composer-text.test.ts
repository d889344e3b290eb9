import { describe, expect, test } from 'vitest';
import { encodeNames, matchingNames, typedNameAt, withName } from '#playground/web/composer-text';

const people = [
	{ id: '1', name: 'Bo' },
	{ id: '2', name: 'Bonnie' },
	{ id: '3', name: 'Tomori' },
];
const channels = [{ id: '9', name: 'bot-lab' }];

describe('names in a line', () => {
	test('a name is being typed after a sign at the start or after a space', () => {
		expect(typedNameAt('@To', 3)).toEqual({ sign: '@', query: 'To', start: 0 });
		expect(typedNameAt('hi #bo', 6)).toEqual({ sign: '#', query: 'bo', start: 3 });
		expect(typedNameAt('mail@home', 9)).toBeNull();
		expect(typedNameAt('@To and', 7)).toBeNull();
	});

	test('names that begin with the query come first', () => {
		expect(matchingNames(people, 'o').map(({ name }) => name)).toEqual(['Bo', 'Bonnie', 'Tomori']);
		expect(matchingNames(people, 'bon').map(({ name }) => name)).toEqual(['Bonnie']);
	});

	test('completing puts the caret behind the name', () => {
		expect(withName('hey @To how', { sign: '@', query: 'To', start: 4 }, 'Tomori')).toEqual({
			text: 'hey @Tomori how',
			caret: 12,
		});
	});

	test('the longest name wins, case does not matter, and words that only begin like a name stay', () => {
		expect(encodeNames('@bonnie, @Bo! @Bob #bot-lab', people, channels)).toBe('<@2>, <@1>! @Bob <#9>');
	});

	test('names in code stay as they were typed', () => {
		expect(encodeNames('`@Bo` @Bo ```\n@Bo\n```', people, channels)).toBe('`@Bo` <@1> ```\n@Bo\n```');
	});
});
