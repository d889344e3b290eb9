/** Remembers the nicknames that gateway payloads showed, because messages read by REST come without them. */
import type { Snowflake } from '#domain/ids';
import { RecentMap } from '#lib/recent-map';

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
	const nicknames = new RecentMap<string, string | null>(entriesMax);
	return {
		learn: (guildId, userId, nickname) => nicknames.set(`${guildId}:${userId}`, nickname),
		recall: (guildId, userId) => nicknames.get(`${guildId}:${userId}`),
	};
}
