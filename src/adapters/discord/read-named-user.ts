/** Reads people that were named with a command from what Discord sends along. */
import type { NamedUser } from '#ports/command';
import { objectOf, type RawObject, textOf } from './raw-fields.ts';

const cdnUrl = 'https://cdn.discordapp.com';

/** What an interaction is known to have come from. */
export interface NamedUserContext {
	/** The `resolved` of the interaction. */
	readonly resolved: RawObject;
	/** Null in direct messages. */
	readonly guildId: string | null;
}

/** The person of this id, as the place shows them; null when Discord sent nothing about them. */
export function readNamedUser(userId: string, { resolved, guildId }: NamedUserContext): NamedUser | null {
	const user = objectOf(objectOf(resolved['users'])?.[userId]);
	const member = objectOf(objectOf(resolved['members'])?.[userId]);
	if (user === null) return null;
	const displayName = textOf(member?.['nick']) ?? textOf(user['global_name']) ?? textOf(user['username']) ?? userId;
	const own = textOf(user['avatar']);
	const here = guildId === null ? null : textOf(member?.['avatar']);
	const path = here === null ? `avatars/${userId}/${own}` : `guilds/${guildId}/users/${userId}/avatars/${here}`;
	return {
		id: userId,
		displayName,
		avatarUrl: (here ?? own) === null ? null : `${cdnUrl}/${path}.png`,
		isBot: user['bot'] === true,
		isMember: member !== null,
	};
}
