/** Secrets never reach a log, wherever they hide. */
import { describe, expect, test } from 'vitest';
import { openLog } from '#adapters/pino/pino-log';
import { scrubSecrets } from '#adapters/pino/scrub-secrets';
import { Secret } from '#domain/secret';

const NOVELAI_KEY = 'pst-AbCdEf0123456789AbCdEf0123456789AbCdEf0123456789';
const BOT_TOKEN = 'MTAwMDAwMDAwMDAwMDAwMDAw.GabcDE.abcdefghijklmnopqrstuvwxyz0123456789AB';
const OWN_SECRET = 'correct horse battery staple';

function logged(write: (log: ReturnType<typeof openLog>) => void): string {
	const lines: string[] = [];
	const log = openLog({
		level: 'debug',
		secrets: [OWN_SECRET, ''],
		destination: { write: (line) => lines.push(line) },
	});
	write(log);
	return lines.join('');
}

describe('openLog', () => {
	test.each([NOVELAI_KEY, BOT_TOKEN, OWN_SECRET])(
		'%s is blotted out in messages, fields, errors and causes',
		(secret) => {
			const cause = new Error(`inner ${secret}`);
			const text = logged((log) => {
				log.info({}, `message ${secret}`);
				log.warn({ detail: { deep: [secret] } }, 'fields');
				log.error({ error: new Error(`outer ${secret}`, { cause }) }, 'an error');
				log.error({ authorization: secret, token: secret, nested: { key: secret } }, 'named paths');
			});
			expect(text.split('\n').filter(Boolean)).toHaveLength(4);
			expect(text).not.toContain(secret);
			expect(text).toContain('[redacted]');
		},
	);

	test('a Secret shows a placeholder in every way of printing it', () => {
		const secret = new Secret('a-secret-of-some-length');
		const text = logged((log) => log.info({ secret: { held: secret }, listed: [secret] }, `${secret}`));
		expect(text).not.toContain('a-secret-of-some-length');
		expect(`${secret} ${JSON.stringify({ secret })} ${Bun.inspect(secret)}`).not.toContain('a-secret-of-some-length');
		expect(secret.reveal()).toBe('a-secret-of-some-length');
	});

	test('lines below the level are not written', () => {
		const lines: string[] = [];
		const log = openLog({ level: 'warn', secrets: [], destination: { write: (line) => lines.push(line) } });
		log.info({}, 'quiet');
		log.warn({}, 'loud');
		expect(lines.map((line) => JSON.parse(line) as { msg: string }).map((line) => line.msg)).toEqual(['loud']);
	});
});

describe('scrubSecrets', () => {
	test('hides passwords of database addresses and bearer headers, and leaves ordinary text alone', () => {
		expect(scrubSecrets('postgres://tomori:hunter2@db:5432/x', [])).toBe('postgres://tomori:[redacted]@db:5432/x');
		expect(scrubSecrets('Authorization: Bearer abcdefghijklmnop', [])).toBe('Authorization: Bearer [redacted]');
		expect(scrubSecrets('the pst- prefix, a Bot called Bot, v1.2.3', ['abc'])).toBe(
			'the pst- prefix, a Bot called Bot, v1.2.3',
		);
	});
});
