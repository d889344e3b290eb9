/** How the scopes' settings add up. */
import { describe, expect, test } from 'vitest';
import { DEFAULT_SETTINGS, resolveSettings } from '#core/settings/resolve-settings';
import { EMPTY_SETTINGS_ROW, type SettingsRow, type SettingsScopes } from '#domain/settings';

const row = (change: Partial<SettingsRow>): SettingsRow => ({ ...EMPTY_SETTINGS_ROW, ...change });
const NOTHING: SettingsScopes = { server: null, channel: null, persona: null, user: null };

describe('resolveSettings', () => {
	test('nothing stored gives the defaults', () => {
		expect(resolveSettings(NOTHING)).toEqual(DEFAULT_SETTINGS);
	});

	test('the model goes personal, channel, persona, server', () => {
		const scopes = {
			server: row({ modelCodename: 's' }),
			persona: row({ modelCodename: 'p' }),
			channel: row({ modelCodename: 'c' }),
			user: row({ modelCodename: 'u' }),
		};
		expect(resolveSettings(scopes).modelCodename).toBe('u');
		expect(resolveSettings({ ...scopes, user: row({}) }).modelCodename).toBe('c');
		expect(resolveSettings({ ...scopes, user: null, channel: null }).modelCodename).toBe('p');
		expect(resolveSettings({ ...NOTHING, server: scopes.server }).modelCodename).toBe('s');
	});

	test('a person does not change how the place behaves', () => {
		const user = row({ humanizerDegree: 0, messageFetchLimit: 20, language: 'ja', zone: 'Asia/Tokyo' });
		expect(resolveSettings({ ...NOTHING, user })).toEqual(DEFAULT_SETTINGS);
	});

	test('degree 0 is a choice, not an absence', () => {
		const scopes = { ...NOTHING, channel: row({ humanizerDegree: 0 }), server: row({ humanizerDegree: 3 }) };
		expect(resolveSettings(scopes).humanizerDegree).toBe(0);
	});

	test('samplers add up field by field', () => {
		const scopes = {
			...NOTHING,
			server: row({ sampling: { temperature: 1, topK: 40 } }),
			user: row({ sampling: { topK: 0 } }),
		};
		expect(resolveSettings(scopes).sampling).toEqual({ temperature: 1, topK: 0 });
	});

	test.each([
		[5, 20],
		[80, 80],
		[500, 100],
	])('a fetch limit of %i means %i messages', (stored, effective) => {
		expect(resolveSettings({ ...NOTHING, server: row({ messageFetchLimit: stored }) }).messageFetchLimit).toBe(
			effective,
		);
	});
});
