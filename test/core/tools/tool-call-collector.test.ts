/** Calls out of the pieces of a stream. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ToolCallCollector } from '#core/tools/tool-call-collector';
import { TOOL_LIMITS, type ToolCallPiece } from '#domain/tool-call';

const piece = (given: Partial<ToolCallPiece>): ToolCallPiece => {
	return { index: null, id: null, name: null, argumentsText: '', ...given };
};

function collect(pieces: readonly ToolCallPiece[]) {
	const collector = new ToolCallCollector();
	for (const each of pieces) collector.take(each);
	return collector.calls('made');
}

describe('pieces of calls', () => {
	test('give the same calls however arguments are cut and calls are mixed', () => {
		const cut = fc.array(fc.string({ maxLength: 5 }), { minLength: 1, maxLength: 6 });
		fc.assert(
			fc.property(fc.array(cut, { minLength: 1, maxLength: 4 }), fc.boolean(), (calls, isMixed) => {
				const pieces = calls.map((texts, index) =>
					texts.map((argumentsText, at) =>
						piece({ index, argumentsText, ...(at === 0 ? { id: `id${index}`, name: 'look' } : {}) }),
					),
				);
				const rounds = isMixed
					? [0, 1, 2, 3, 4, 5].flatMap((at) => pieces.flatMap((each) => each[at] ?? []))
					: pieces.flat();
				expect(collect(rounds)).toEqual(
					calls.map((texts, index) => ({ id: `id${index}`, name: 'look', argumentsText: texts.join('') })),
				);
			}),
		);
	});

	test('without an index: a new id or a new name begins a call', () => {
		const pieces = [
			piece({ id: 'a', name: 'look', argumentsText: '{' }),
			piece({ argumentsText: '}' }),
			piece({ id: 'b', name: 'look', argumentsText: '{}' }),
			piece({ name: 'go', argumentsText: '{}' }),
		];
		expect(collect(pieces).map(({ id, name, argumentsText }) => [id, name, argumentsText])).toEqual([
			['a', 'look', '{}'],
			['b', 'look', '{}'],
			['made_3', 'go', '{}'],
		]);
	});

	test('ids that are missing or taken are made up, and servers that repeat themselves change nothing', () => {
		const pieces = [
			piece({ index: 0, id: 'a', name: 'look', argumentsText: '{' }),
			piece({ index: 0, id: 'a', name: 'look', argumentsText: '}' }),
			piece({ index: 1, id: 'a', name: 'look' }),
			piece({ index: 2, name: 'look' }),
		];
		expect(collect(pieces).map(({ id }) => id)).toEqual(['a', 'made_2', 'made_3']);
		expect(collect(pieces)[0]).toEqual({ id: 'a', name: 'look', argumentsText: '{}' });
	});

	test('under an index that is used again: a named piece with another id begins a call, as Ollama and Gemini send them', () => {
		const pieces = [
			piece({ index: 0, id: 'a', name: 'look', argumentsText: '{"at":1}' }),
			piece({ index: 0, id: 'b', name: 'look', argumentsText: '{"at":' }),
			piece({ index: 0, argumentsText: '2}' }),
			// A server that makes up an id for each piece names the call once.
			piece({ index: 1, id: 'c', name: 'go', argumentsText: '{' }),
			piece({ index: 1, id: 'd', argumentsText: '}' }),
		];
		expect(collect(pieces)).toEqual([
			{ id: 'a', name: 'look', argumentsText: '{"at":1}' },
			{ id: 'b', name: 'look', argumentsText: '{"at":2}' },
			{ id: 'c', name: 'go', argumentsText: '{}' },
		]);
	});

	test('no id is there twice, whatever ids the server has chosen', () => {
		const pieces = [
			piece({ index: 0, id: 'made_2', name: 'look' }),
			piece({ index: 1, name: 'look' }),
			piece({ index: 2, id: 'made_2', name: 'look' }),
			piece({ index: 3, id: 'made_3', name: 'look' }),
		];
		const ids = collect(pieces).map(({ id }) => id);
		expect(new Set(ids).size).toBe(ids.length);
	});

	test("what is beyond the limit is nobody else's", () => {
		const whole = Array.from({ length: TOOL_LIMITS.callsPerRoundMax }, (_, at) =>
			piece({ id: `id${at}`, name: 'look', argumentsText: '{}' }),
		);
		const beyond = [piece({ id: 'beyond', name: 'look' }), piece({ argumentsText: '{"x":1}' })];
		expect(collect([...whole, ...beyond, ...beyond]).map(({ argumentsText }) => argumentsText)).toEqual(
			whole.map(() => '{}'),
		);
	});

	test('have limits', () => {
		const many = Array.from({ length: 40 }, (_, index) =>
			piece({ index, name: 'x'.repeat(99), argumentsText: 'y'.repeat(9_999) }),
		);
		const calls = collect([...many, ...many]);
		expect(calls).toHaveLength(TOOL_LIMITS.callsPerRoundMax);
		expect(calls[0]?.name).toHaveLength(TOOL_LIMITS.nameUnitsMax);
		expect(calls[0]?.argumentsText).toHaveLength(TOOL_LIMITS.argumentsUnitsMax);
	});
});
