/** What REQUEST_GUILD_MEMBERS is answered with. */
import { type Json, memberJson } from '../payloads.ts';
import type { World } from '../world.ts';

/** The members of a guild that a request names, or whose names begin as it says; null for an unknown guild. */
export function membersChunk(world: World, d: Json): Json | null {
	const guild = world.guilds.get(String(d['guild_id']));
	if (guild === undefined) return null;
	const wanted = d['user_ids'] === undefined ? null : [d['user_ids']].flat().map(String);
	const query = String(d['query'] ?? '').toLowerCase();
	const found = [...guild.members.values()].filter((member) =>
		wanted === null ? member.user.username.toLowerCase().startsWith(query) : wanted.includes(member.user.id),
	);
	return {
		guild_id: guild.id,
		members: found.map((member) => memberJson(member, true)),
		chunk_index: 0,
		chunk_count: 1,
		not_found: (wanted ?? []).filter((id) => !guild.members.has(id)),
		...(d['nonce'] === undefined ? {} : { nonce: d['nonce'] }),
	};
}
