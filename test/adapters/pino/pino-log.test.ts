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

describe('S109 errors of every kind', () => {
	const WEBHOOK_TOKEN = 'aB3-dE6_gH9jK2mN5pQ8sT1vW4xY7zA0cF3hJ6lM9oR2uX5';

	test('S109 addresses, headers and bodies that an error carries are logged without their secrets', () => {
		const error = Object.assign(new Error('Unable to connect. Is the computer able to access the url?'), {
			path: `https://discord.com/api/v10/webhooks/123456789012345678/${WEBHOOK_TOKEN}?wait=true`,
			requestBody: { json: JSON.stringify({ token: WEBHOOK_TOKEN }) },
			request: { headers: { Authorization: WEBHOOK_TOKEN, 'X-Api-Key': WEBHOOK_TOKEN, Cookie: WEBHOOK_TOKEN } },
			cause: new Error(`GET https://x.example/v1?key=${WEBHOOK_TOKEN} failed`),
		});
		const text = logged((log) => log.error({ error, deep: { er: { errors: [String(error.cause)] } } }, error.path));
		expect(text).not.toContain(WEBHOOK_TOKEN);
		expect(text).toContain('123456789012345678');
	});

	test('S109 a secret of this process is found encoded for an address, for JSON and for a basic header, too', () => {
		const own = 'pass word/"with" 100%';
		const lines: string[] = [];
		const log = openLog({ level: 'debug', secrets: [own], destination: { write: (line) => lines.push(line) } });
		const dresses = [
			own,
			JSON.stringify(own).slice(1, -1),
			encodeURIComponent(own),
			Buffer.from(own).toString('base64'),
		];
		for (const dress of dresses) log.info({ said: `<${dress}>` }, 'x');
		for (const line of lines) expect((JSON.parse(line) as { said: string }).said).toBe('<[redacted]>');
	});
});
