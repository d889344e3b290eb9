/** SHARDS from the environment to the gateway: every server is heard by one connection, and answered once. */
import { expect, test } from 'vitest';
import { isOfShard } from '#playground/discord-server/gateway/shard';
import { BotWorld, type TestGuild } from '../support/bot-world.ts';

/** A guild that this connection of two hears; guilds are spread by the millisecond of their making. */
async function guildOf(world: BotWorld, shard: 0 | 1): Promise<TestGuild> {
	for (let attempt = 0; attempt < 200; attempt += 1) {
		const place = await world.addGuild(`shard-${shard}-${attempt}`);
		if (isOfShard([shard, 2], place.guild.id)) return place;
	}
	throw new Error('no guild fell to that shard');
}

test.each(['2', 'auto'])(
	'with SHARDS=%s each server has one connection, and its messages one reply',
	async (shards) => {
		const world = await BotWorld.start({ SHARDS: '1' });
		try {
			await world.stopBot();
			world.discord.world.recommendedShards = 2;
			const begun = world.discord.gateway.sessions.length;
			const bot = await world.startAnother({ SHARDS: shards });
			try {
				const opened = () => world.discord.gateway.sessions.slice(begun).filter(({ socket }) => socket !== null);
				await world.discord.until(() => opened().length === 2, 20_000);
				expect(opened().map(({ shard }) => shard)).toEqual(
					expect.arrayContaining([
						[0, 2],
						[1, 2],
					]),
				);
				for (const shard of [0, 1] as const) {
					const { channel, ellen } = await guildOf(world, shard);
					world.novelai.scripts.queue({ text: ` From ${shard}.` });
					const asked = await world.askThrough(ellen, channel, `${world.mention} hi`);
					expect([asked.outcome, asked.answers.length]).toEqual(['replied', 1]);
				}
				expect(world.violations()).toEqual([]);
			} finally {
				await bot.close();
			}
		} finally {
			await world.stop();
		}
	},
	90_000,
);
