/** Channels that take no message at the moment. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { BotWorld } from '../support/bot-world.ts';

let world: BotWorld;

beforeAll(async () => {
	world = await BotWorld.start();
});

afterEach(() => {
	world.novelai.scripts.clear();
	world.discord.faults.clear();
	expect(world.violations()).toEqual([]);
});

afterAll(() => world.stop());

describe('a refusal that another try would only meet again', () => {
	test.each([
		['slow mode', 20_016],
		['the limit of a channel', 20_028],
	])('S050 %s: nothing is tried again, and the person who asked sees a sign', async (name, code) => {
		const { channel, ellen } = await world.addGuild(name);
		const path = new RegExp(`^/channels/${channel.id}/messages$`);
		world.discord.faults.add({ kind: 'error', method: 'POST', path, status: 400, code, message: 'Not now', times: 5 });
		world.novelai.scripts.queue({ text: ' Hello.' });
		const { triggerId, outcome } = await world.askThrough(ellen, channel, `${world.mention} hi`);
		expect(outcome).toBe('failed');
		// The reply and the notice about it.
		expect(world.postsTo(channel)).toHaveLength(2);
		const trigger = world.discord.world.messageLog.find((record) => record.message.id === triggerId);
		expect(JSON.stringify([...(trigger?.reactions.keys() ?? [])])).toContain('⚠️');
		expect(world.turnEnds().at(-1)?.failure?.code).toBe(code === 20_016 ? 'discord-slowmode' : 'discord-write-limit');
	});
});
