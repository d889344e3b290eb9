/** Reads what the ids in a message are called: the people, roles and channels that it names. */
import { channelIdsIn } from '#core/text/mentions';
import type { Snowflake } from '#domain/ids';
import type { NamedReference, NamedThings } from '#domain/message';
import { type RawObject, textsOf } from './raw-fields.ts';
import { readMentions } from './read-author.ts';
import type { ReadContext } from './read-context.ts';

/** Roles, or channels, whose names are looked up for one message. */
const namesMax = 50;

/** Where names are looked up. */
export interface NameContext extends ReadContext {
	/** The guild of the roles where it is another one than the channel's. */
	readonly roleGuildId?: Snowflake | null;
}

/** The names that a message or a snapshot brings, and those of the channels in its `texts`. */
export function readNames(raw: RawObject, texts: readonly string[], context: NameContext): NamedThings {
	return {
		mentionedUsers: readMentions(raw, context),
		mentionedRoles: readRoles(raw, context),
		mentionedChannels: readChannels(texts, context),
	};
}

/** The roles that a message notifies; the name is empty where it is not known. */
function readRoles(raw: RawObject, context: NameContext): readonly NamedReference[] {
	const guildId = context.roleGuildId ?? context.guildId;
	const named = textsOf(raw['mention_roles']).slice(0, namesMax);
	return named.map((id) => ({ id, name: (guildId === null ? null : context.roleName(guildId, id)) ?? '' }));
}

/** The channels that are mentioned or linked to, and whose names are known. */
function readChannels(texts: readonly string[], context: ReadContext): readonly NamedReference[] {
	return channelIdsIn(texts.join('\n'))
		.slice(0, namesMax)
		.flatMap((id) => {
			const name = context.channelName(id);
			return name === null ? [] : [{ id, name }];
		});
}
