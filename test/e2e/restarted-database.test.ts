/** A Postgres server that is really shut down and started again, below a bot that goes on running. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newGate } from '#playground/novelai-server/reply-scripts';
import { BotWorld, isNotice, type TestGuild, textOf } from '../support/bot-world.ts';
import {
	findPostgresPrograms,
	type PostgresServer,
	runAsAdmin,
	socketUrl,
	startPostgresServer,
} from '../support/store-postgres-server.ts';

const programs = findPostgresPrograms();

const AWAY = 'My memory is out of reach right now. Please try again in a moment.';

/** Long enough that each is whole well before the next one ends, in the tokens of any model. */
const PARAGRAPHS = ['The lamp is lit.', 'The kettle sings.', 'The door is open.'].map((line) =>
	Array.from({ length: 12 }, () => line).join(' '),
);

let server: PostgresServer;
let world: BotWorld;
let place: TestGuild;

async function rowsOf(statement: string): Promise<readonly unknown[]> {
	const client = new pg.Client({ connectionString: socketUrl(server.socketDir, 'tomori') });
	await client.connect();
	const { rows } = await client.query(statement);
	await client.end();
	return rows;
}

const say = (text = 'hi') => world.askThrough(place.ellen, place.channel, `${world.mention} ${text}`);

describe.skipIf(programs === null)('S105 a server that is shut down and started again', () => {
	beforeAll(async () => {
		server = await startPostgresServer(programs ?? '');
		await runAsAdmin(server.socketDir, 'create database tomori');
		world = await BotWorld.start({ DATABASE_URL: socketUrl(server.socketDir, 'tomori') });
		place = await world.addGuild('restarted');
	}, 60_000);

	afterAll(async () => {
		expect(world.novelai.scripts.pending).toBe(0);
		expect(world.violations()).toEqual([]);
		await world.stop();
		await server.stop();
	});

	test('S105 while the bot is idle costs nothing: the next line is answered', async () => {
		for (const text of ['One.', 'Two.']) {
			world.novelai.scripts.queue({ text: ` ${text}` });
			expect((await say()).answers.map(textOf)).toEqual([text]);
			await server.shutDown();
			await server.startAgain();
		}
	});

	test('S105 in the middle of a reply leaves the whole reply, once, and nothing half-written', async () => {
		const gate = newGate();
		const pauseAfterTokens = { tokens: 100, until: gate.opened };
		world.novelai.scripts.queue({ text: ` ${PARAGRAPHS.join('\n\n')}`, pauseAfterTokens });
		const said = world.saidIn(place.channel).length;
		const asked = say('tell me');
		await world.discord.until(() => world.saidIn(place.channel).length > said, 30_000);
		await server.shutDown();
		gate.open();
		await world.discord.until(() => world.saidIn(place.channel).length === said + PARAGRAPHS.length, 30_000);
		await server.startAgain();
		const { answers, triggerId } = await asked;
		expect(answers.map(textOf)).toEqual(PARAGRAPHS);
		const row = `select state from turns where trigger_message_id = '${triggerId}'`;
		await expect.poll(() => rowsOf(row), { timeout: 60_000 }).toEqual([{ state: 'done' }]);
		expect(await rowsOf('select 1 from outgoing_parts')).toEqual([]);
	});

	test('S105 while it is away costs one notice, health says so, and the bot heals without a restart', async () => {
		await server.shutDown();
		const said = world.saidIn(place.channel).length;
		world.discord.as(place.ellen).send(place.channel, `${world.mention} anybody?`);
		const notice = await world.discord.until(() => world.saidIn(place.channel)[said], 30_000);
		expect([isNotice(notice), textOf(notice)]).toEqual([true, AWAY]);
		expect((await world.health()).status).toBe(503);
		await server.startAgain();
		await expect.poll(async () => (await world.health()).status, { timeout: 30_000 }).toBe(200);
		world.novelai.scripts.queue({ text: ' Back.' });
		expect((await say('and now?')).answers.map(textOf)).toEqual(['Back.']);
		expect(world.saidIn(place.channel).slice(said).map(textOf)).toEqual([AWAY, 'Back.']);
		expect(await rowsOf("select state from turns where state not in ('done', 'failed', 'dropped')")).toEqual([]);
	});
});
