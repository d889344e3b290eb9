/** Takes a person's id out of what others wrote, or what was written for others. */
import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Snowflake } from '#domain/ids';
import type { Database } from './database.ts';
import { personaUserBlocks } from './schema/blocks.ts';
import { lorebookEntries } from './schema/lorebooks.ts';
import { personalMemories, serverMemories, shortTermMemories } from './schema/memories.ts';
import { notices } from './schema/notices.ts';
import { personaCards, personas } from './schema/personas.ts';
import { personaConditioning } from './schema/rooms.ts';
import { savedProviderConfigs, userSavedProviderConfigs } from './schema/saved-providers.ts';
import { channelSettings, personaSettings, serverSettings, userSettings } from './schema/settings.ts';
import { turns, turnVariants } from './schema/turns.ts';
import { userPersonaNames, users } from './schema/users.ts';

/** Stands where a person was mentioned who was forgotten. */
const NOBODYS_MENTION = '@someone';

/** Stands where only the number was; also a number inside a document, which has to stay one. */
const NOBODYS_ID = '0';

/** Discord's ids have 17 digits and more; a shorter one may be any number. */
const idDigitsMin = 15;

/** Everything that people or models wrote; `test/store/forgotten-mentions.test.ts` compares it with the database's columns. */
const WRITTEN: readonly AnyPgColumn[] = [
	turnVariants.text,
	turns.reunionNote,
	serverMemories.content,
	serverMemories.channels,
	serverMemories.keywords,
	personalMemories.content,
	personalMemories.channels,
	personalMemories.keywords,
	shortTermMemories.content,
	shortTermMemories.lines,
	lorebookEntries.title,
	lorebookEntries.content,
	lorebookEntries.keys,
	lorebookEntries.secondaryKeys,
	personaConditioning.text,
	personaUserBlocks.reason,
	notices.payload,
	personas.attributes,
	personas.samples,
	personas.triggerWords,
	personas.aliases,
	personas.attgAuthor,
	personas.attgTitle,
	personas.attgTags,
	personas.attgGenre,
	personaCards.fields,
	users.displayName,
	users.nickname,
	userPersonaNames.nickname,
	...[serverSettings, channelSettings, personaSettings, userSettings].flatMap((table) => [
		table.prompt,
		table.contextNote,
		table.stopStrings,
	]),
	savedProviderConfigs.stopStrings,
	userSavedProviderConfigs.stopStrings,
];

/** Lists and documents are searched as the database writes them: neither a mention nor an id needs a sign of its own there. */
function withoutPerson(column: AnyPgColumn, discordId: Snowflake): SQL {
	const mention = `<@!?${discordId}>`;
	const cleaned = sql`regexp_replace(${column}::text, ${mention}, ${NOBODYS_MENTION}, 'g')`;
	const type = sql.raw(column.getSQLType());
	if (discordId.length < idDigitsMin) return sql`(${cleaned})::${type}`;
	const id = `(?<![0-9])${discordId}(?![0-9])`;
	return sql`regexp_replace(${cleaned}, ${id}, ${NOBODYS_ID}, 'g')::${type}`;
}

/** Pieces of replies that were posted with the person's own picture and name: the picture's address has their id. */
async function removeLooks(db: Database, discordId: Snowflake): Promise<void> {
	await db.execute(sql`
		update ${turnVariants} set avatar_url = null, identity_name = (
			select ${personas.name} from ${turns} join ${personas} on ${personas.id} = ${turns.personaId}
			where ${turns.id} = ${turnVariants.turnId}
		)
		where ${turnVariants.avatarUrl} like ${`%/${discordId}/%`}`);
}

/** Mentions become `@someone`, and ids `0`, in every text that is kept. */
export async function removeMentions(db: Database, discordId: Snowflake): Promise<void> {
	await removeLooks(db, discordId);
	for (const column of WRITTEN) {
		const field = sql.identifier(column.name);
		const holdsId = sql`${column}::text like ${`%${discordId}%`}`;
		await db.execute(sql`update ${column.table} set ${field} = ${withoutPerson(column, discordId)} where ${holdsId}`);
	}
}
