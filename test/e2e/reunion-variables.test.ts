/** What the operator's variables do to reunions, from the environment to the prompt and the rows. */
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { newGate } from '#playground/novelai-server/reply-scripts';
import { type OpenaiServer, startOpenaiServer } from '#playground/openai-server/start-openai-server';
import { type BotVariables, BotWorld } from '../support/bot-world.ts';
import { countRows, untilRows } from '../support/count-rows.ts';
import { addCustomPlace } from '../support/custom-place.ts';
import { daysPass, presenceToday } from '../support/presence-rows.ts';

const needsPostgres = inject('store').socketDir === null;
let server: OpenaiServer;

beforeAll(() => {
	server = startOpenaiServer({ keys: ['sk-for-variables'] });
});

afterAll(() => server.stop());

interface SentBody {
	readonly messages: readonly { readonly content: string }[];
}

/** Two conversations with some days between them, and what the second one's prompt says last. */
async function returnAfter(days: number, variables: BotVariables) {
	const world = await BotWorld.start(variables);
	try {
		const { channel, bo } = await addCustomPlace(world, server, 'variables');
		const talk = async () => {
			const from = server.requests.length;
			expect((await world.askThrough(bo, channel, `${world.mention} I am here`)).outcome).toBe('replied');
			const sent = server.requests.slice(from).find(({ method }) => method === 'POST')?.body as SentBody;
			return sent.messages.map(({ content }) => content).join('\n');
		};
		await talk();
		const seen = await presenceToday(world);
		await daysPass(world, days);
		const prompt = await talk();
		expect([server.violations, server.unknownRoutes, world.violations()]).toEqual([[], [], []]);
		return { seen, prompt };
	} finally {
		await world.stop();
	}
}

describe.skipIf(needsPostgres)('a person who returns after three days (needs a Postgres server)', () => {
	test('is not greeted by default', async () => {
		const { seen, prompt } = await returnAfter(3, {});
		expect(seen).toBe(1);
		expect(prompt).not.toContain('Bo is back:');
	});

	test('is greeted where TIME_AWARENESS_REUNION_DAYS is 3, and the note stands as deep as the variable says', async () => {
		const variables = { TIME_AWARENESS_REUNION_DAYS: '3', TIME_AWARENESS_NOTE_DEPTH: '0' };
		const { prompt } = await returnAfter(3, variables);
		expect(prompt).toMatch(/I am here\n\[System: Bo is back: [^\]]*\]$/);
		const deeper = await returnAfter(3, { ...variables, TIME_AWARENESS_NOTE_DEPTH: '1' });
		expect(deeper.prompt).toMatch(/\[System: Bo is back: [^\]]*\]\nBo: [^\n]*I am here$/);
	});

	test('is neither counted nor greeted where STAT_TRACKING_ENABLED is false', async () => {
		const { seen, prompt } = await returnAfter(3, { STAT_TRACKING_ENABLED: 'false', TIME_AWARENESS_REUNION_DAYS: '3' });
		expect(seen).toBe(0);
		expect(prompt).not.toContain('Bo is back:');
	});

	test.each([
		['postgres', 1],
		['process', 0],
	])('with REUNION_CLAIMS=%s the claim of a reply that is being written has %i rows', async (claims, rows) => {
		const world = await BotWorld.start({ REUNION_CLAIMS: claims });
		try {
			const { channel, ellen } = await world.addGuild('claims');
			expect((await world.askThrough(ellen, channel, `${world.mention} hi`)).outcome).toBe('replied');
			await daysPass(world, 30);
			const gate = newGate();
			world.novelai.scripts.queue({ text: ' Welcome back.', waitFor: gate.opened });
			const before = world.novelai.requests.length;
			const trigger = world.discord.as(ellen).send(channel, `${world.mention} I am back`);
			await world.novelai.until((novelai) => novelai.requests.length > before);
			expect(await countRows(world.databaseUrl, 'reunion_claims')).toBe(rows);
			gate.open();
			expect(await world.outcomeOf(trigger.id)).toBe('replied');
			await untilRows(world.databaseUrl, 'reunion_claims', 0);
			expect(await presenceToday(world)).toBe(1);
			expect(world.violations()).toEqual([]);
		} finally {
			await world.stop();
		}
	});
});
