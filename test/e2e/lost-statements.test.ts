/** The database goes away at each single statement of a turn: a reply or one notice, never two of them, and the next line is answered. */
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { BotWorld, isNotice, type TestGuild, textOf } from '../support/bot-world.ts';
import { countRows, untilRows } from '../support/count-rows.ts';
import { type ForgetfulProxy, startForgetfulProxy } from '../support/forgetful-proxy.ts';
import { postgresForTest } from '../support/store-for-test.ts';

const hasPostgres = inject('store').socketDir !== null;
const AWAY = 'My memory is out of reach right now. Please try again in a moment.';
const PARAGRAPHS = ['The lamp is lit.', 'The kettle sings.'];

/** More than a turn has; the walk ends at the first turn that needs fewer. */
const statementsMax = 120;

const seed = Number(Bun.env['TOMORI_SEED'] ?? Date.now() % 1_000_000_000);

/** Every one in the nightly run, else every so manyth, beginning anywhere. */
const step = Bun.env['TOMORI_NIGHTLY'] === '1' ? 1 : 23;
const first = 1 + (seed % step);

let world: BotWorld;
let proxy: ForgetfulProxy;
let databaseUrl: string;

describe.skipIf(!hasPostgres)('a database that goes away at one statement of a turn', () => {
	beforeAll(async () => {
		databaseUrl = (await postgresForTest())?.databaseUrl ?? expect.fail();
		proxy = await startForgetfulProxy(databaseUrl);
		world = await BotWorld.start({ DATABASE_URL: proxy.databaseUrl });
	}, 60_000);

	afterAll(async () => {
		expect(world.violations()).toEqual([]);
		await world.stop();
		await proxy.stop();
	});

	async function askAt(place: TestGuild, statement: number, isPassedOn: boolean) {
		const { channel, ellen } = place;
		world.novelai.scripts.clear();
		world.novelai.scripts.queue({ text: ` ${PARAGRAPHS.join('\n\n')}` });
		const before = world.saidIn(channel).length;
		// Whether the statement is done all the same, nobody learns.
		proxy.closeAt(statement, isPassedOn);
		const trigger = world.discord.as(ellen).send(channel, `${world.mention} hi ${statement}`);
		const isOver = (): boolean => {
			const hasEnded = world.turnEnds().some(({ triggerId }) => triggerId === trigger.id);
			return (
				hasEnded ||
				world
					.saidIn(channel)
					.slice(before)
					.some((record) => textOf(record) === AWAY)
			);
		};
		await world.discord.until(isOver, 40_000);
		const wasMet = proxy.isClosed;
		proxy.open();
		return { wasMet, triggerId: trigger.id, said: world.saidIn(channel).slice(before) };
	}

	test('leaves a whole reply or one notice, and the next line is answered', { timeout: 1_200_000 }, async () => {
		process.stdout.write(`lost statements: TOMORI_SEED=${seed}\n`);
		const place = await world.addGuild('statements');
		world.novelai.scripts.queue({ text: ' Well.' });
		expect((await world.askThrough(place.ellen, place.channel, `${world.mention} hi`)).outcome).toBe('replied');
		const met: number[] = [];
		for (let statement = first; statement <= statementsMax; statement += step) {
			const isPassedOn = ((statement - first) / step + Math.floor(seed / step)) % 2 === 1;
			const { wasMet, triggerId, said } = await askAt(place, statement, isPassedOn);
			if (wasMet) met.push(statement);
			const words = said.filter((record) => !isNotice(record)).map(textOf);
			const notices = said.filter(isNotice).map(textOf);
			const seen = `statement ${statement}, ${isPassedOn ? 'passed on' : 'lost'}: ${JSON.stringify([words, notices])}`;
			// All of the reply, or nothing of it and one notice.
			expect([JSON.stringify([PARAGRAPHS, []]), JSON.stringify([[], [AWAY]])], seen).toContain(
				JSON.stringify([words, notices]),
			);
			world.novelai.scripts.clear();
			world.novelai.scripts.queue({ text: ' Next.' });
			const next = await world.askThrough(place.ellen, place.channel, `${world.mention} and now?`);
			expect([next.outcome, next.answers.map(textOf)], seen).toEqual(['replied', ['Next.']]);
			expect(await countRows(databaseUrl, `turns where trigger_message_id = '${triggerId}'`)).toBeLessThanOrEqual(1);
			if (!wasMet) break;
		}
		expect(met.length).toBeGreaterThan(1);
		await untilRows(databaseUrl, "turns where state in ('claimed', 'generating', 'delivering')", 0);
	});
});
