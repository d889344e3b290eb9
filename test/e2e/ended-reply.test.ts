/** A reply that the end of the program cut off is still one that somebody has read. */
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { newGate } from '#playground/novelai-server/reply-scripts';
import { BotWorld, textOf } from '../support/bot-world.ts';

const needsPostgres = inject('store').socketDir === null;

async function rows(databaseUrl: string | null, text: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
	const client = new pg.Client({ connectionString: databaseUrl ?? '' });
	await client.connect();
	try {
		return (await client.query(text)).rows;
	} finally {
		await client.end();
	}
}

test.skipIf(needsPostgres)(
	'what stands in the channel at shutdown is a reply: done, counted, and the two have met (needs a Postgres server)',
	async () => {
		const world = await BotWorld.start({ DRAIN_MS: '0' });
		const gate = newGate();
		try {
			const { channel, ellen } = await world.addGuild('shutdown');
			const text = ` ${'A first paragraph that is long enough to be sent. '.repeat(4)}\n\nAnd a second one.`;
			world.novelai.scripts.queue({ text, pauseAfterTokens: { tokens: 50, until: gate.opened } });
			const trigger = world.discord.as(ellen).send(channel, `${world.mention} hello`);
			await world.discord.until(() => world.saidIn(channel).length === 1);
			await world.stopBot();
			expect(world.saidIn(channel).map(textOf)).toHaveLength(1);
			expect(await world.outcomeOf(trigger.id)).toBe('replied');
			expect(await rows(world.databaseUrl, 'select state from turns')).toEqual([{ state: 'done' }]);
			const counted = await rows(world.databaseUrl, 'select metric, count from stat_counters order by metric');
			expect(counted.map(({ metric }) => metric)).toEqual(['message_sent', 'presence_seen', 'reply_sent']);
			expect(world.violations()).toEqual([]);
		} finally {
			gate.open();
			await world.stop();
		}
	},
);
