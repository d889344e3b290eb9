/** Guilds that speak through one model with a key of their own. */
import type { BotWorld, TestGuild } from './bot-world.ts';

/** A guild and its key, on the Opus plan. */
export interface KeyedPlace extends TestGuild {
	readonly key: string;
}

/** Adds the guild `name`; its owner sets the key and chooses the model by command. */
export async function addKeyedPlace(world: BotWorld, name: string, model: string): Promise<KeyedPlace> {
	const key = `pst-${name.replaceAll(' ', '-')}`;
	world.novelai.accounts.set(key, { tier: 3, active: true });
	const place = await world.addGuild(name);
	await world.setKey(place.ellen, place.channel, { key, scope: 'server' });
	await world.chooseModel(place, model);
	return { ...place, key };
}
