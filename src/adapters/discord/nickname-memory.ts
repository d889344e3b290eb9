/** Remembers the nicknames that gateway payloads showed, because messages read by REST come without them. */
import type { Snowflake } from '#domain/ids';

/** Nicknames by guild and person; the least recently learned are forgotten first. */
export interface NicknameMemory {
	/** Notes a member's nickname, or that they have none. */
	learn(guildId: Snowflake, userId: Snowflake, nickname: string | null): void;
	/** The nickname; null when the person is known to have none, undefined when nothing is known. */
	recall(guildId: Snowflake, userId: Snowflake): string | null | undefined;
}

/** Members remembered over all guilds; an entry takes about 150 bytes. */
export const nicknamesMax = 10_000;

/** An empty memory that holds at most `entriesMax` members. */
export function createNicknameMemory(entriesMax: number = nicknamesMax): NicknameMemory {
	const nicknames = new Map<string, string | null>();
	return {
		learn(guildId, userId, nickname) {
			const key = `${guildId}:${userId}`;
			nicknames.delete(key);
			nicknames.set(key, nickname);
			if (nicknames.size <= entriesMax) return;
			const oldest = nicknames.keys().next();
			if (!oldest.done) nicknames.delete(oldest.value);
		},
		recall: (guildId, userId) => nicknames.get(`${guildId}:${userId}`),
	};
}
