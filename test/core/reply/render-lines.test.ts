import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type RenderEvent, RenderLines } from '#core/reply/render-lines';

/** Events with neighbouring texts joined, since any cutting of the input may cut them. */
function joined(events: readonly RenderEvent[]): readonly RenderEvent[] {
	const all: RenderEvent[] = [];
	for (const event of events) {
		const last = all.at(-1);
		if (event.kind === 'text' && last?.kind === 'text')
			all[all.length - 1] = { kind: 'text', text: last.text + event.text };
		else all.push(event);
	}
	return all;
}

function eventsOf(pieces: readonly string[]): readonly RenderEvent[] {
	const machine = new RenderLines(['Tomori']);
	return joined([...pieces.flatMap((piece) => machine.push(piece)), ...machine.end()]);
}

const text = (value: string): RenderEvent => ({ kind: 'text', text: value });
const look = (label: string | null): RenderEvent => ({ kind: 'look', label });

describe('lines in another look', () => {
	test.each<readonly [string, string, readonly RenderEvent[]]>([
		['plain text passes', 'Hello.\nTomorrow (maybe): rain.', [text('Hello.\nTomorrow (maybe): rain.')]],
		['a label at the beginning', 'Tomori (Bo): Hi.', [look('Bo'), text('Hi.')]],
		['a label in a later line', 'Hm.\ntomori (mad)： No!', [text('Hm.\n'), look('mad'), text('No!')]],
		['a bold label', '**Tomori (Bo):** Hi.', [look('Bo'), text('Hi.')]],
		[
			'the bare name leads back',
			'Tomori (Bo): Hi.\nTomori: Me again.',
			[look('Bo'), text('Hi.\n'), look(null), text('Me again.')],
		],
		['the bare name alone is left to others', 'Tomori: Hi.', [text('Tomori: Hi.')]],
		['a label inside a line stays', 'As Tomori (Bo): said', [text('As Tomori (Bo): said')]],
		['code stays', '```\nTomori (Bo): Hi.\n```', [text('```\nTomori (Bo): Hi.\n```')]],
		['an unfinished label is text', 'Tomori (Bo', [text('Tomori (Bo')]],
	])('%s', (...[, input, expected]) => {
		expect(eventsOf([input])).toEqual(expected);
		expect(eventsOf(input.split(''))).toEqual(expected);
	});

	test('any cutting of a text gives the same events, and nothing but labels is lost', () => {
		const piece = fc.constantFrom('Tomori', ' (', 'Bo', '): ', ':', '\n', '**', 'x ', '```', '（', '）：');
		fc.assert(
			fc.property(fc.array(piece), fc.array(fc.nat(80)), (parts, cuts) => {
				const whole = parts.join('');
				const places = [0, ...cuts.map((cut) => cut % (whole.length + 1)).sort((a, b) => a - b), whole.length];
				const pieces = places.slice(1).map((place, index) => whole.slice(places[index], place));
				expect(eventsOf(pieces)).toEqual(eventsOf([whole]));
				if (!/tomori/i.test(whole)) expect(eventsOf([whole])).toEqual(whole === '' ? [] : [text(whole)]);
			}),
		);
	});
});
