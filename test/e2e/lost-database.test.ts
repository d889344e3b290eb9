/** What people read when the database goes away for a moment: a reply or one notice, and nothing half-written. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { newGate } from '#playground/novelai-server/reply-scripts';
import { BotWorld, isNotice, type TestGuild, textOf } from '../support/bot-world.ts';

const hasPostgres = inject('store').socketDir !== null;
const AWAY = 'My memory is out of reach right now. Please try again in a moment.';

const PARAGRAPHS = [
	'The lamp is lit and the kettle sings.',
	'Somebody has left the door open again, and it is cold.',
	'Who could it be?',
];

let world: BotWorld;
let admin: pg.Client;
let name: string;

describe.skipIf(!hasPostgres)('a database that is restarted', () => {
	beforeAll(async () => {
		world = await BotWorld.start();
		const url = new URL(world.databaseUrl ?? '');
		name = url.pathname.slice(1);
		url.pathname = '/postgres';
		admin = new pg.Client({ connectionString: url.href });
		await admin.connect();
	});

	afterAll(async () => {
		expect(world.novelai.scripts.pending).toBe(0);
		expect(world.violations()).toEqual([]);
		await admin.end();
		await world.stop();
	});

	/** Cuts every connection; while it is closed, none can be made. */
	async function close(): Promise<void> {
		await admin.query(`alter database ${name} allow_connections false`);
		await cut();
	}
	async function open(): Promise<void> {
		await admin.query(`alter database ${name} allow_connections true`);
	}
	async function cut(): Promise<void> {
		await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
	}
	const say = ({ ellen, channel }: TestGuild, text = 'hi') =>
		world.askThrough(ellen, channel, `${world.mention} ${text}`);

	test('S105 while the bot is idle costs nothing: the next line is answered', async () => {
		const place = await world.addGuild('idle');
		for (const text of ['One.', 'Two.', 'Three.']) {
			world.novelai.scripts.queue({ text: ` ${text}` });
			expect((await say(place)).answers.map(textOf)).toEqual([text]);
			await cut();
		}
	});

	test.each(['generating', 'between two messages'])(
		'S105 in the middle of a turn (%s) leaves the whole reply, once',
		async (moment) => {
			const place = await world.addGuild(`middle ${moment}`);
			const gate = newGate();
			const tokens = moment === 'generating' ? 1 : 24;
			world.novelai.scripts.queue({
				text: ` ${PARAGRAPHS.join('\n\n')}`,
				pauseAfterTokens: { tokens, until: gate.opened },
			});
			const asked = say(place);
			const digests = () => world.novelai.requests.filter(({ outcome }) => outcome === 'running').length;
			await world.novelai.until(() => digests() > 0);
			if (moment !== 'generating') await world.discord.until(() => world.saidIn(place.channel).length > 0);
			await close();
			gate.open();
			expect((await asked).answers.map(textOf)).toEqual(PARAGRAPHS);
			await open();
			world.novelai.scripts.queue({ text: ' Next.' });
			expect((await say(place)).answers.map(textOf)).toEqual(['Next.']);
		},
	);

	test('S105 before a turn is one notice, and the next line is answered once it is back', async () => {
		const place = await world.addGuild('before');
		await close();
		const trigger = world.discord.as(place.ellen).send(place.channel, `${world.mention} hi`);
		const notice = await world.discord.until(() => world.saidIn(place.channel)[0], 30_000);
		expect([isNotice(notice), textOf(notice)]).toEqual([true, AWAY]);
		const { status } = await world.health();
		expect(status).toBe(503);
		await open();
		world.novelai.scripts.queue({ text: ' Back.' });
		expect((await say(place)).answers.map(textOf)).toEqual(['Back.']);
		expect((await world.health()).status).toBe(200);
		expect(world.turnEnds().some(({ triggerId }) => triggerId === trigger.id)).toBe(false);
	});

	test('S106 connections that were cut overnight do not cost the first message of the morning', async () => {
		const place = await world.addGuild('morning');
		const quiet = async () =>
			(await admin.query('select 1 from pg_stat_activity where datname = $1', [name])).rows.length;
		await cut();
		await expect.poll(quiet).toBeLessThan(3);
		world.novelai.scripts.queue({ text: ' Good morning.' });
		expect((await say(place)).answers.map(textOf)).toEqual(['Good morning.']);
	});
});
