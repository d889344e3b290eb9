/** Keeps a message of a reply that stands in its channel, and what it says. */
import { sql } from 'drizzle-orm';
import type { PartContent, TurnPart } from '#domain/turn';
import type { Database } from './database.ts';
import { NAMELESS_STATEMENT, preparedOnce } from './prepared-once.ts';
import { turnMessages, turnVariants } from './schema/turns.ts';
import { storableText } from './storable.ts';

/** A part's content as it is stored. */
export function contentColumns({ text, identity }: PartContent) {
	return {
		text: storableText(text),
		identityName: identity === null ? null : storableText(identity.name),
		avatarUrl: identity?.avatarUrl ?? null,
	};
}

const place = {
	turnId: sql.placeholder('turnId'),
	variant: sql.placeholder('variant'),
	part: sql.placeholder('part'),
};

/** One statement, so that there is never a message without its content. */
const insertBoth = preparedOnce((db) => {
	const message = db.$with('message').as(
		db
			.insert(turnMessages)
			.values({
				...place,
				messageId: sql.placeholder('messageId'),
				personaId: sql.placeholder('personaId'),
				webhookId: sql.placeholder('webhookId'),
			})
			.onConflictDoNothing()
			.returning({ messageId: turnMessages.messageId }),
	);
	return db
		.with(message)
		.insert(turnVariants)
		.values({
			...place,
			text: sql.placeholder('text'),
			identityName: sql.placeholder('identityName'),
			avatarUrl: sql.placeholder('avatarUrl'),
		})
		.onConflictDoUpdate({
			target: [turnVariants.turnId, turnVariants.variant, turnVariants.part],
			set: {
				text: sql`excluded.text`,
				identityName: sql`excluded.identity_name`,
				avatarUrl: sql`excluded.avatar_url`,
			},
		})
		.prepare(NAMELESS_STATEMENT);
});

/** Of a part that is known already only the content is kept anew. */
export async function recordPart(db: Database, { content, ...part }: TurnPart): Promise<void> {
	if (content === undefined) await db.insert(turnMessages).values(part).onConflictDoNothing();
	else await insertBoth(db).execute({ ...part, webhookId: part.webhookId ?? null, ...contentColumns(content) });
}
