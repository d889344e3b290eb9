/** Reads what people write into the forms and options of memories, lore and behaviour. */
import { describe, expect, test } from 'vitest';
import { BEHAVIOR_SETTINGS } from '#app/commands/behavior/behavior-settings';
import { readLoreKeys } from '#app/commands/lore/lore-keys';
import { readMemoryGates, shownGates } from '#app/commands/memory/memory-gates';
import { shortened } from '#app/commands/shortened';
import { MEMORY_LIMITS } from '#domain/memory';
import { EMPTY_SETTINGS_ROW } from '#domain/settings';

describe('tags of a memory', () => {
	test.each([
		['', [], []],
		[' , ,', [], []],
		['tea', [], ['tea']],
		['#general, tea', ['general'], ['tea']],
		['<#123456789012345678>、お茶，#雑談', ['123456789012345678', '雑談'], ['お茶']],
		['tea, tea, # ,#a,#a', ['a'], ['tea']],
	])('%j', (text, channels, keywords) => {
		expect(readMemoryGates(text)).toEqual({ ok: true, value: { channels, keywords } });
	});

	test('keep to their limits', () => {
		const { gateEntriesMax, gateCharactersMax } = MEMORY_LIMITS;
		const many = Array.from({ length: gateEntriesMax }, (_, index) => `k${index}`).join(',');
		expect(readMemoryGates(many).ok).toBe(true);
		expect(readMemoryGates(`${many},#more`)).toEqual({ ok: false, error: 'too-many' });
		expect(readMemoryGates('x'.repeat(gateCharactersMax)).ok).toBe(true);
		expect(readMemoryGates(`#${'x'.repeat(gateCharactersMax + 1)}`)).toEqual({ ok: false, error: 'too-long' });
	});

	test('are shown as Discord shows them, words without effects', () => {
		expect(shownGates({ channels: ['general', '123456789012345678'], keywords: ['*tea*'] })).toBe(
			'\\#general, <#123456789012345678>, \\*tea\\*',
		);
	});
});

describe('keys of a lorebook entry', () => {
	test.each([
		['tower, old tower\n塔、灯台', ['tower', 'old tower', '塔', '灯台']],
		['/high, (very )?old/i\ntower', ['/high, (very )?old/i', 'tower']],
		['a,,a, \n\n', ['a']],
	])('%j', (text, keys) => {
		expect(readLoreKeys(text)).toEqual(keys);
	});
});

describe('settings of behaviour', () => {
	const setting = (name: string) => {
		const found = BEHAVIOR_SETTINGS.find((one) => one.name === name);
		if (!found) throw new Error(name);
		return found;
	};

	test.each([
		['humanizer_degree', '3', { humanizerDegree: 3 }],
		['humanizer_degree', '4', null],
		['humanizer_degree', '', null],
		['message_fetch_limit', '20', { messageFetchLimit: 20 }],
		['message_fetch_limit', '100', { messageFetchLimit: 100 }],
		['message_fetch_limit', '19', null],
		['message_fetch_limit', '101', null],
		['message_fetch_limit', '2e1', null],
		['language', 'PT-br', { language: 'pt-BR' }],
		['language', 'fr', null],
		['zone', 'Europe/Berlin', { zone: 'Europe/Berlin' }],
		['zone', '5.5', { zone: '+05:30' }],
		['zone', 'Mars/Olympus', null],
		['thinking_level', 'High', { thinkingLevel: 'high' }],
		['thinking_level', 'much', null],
		['personal_server_fallback', 'No', { personalServerFallback: false }],
		['personal_server_fallback', 'maybe', null],
	])('%s takes %j as %j', (name, value, change) => {
		expect(setting(name).read(value)).toEqual(change);
	});

	test('every one can be taken back to inheriting', () => {
		for (const { cleared } of BEHAVIOR_SETTINGS) {
			expect(Object.values(cleared)).toEqual([null]);
			expect(EMPTY_SETTINGS_ROW).toMatchObject(cleared);
		}
	});
});

describe('a text as a short line', () => {
	test('is cut between characters, on one line, without effects', () => {
		expect(shortened('a\n\tb  *c*', 50)).toBe('a b \\*c\\*');
		expect(shortened('ab😀cd', 4)).toBe('ab…');
		expect(shortened('abcd', 4)).toBe('abcd');
	});
});
