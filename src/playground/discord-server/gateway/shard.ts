/** Which part of the guilds a session is told of. */

/** The shard's number and how many there are. */
export type Shard = readonly [id: number, count: number];

/** The shard that IDENTIFY names; everything is one shard without it. Null when it is none. */
export function readShard(given: unknown): Shard | null {
	if (given === undefined) return [0, 1];
	if (!Array.isArray(given) || !given.every((part) => Number.isInteger(part))) return null;
	const [id, count] = given.map(Number);
	return id !== undefined && count !== undefined && id >= 0 && id < count ? [id, count] : null;
}

/** Guilds are spread by the time of their making; direct messages come to the first shard. */
export function isOfShard([id, count]: Shard, guildId: string | null): boolean {
	return guildId === null ? id === 0 : Number((BigInt(guildId) >> 22n) % BigInt(count)) === id;
}
