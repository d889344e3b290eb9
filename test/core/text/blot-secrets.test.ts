/** Keys are blotted out wherever they stand. */
import { describe, expect, test } from 'vitest';
import { blotSecrets } from '#core/text/blot-secrets';

const BLOT = '[x]';
const SECRET = 'aB3-dE6_gH9jK2mN5pQ8';

const PLACES: readonly (readonly [place: string, text: string])[] = [
	['a password of an address', `postgres://tomori:${SECRET}@db:5432/x`],
	['a password of a web address', `https://user:${SECRET}@proxy.example/v1`],
	['a parameter of an address', `GET https://x.example/v1/models?api_key=${SECRET}&limit=1`],
	['a later parameter', `https://x.example/?a=1&access_token=${SECRET}#top`],
	['the address of a webhook', `POST https://discord.com/api/v10/webhooks/1234567890/${SECRET}?wait=true`],
	['a message of a webhook', `/webhooks/1234567890/${SECRET}/messages/55`],
	['the address of an interaction', `/interactions/1234567890/${SECRET}/callback`],
	['a bearer header', `Authorization: Bearer ${SECRET}`],
	['a bot header', `Authorization: Bot ${SECRET}`],
	['a bare header', `authorization: ${SECRET}`],
	['a header of another name', `x-api-key=${SECRET}, accept=*/*`],
	['a cookie', `set-cookie: ${SECRET}; path=/`],
	['a field of JSON', `{"headers":{"Authorization":"${SECRET}","Accept":"*/*"}}`],
	['a field with blanks', `{ "client_secret" : "${SECRET}" }`],
	['JSON inside JSON', JSON.stringify({ body: JSON.stringify({ token: SECRET, text: 'hello' }) })],
	['JSON inside JSON inside JSON', JSON.stringify(JSON.stringify(JSON.stringify({ 'x-api-key': SECRET })))],
	['a key of NovelAI', `your key pst-${SECRET} is bad`],
	['a key of others', `Incorrect API key provided: sk-proj-${SECRET}.`],
];

describe('S109 blotSecrets', () => {
	test.each(PLACES)('S109 %s', (_place, text) => {
		const clean = blotSecrets(text, BLOT);
		expect(clean).not.toContain(SECRET);
		expect(clean).toContain(BLOT);
		expect(blotSecrets(clean, BLOT).replaceAll(/(?:\[x\])+/g, BLOT)).toBe(clean.replaceAll(/(?:\[x\])+/g, BLOT));
	});

	test.each([
		'the pst- prefix, a Bot called Bot, v1.2.3',
		'a basic explanation of tokens: 4096 of 8192',
		'https://x.example/v1/models?limit=20&after=m-1',
		'/channels/1234567890/messages/55',
		'{"outcome":"replied","channelId":"1234567890123456789","tookMs":12}',
		'The bot answered: everything is fine at 10:30, write to me@x.example',
		'authorization is required, and no api key was given',
	])('leaves ordinary text alone: %s', (text) => {
		expect(blotSecrets(text, BLOT)).toBe(text);
	});
});
