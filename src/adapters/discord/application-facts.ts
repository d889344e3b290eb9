/** Asks Discord whose application the bot is. */
import { type REST, Routes, TeamMemberMembershipState } from 'discord.js';
import type { Snowflake } from '#domain/ids';
import type { Log } from '#ports/log';
import { errorFacts } from './discord-failure.ts';
import { objectOf, objectsOf, textOf } from './raw-fields.ts';

/** The application's owner, or all members of the team that owns it; empty when Discord does not say. */
export async function readOwnerIds(rest: REST, log: Log): Promise<ReadonlySet<Snowflake>> {
	try {
		const application = objectOf(await rest.get(Routes.currentApplication()));
		const team = objectOf(application?.['team']);
		if (!team) return idsOf([application?.['owner']]);
		const members = objectsOf(team['members']).filter(
			(member) => member['membership_state'] === TeamMemberMembershipState.Accepted,
		);
		return idsOf(members.map((member) => member['user']));
	} catch (error) {
		log.warn(errorFacts(error), 'the owner of the application could not be read');
		return new Set();
	}
}

function idsOf(users: readonly unknown[]): ReadonlySet<Snowflake> {
	return new Set(users.map((user) => textOf(objectOf(user)?.['id'])).filter((id) => id !== null));
}
