/** Buttons that were posted before a database was made anew: their turns' numbers belong to others by now. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { BotWorld, textOf } from '../support/bot-world.ts';

let world: BotWorld;

beforeAll(async () => {
	world = await BotWorld.start();
});

afterEach(() => {
	expect(world.violations()).toEqual([]);
});

afterAll(() => world.stop());

test('a moderator of one server does nothing to the reply of another one by the number that an old button names', async () => {
	const here = await world.addGuild('here');
	const there = await world.addGuild('there');
	for (const { ellen, channel } of [here, there]) {
		world.novelai.scripts.queue({ text: ' Stays.' });
		expect((await world.askThrough(ellen, channel, `${world.mention} hi`)).outcome).toBe('replied');
	}
	const [ours] = world.saidIn(here.channel);
	const [theirs] = world.saidIn(there.channel);
	const idOf = (record: typeof ours, action: string): string => {
		const rows = record?.message.components as readonly { components: readonly { custom_id: string }[] }[];
		return rows[0]?.components.find((button) => button.custom_id.endsWith(`:${action}`))?.custom_id ?? '';
	};
	if (ours === undefined || theirs === undefined) throw new Error('nobody answered');
	// As if this one had been posted when the other one's number was its own.
	Object.assign(ours.message, { components: theirs.message.components });
	// Whoever owns a server moderates it.
	const owner = here.ellen;
	for (const action of ['delete', 'regenerate', 'continue']) {
		const handle = world.discord.as(owner).button(ours.message, idOf(theirs, action));
		await world.discord.until(() => handle.record.followUps.length > 0, 15_000);
		expect(handle.record.followUps[0]?.ephemeralTo).toBe(owner.id);
	}
	expect(world.saidIn(there.channel).map((record) => [textOf(record), record.deleted])).toEqual([['Stays.', false]]);
});
