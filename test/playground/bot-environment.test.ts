import { describe, expect, test } from 'vitest';
import { botEnvironment } from '#playground/bot-environment';

const discord = { token: 'stand-in', apiUrl: 'http://127.0.0.1:1/api' };

describe('the variables of the bot in the playground', () => {
	test('nothing of a real installation reaches it', () => {
		const inherited = {
			DISCORD_TOKEN: 'real',
			DISCORD_API_URL: 'https://discord.example/api',
			DATABASE_URL: 'postgres://real',
			DATA_DIR: '/real',
			CRYPTO_SECRET: 'real',
			CRYPTO_SECRET_V2: 'real',
			NOVELAI_API_KEY_GUILDS: '1',
			PATH: '/bin',
		};
		const environment = botEnvironment({ inherited, discord, dataDirectory: '/play' });
		expect(Object.values(environment).join(' ')).not.toMatch(/real|discord\.example/);
		expect(environment).toMatchObject({
			DISCORD_TOKEN: 'stand-in',
			DISCORD_API_URL: discord.apiUrl,
			DATA_DIR: '/play',
		});
		expect(environment['PATH']).toBe('/bin');
		expect(environment).not.toHaveProperty('NOVELAI_API_KEY_GUILDS');
	});

	test('the stand-in takes the place of the real service only when there is no key', () => {
		const own = botEnvironment({ inherited: { NOVELAI_API_KEY: 'pst-mine' }, discord, dataDirectory: '/play' });
		expect(own['NOVELAI_API_KEY']).toBe('pst-mine');
		expect(own).not.toHaveProperty('NOVELAI_TEXT_URL');
		const novelai = { url: 'http://127.0.0.1:2', key: 'pst-stand-in' };
		expect(botEnvironment({ inherited: {}, discord, novelai, dataDirectory: '/play' })).toMatchObject({
			NOVELAI_API_KEY: 'pst-stand-in',
			NOVELAI_TEXT_URL: novelai.url,
			NOVELAI_ACCOUNT_URL: novelai.url,
		});
	});
});
