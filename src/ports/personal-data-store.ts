/** Everything that is stored of one person, wherever it is. */
import type { Snowflake } from '#domain/ids';
import type { PrivacyLevel } from '#domain/person';
import type { PersonalDataCounts } from '#domain/personal-data';

/** What is stored, and what the person chose. */
export interface PersonalData {
	readonly privacyLevel: PrivacyLevel;
	readonly counts: PersonalDataCounts;
}

/** Counted before, and counted afresh when everything was done. */
export interface ForgottenPerson {
	readonly before: PersonalDataCounts;
	readonly after: PersonalDataCounts;
}

/** Finds people by their Discord ids, and creates nothing. */
export interface PersonalDataStore {
	readPersonalData(discordId: Snowflake): Promise<PersonalData>;
	/**
	 * Removes all of it at once, and takes the person's id out of what others' turns and memories say; what they told a
	 * server stays without them. Blocks and lists that servers keep of the person stay, since they protect others.
	 */
	forgetPerson(discordId: Snowflake): Promise<ForgottenPerson>;
}
