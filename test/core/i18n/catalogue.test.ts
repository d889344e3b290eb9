/** The catalogues: complete, used, and with the same placeholders in every language. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { failureMessage } from '#core/i18n/failure-message';
import { en, type MessageKey } from '#core/i18n/locales/en';
import { CATALOGUES, translate } from '#core/i18n/translate';
import type { Failure } from '#domain/failure';
import { LOCALES } from '#domain/locale';

const SOURCE = join(import.meta.dirname, '..', '..', '..', 'src');
const KEYS = Object.keys(en) as MessageKey[];

function wordings(locale: (typeof LOCALES)[number], key: MessageKey): readonly string[] {
	const entry = CATALOGUES[locale][key];
	return typeof entry === 'string' ? [entry] : Object.values(entry);
}

const placeholdersOf = (text: string): readonly string[] =>
	[...text.matchAll(/\{(\w+)\}/g)].map((m) => m[1] ?? '').sort();

describe('catalogues', () => {
	test('every language has every key, and none is blank', () => {
		for (const locale of LOCALES) {
			expect(Object.keys(CATALOGUES[locale]).sort()).toEqual([...KEYS].sort());
			for (const key of KEYS) {
				for (const wording of wordings(locale, key)) expect(wording.trim(), `${locale} ${key}`).not.toBe('');
			}
		}
	});

	test('a message has the same placeholders in every language and form', () => {
		for (const key of KEYS) {
			const expected = placeholdersOf(wordings('en', key)[0] ?? '');
			for (const locale of LOCALES) {
				for (const wording of wordings(locale, key))
					expect(placeholdersOf(wording), `${locale} ${key}`).toEqual(expected);
			}
		}
	});

	test('every key is used somewhere in the program', () => {
		const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter(
			(name) => name.endsWith('.ts') && !name.includes('i18n/locales') && !name.startsWith('playground'),
		);
		const text = files.map((name) => readFileSync(join(SOURCE, name), 'utf8')).join('\n');
		const failureCodes = readFileSync(join(SOURCE, 'domain', 'failure.ts'), 'utf8');
		const unused = KEYS.filter((key) => {
			const code = key.startsWith('failure.') ? key.slice('failure.'.length) : null;
			return code === null ? !text.includes(`'${key}'`) : !failureCodes.includes(`'${code}'`);
		});
		expect(unused).toEqual([]);
	});

	test('plural forms cover the categories of their language', () => {
		for (const locale of LOCALES) {
			const needed = new Intl.PluralRules(locale).resolvedOptions().pluralCategories.filter((c) => c !== 'many');
			for (const key of KEYS) {
				const entry = CATALOGUES[locale][key];
				if (typeof entry !== 'string')
					expect(Object.keys(entry), `${locale} ${key}`).toEqual(expect.arrayContaining(needed));
			}
		}
	});
});

describe('translate', () => {
	test('fills placeholders and writes numbers as the language does', () => {
		const failure: Failure = { code: 'floor-too-large', inputTokens: 9000, windowTokens: 8192 };
		expect(failureMessage('en', failure)).toContain('needs 9,000 tokens');
		expect(failureMessage('pt-BR', failure)).toContain('9.000 tokens');
		expect(failureMessage('ja', failure)).toContain('9,000');
	});

	test('shows foreign words as they were written, and no open end where there are none', () => {
		const said = (detail: string) => failureMessage('en', { code: 'provider-rejected', detail });
		expect(said('**no** @everyone')).toBe(String.raw`NovelAI refused the request: \*\*no\*\* @everyone`);
		expect(said(' ')).toBe('NovelAI refused the request.');
	});

	test('chooses the plural form by count', () => {
		expect(translate('en', 'answer.persona-too-many', { count: 1 })).toBe('A server holds at most 1 persona.');
		expect(translate('en', 'answer.persona-too-many', { count: 20 })).toBe('A server holds at most 20 personas.');
		expect(translate('ja', 'answer.persona-too-many', { count: 1 })).toContain('1人');
	});

	test('a value that looks like a placeholder or a replacement pattern stays as it is', () => {
		expect(translate('en', 'answer.persona-unknown', { name: '{name} $& $1' })).toBe(
			'There is no persona called {name} $& $1 here.',
		);
	});
});
