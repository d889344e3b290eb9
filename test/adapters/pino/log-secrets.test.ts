/** No secret of the variables reaches the log, in whatever form an error repeats it. */
import { describe, expect, test } from 'vitest';
import { logSecrets } from '#adapters/pino/log-secrets';
import { openLog } from '#adapters/pino/pino-log';

const TOKEN = 'a-token-of-no-known-shape';

function logged(databaseUrl: string | undefined, ...said: readonly string[]): string {
	const lines: string[] = [];
	const secrets = logSecrets({ keys: [TOKEN, undefined, 'a crypto secret'], databaseUrl });
	const log = openLog({ level: 'debug', secrets, destination: { write: (line) => lines.push(line) } });
	for (const words of said) {
		const cause = Object.assign(new Error(words), { stack: '' });
		log.error({ error: Object.assign(new Error('outer', { cause }), { stack: '' }), deep: { er: [words] } }, words);
	}
	return lines.join('');
}

describe('secrets of the variables', () => {
	test.each([
		['postgres://tomori:horse-battery@db:5432/x', ['horse-battery']],
		['postgresql://tomori:horse%40battery%2F@db/x', ['horse@battery/', 'horse%40battery%2F']],
		['postgres://tomori:horse@battery@db/x', ['horse@battery']],
		['postgres://tomori:horse/battery@db/x', ['horse/battery']],
		['postgres://tomori:100%battery@db/x', ['100%battery']],
		['postgres://db/x?user=tomori&password=horse%20battery', ['horse battery', 'horse%20battery']],
		['postgres:///x?host=/run/a:b&password=horse-battery', ['horse-battery']],
	])('the password of %s is logged neither alone nor in the address', (url, passwords) => {
		const text = logged(url, url, ...passwords.map((password) => `password "${password}" was refused`));
		expect(text).not.toContain('battery');
		expect(text).toContain('was refused');
	});

	test.each(['p@ss', 'p/a', 'p:a', 'p@s/s:w'])(
		'the short password %s is hidden in any address of a database',
		(word) => {
			expect(logged(undefined, `connecting to postgres://tomori:${word}@db/x failed`)).not.toContain(word);
		},
	);

	test('keys of any shape are hidden, and an address without a password hides nothing', () => {
		expect(logged('postgres://db/x', `got ${TOKEN}`, 'a crypto secret', 'db is away')).not.toMatch(/a-token|a crypto/);
		expect(logged('postgres://tomori@db/x', 'db is away')).toContain('db is away');
		expect(logSecrets({ keys: [], databaseUrl: 'postgres://tomori@db/x' })).toEqual([]);
	});
});
