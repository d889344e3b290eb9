/** Replies that come as if somebody typed them. */
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { BotWorld, type TestGuild, textOf } from '../support/bot-world.ts';
import { databaseDump } from '../support/database-dump.ts';

let world: BotWorld;

beforeAll(async () => {
	// Without any window for further lines there would be no pace either.
	world = await BotWorld.start({ COALESCE_MS: '1', COALESCE_MAX_MS: '1' });
});

afterEach(() => {
	world.novelai.scripts.clear();
	expect(world.violations()).toEqual([]);
});

afterAll(() => world.stop());

const said = ({ channel }: TestGuild): readonly string[] => world.saidIn(channel).map(textOf);

describe('a paced reply', () => {
	test('comes whole and in order', async () => {
		const place = await world.addGuild('paced');
		world.novelai.scripts.queue({ text: ' One.\n\nTwo.\n\nThree.' });
		await world.askThrough(place.ellen, place.channel, `${world.mention} count`);
		expect(said(place)).toEqual(['One.', 'Two.', 'Three.']);
	});

	test('that is stopped says nothing of what was still to be typed', async () => {
		const place = await world.addGuild('paced-stop');
		world.novelai.scripts.queue({ text: ' One.\n\nTwo.\n\nThree.' });
		const trigger = world.discord.as(place.ellen).send(place.channel, `${world.mention} count`);
		await world.discord.until(() => said(place).length > 0);
		world.discord.as(place.ellen).send(place.channel, 'stop');
		expect(await world.outcomeOf(trigger.id)).toBe('replied');
		expect(said(place)).toEqual(['One.']);
	});
});

/** The degree as a setting would store it. */
async function setDegree(place: TestGuild, degree: number): Promise<void> {
	const client = new pg.Client({ connectionString: world.databaseUrl ?? '' });
	await client.connect();
	await client.query(
		`insert into server_settings (server_id, humanizer_degree) select id, ${degree} from servers where discord_id = '${place.guild.id}'
		 on conflict (server_id) do update set humanizer_degree = ${degree}`,
	);
	await client.end();
}

describe('at the heaviest degree', () => {
	test('each sentence is a message, roughened, and what the model wrote is stored nowhere', async () => {
		const place = await world.addGuild('heavy');
		await world.discord.as(place.ellen).slash(place.channel, 'model show').response();
		if (world.databaseUrl === null) return;
		await setDegree(place, 3);
		world.novelai.scripts.queue({ text: ' Zorblax Waves; Slowly. Then Zorblax Leaves.' });
		await world.askThrough(place.ellen, place.channel, `${world.mention} hi`);
		expect(said(place)).toEqual(['zorblax waves slowly.', 'then zorblax leaves.']);
		const dump = await databaseDump(world.databaseUrl);
		expect(dump).toContain('zorblax waves slowly.');
		expect(dump).not.toContain('Zorblax');
	});
});
