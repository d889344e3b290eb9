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

	test('GLM is the model where nobody chose one', () => {
		expect(resolveSettings(NOTHING).modelCodename).toBe('glm-4-6');
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
		expect(resolveSettings({ ...NOTHING, user })).toEqual({ ...DEFAULT_SETTINGS, personalZone: 'Asia/Tokyo' });
	});

	test('how tools are called goes personal, channel, persona, server, and without the person where the server serves', () => {
		const on = row({ verbatimToolCallingEnabled: true });
		const off = row({ verbatimToolCallingEnabled: false });
		const called = (scopes: Partial<SettingsScopes>, serving: 'personal' | 'server') =>
			resolveSettings({ ...NOTHING, ...scopes }, serving).verbatimToolCallingEnabled;
		expect([called({ user: on }, 'personal'), called({ user: on }, 'server')]).toEqual([true, false]);
		expect([called({ user: off, server: on }, 'personal'), called({ user: off, server: on }, 'server')]).toEqual([
			false,
			true,
		]);
		expect(called({ channel: off, server: on }, 'personal')).toBe(false);
	});

	test('a person’s zone goes personal, server, UTC, and the place keeps the server’s', () => {
		const zonesOf = (user: string | null, server: string | null) => {
			const scopes = { ...NOTHING, user: row({ zone: user }), server: row({ zone: server }) };
			const { personalZone, zone } = resolveSettings(scopes);
			return [personalZone, zone];
		};
		expect(zonesOf('Asia/Tokyo', 'Europe/Berlin')).toEqual(['Asia/Tokyo', 'Europe/Berlin']);
		expect(zonesOf(null, 'Europe/Berlin')).toEqual(['Europe/Berlin', 'Europe/Berlin']);
		expect(zonesOf(null, null)).toEqual(['UTC', 'UTC']);
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
		expect(resolveSettings(scopes).sampling).toEqual({ presetName: null, edits: { temperature: 1, topK: 0 } });
	});

	test('the scope that chose the model brings its own preset, and farther samplers stay out', () => {
		const server = row({
			modelCodename: 's',
			presetName: 'of-server',
			sampling: { temperature: 1 },
			editedSamplers: ['temperature'],
		});
		const user = row({ modelCodename: 'u', sampling: { topK: 5 } });
		const chosen = resolveSettings({ ...NOTHING, server, user });
		expect(chosen.sampling).toEqual({ presetName: null, edits: { topK: 5 } });
		const inherited = resolveSettings({ ...NOTHING, server, user: row({ sampling: { topK: 5 } }) });
		expect(inherited.sampling).toEqual({ presetName: 'of-server', edits: { temperature: 1, topK: 5 } });
	});

	test('what a preset stored is no edit, and what a person changed since is', () => {
		const stored = { temperature: 1.35, topK: 15, topP: 0.5 };
		const server = row({ modelCodename: 's', presetName: 'p', sampling: stored, editedSamplers: ['topP'] });
		expect(resolveSettings({ ...NOTHING, server }).sampling).toEqual({ presetName: 'p', edits: { topP: 0.5 } });
	});

	test('with the server serving, what a person chose for their own key stays out', () => {
		const scopes = {
			...NOTHING,
			server: row({ modelCodename: 's', stopStrings: ['END'], fallbackModels: ['f'] }),
			user: row({
				modelCodename: 'u',
				presetName: 'mine',
				sampling: { topK: 5 },
				thinkingLevel: 'high',
				maxOutputTokens: 9,
				stopStrings: [],
				fallbackModels: [],
				personalServerFallback: false,
			}),
		};
		const served = resolveSettings(scopes, 'server');
		expect(served).toMatchObject({ modelCodename: 's', thinkingLevel: 'auto', maxOutputTokens: null });
		expect(served).toMatchObject({ stopStrings: ['END'], fallbackModels: ['f'], personalServerFallback: false });
		expect(served.sampling).toEqual({ presetName: null, edits: {} });
		expect(resolveSettings(scopes)).toMatchObject({ modelCodename: 'u', stopStrings: [], fallbackModels: [] });
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
