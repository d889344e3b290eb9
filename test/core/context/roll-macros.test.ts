/** Random macros roll from the trigger, alike for generation and inspection. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rollMacros } from '#core/context/roll-macros';
import { resolveRandomMacros } from '#core/text/macros';
import type { StructuredContextItem } from '#domain/context-item';

const item = (change: Partial<StructuredContextItem> = {}): StructuredContextItem => ({
	role: 'system',
	tag: 'SYSTEM_PERSONALITY',
	text: 'likes {{random:tea,coffee,rain}}',
	identity: 'personality',
	...change,
});

describe('random macros', () => {
	test('both spellings, any case; what is no macro stays', () => {
		const first = (text: string): string => resolveRandomMacros(text, () => 0);
		expect(first('{{random:a, b}} {{RANDOM::c, d::e}} {{random}} {random:x,y}')).toBe('a c, d {{random}} {random:x,y}');
	});

	test('one trigger rolls alike, other triggers roll otherwise, and every choice comes up', () => {
		const rolled = (trigger: string): string => rollMacros([item()], trigger)[0]?.text ?? '';
		const seen = new Set<string>();
		for (let trigger = 0; trigger < 60; trigger += 1) {
			expect(rolled(String(trigger))).toBe(rolled(String(trigger)));
			seen.add(rolled(String(trigger)));
		}
		expect([...seen].sort()).toEqual(['likes coffee', 'likes rain', 'likes tea']);
	});

	test('the two texts of an item say the same', () => {
		const [rolled] = rollMacros([item({ completionText: 'likes {{random:tea,coffee,rain}}' })], '7');
		expect(rolled?.completionText).toBe(rolled?.text);
	});

	test('what people wrote and explicit prefills stay exact', () => {
		const said = item({ tag: 'DIALOGUE_HISTORY', completionText: '{{random:a,b}}' });
		const prefill = item({ explicitPrefill: true });
		const noted = item({ tag: 'KNOWLEDGE_SHORT_TERM_MEMORY', text: 'Bo said "{{random:a,b}}"' });
		expect(rollMacros([said, prefill, noted], '1')).toEqual([said, prefill, noted]);
	});

	test('a choice is always one of the list', () => {
		const word = fc.stringMatching(/^[a-z]{1,6}$/);
		fc.assert(
			fc.property(fc.array(word, { minLength: 1, maxLength: 8 }), fc.string(), (choices, trigger) => {
				const [rolled] = rollMacros([item({ text: `{{random:${choices.join(',')}}}` })], trigger);
				expect(choices).toContain(rolled?.text);
			}),
		);
	});
});
