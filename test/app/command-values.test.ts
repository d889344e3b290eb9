/** Reads what people write into the forms and options of memories, lore and behaviour. */
import { describe, expect, test } from 'vitest';
import { BEHAVIOR_SETTINGS } from '#app/commands/behavior/behavior-settings';
import type { BehaviorSetting } from '#app/commands/behavior/setting-kinds';
import { readLoreKeys } from '#app/commands/lore/lore-keys';
import { readMemoryGates, shownGates } from '#app/commands/memory/memory-gates';
import { shortened } from '#app/commands/shortened';
import { MEMORY_LIMITS } from '#domain/memory';
import { STOP_STRING_LIMITS } from '#domain/sampling';
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
	const rows = BEHAVIOR_SETTINGS.filter((setting): setting is BehaviorSetting => !('access' in setting));
	const setting = (name: string) => {
		const found = rows.find((one) => one.name === name);
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
		['auto_reply', '0', { autoReplyMin: 0, autoReplyMax: 0 }],
		['auto_reply', '5-10', { autoReplyMin: 5, autoReplyMax: 10 }],
		['auto_reply', '5 – 1000', { autoReplyMin: 5, autoReplyMax: 1000 }],
		['auto_reply', 'Off', { autoReplyMin: null, autoReplyMax: null }],
		['auto_reply', '10-5', null],
		['auto_reply', '0-1001', null],
		['auto_reply', '1-2-3', null],
		['auto_reply', '-5', null],
		['cooldown', 'user 30', { cooldownScope: 'user', cooldownSeconds: 30 }],
		['cooldown', '30s Channel', { cooldownScope: 'channel', cooldownSeconds: 30 }],
		['cooldown', 'strict 86400', { cooldownScope: 'strict', cooldownSeconds: 86_400 }],
		['cooldown', 'off', { cooldownScope: 'off', cooldownSeconds: 0 }],
		['cooldown', 'server 86401', null],
		['cooldown', 'server 0', null],
		['cooldown', 'server', null],
		['cooldown', '30', null],
		['cooldown', 'off 30', null],
		['cooldown', 'user 30 31', null],
		['user_replies_per_day', '1', { userRepliesPerDay: 1 }],
		['user_replies_per_day', 'off', { userRepliesPerDay: 0 }],
		['user_replies_per_day', '0', null],
		['server_replies_per_day', '100001', null],
		['match_limit', '0', null],
		['match_limit', '10', { matchLimit: 10 }],
		['cascade_limit', '11', null],
		['llm_stop_strings', '***\nThe End\\n', { stopStrings: ['***', 'The End\n'] }],
		['llm_stop_strings', 'off', { stopStrings: [] }],
		['llm_stop_strings', 'x'.repeat(201), null],
		['llm_stop_speaker_pattern_enabled', 'on', { speakerStopEnabled: true }],
	])('%s takes %j as %j', (name, value, change) => {
		expect(setting(name).read(value, STOP_STRING_LIMITS)).toEqual(change);
	});

	test('every one can be taken back to inheriting', () => {
		for (const { cleared } of rows) {
			expect(new Set(Object.values(cleared))).toEqual(new Set([null]));
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
