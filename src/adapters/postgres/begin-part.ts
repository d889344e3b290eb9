/** Keeps a message that is about to be posted, never in the clear. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import { OPEN_TURN_STATES, statesBefore } from '#domain/turn-state';
import type { OutgoingPart } from '#ports/open-turn-store';
import type { Database } from './database.ts';
import { NAMELESS_STATEMENT, preparedOnce } from './prepared-once.ts';
import { outgoingParts } from './schema/leases.ts';
import { turns } from './schema/turns.ts';
import { outgoingPurpose } from './sealed-purposes.ts';
import type { TextSealer } from './sealed-row.ts';
import { isOurs, stateColumns } from './turn-owner.ts';

/** Stores the part and opens its turn for posting; false where the turn is not, or no longer, this process's to post. */
export type BeginPart = (outgoing: OutgoingPart, reopens: boolean) => Promise<boolean>;

/** What it is made of. */
export interface BeginPartOptions {
	readonly db: Database;
	readonly secretBox: TextSealer;
	/** Names this process among those that share the database. */
	readonly owner: string;
}

/** Both in one statement: what may be in the channel is always known, and nothing is known that was not meant for it. */
export function beginPartWith({ db, secretBox, owner }: BeginPartOptions): BeginPart {
	const isOpenHere = and(inArray(turns.state, [...OPEN_TURN_STATES]), eq(turns.owner, owner));
	const mayReopen = and(inArray(turns.state, [...statesBefore('delivering')]), isOurs(owner));
	const insertOpen = statementWhere(isOpenHere, owner);
	const insertReopened = statementWhere(mayReopen, owner);
	return async (outgoing, reopens) => {
		const { turnId, variant, part, message } = outgoing;
		const { ciphertext, keyVersion } = secretBox.seal(JSON.stringify(outgoing), outgoingPurpose(outgoing));
		const nonce = message.identity === undefined ? message.nonce : null;
		const statement = (reopens ? insertReopened : insertOpen)(db);
		const stored = await statement.execute({ turnId, variant, part, nonce, ciphertext, keyVersion });
		return stored.length > 0;
	};
}

function statementWhere(mayBegin: ReturnType<typeof and>, owner: string) {
	return preparedOnce((db) => {
		const begun = db.$with('begun').as(
			db
				.update(turns)
				.set(stateColumns('delivering', owner))
				.where(and(eq(turns.id, sql.placeholder('turnId')), mayBegin))
				.returning({ id: turns.id }),
		);
		// In the order of the table's columns.
		const row = db
			.select({
				turnId: begun.id,
				variant: sql<number>`${sql.placeholder('variant')}::integer`.as('variant'),
				part: sql<number>`${sql.placeholder('part')}::integer`.as('part'),
				nonce: sql<string | null>`${sql.placeholder('nonce')}::text`.as('nonce'),
				ciphertext: sql<Uint8Array>`${sql.placeholder('ciphertext')}::bytea`.as('ciphertext'),
				keyVersion: sql<number>`${sql.placeholder('keyVersion')}::integer`.as('key_version'),
				createdAt: sql<Date>`now()`.as('created_at'),
			})
			.from(begun);
		return db
			.with(begun)
			.insert(outgoingParts)
			.select(row)
			.onConflictDoUpdate({
				target: [outgoingParts.turnId, outgoingParts.variant, outgoingParts.part],
				set: {
					nonce: sql`excluded.nonce`,
					ciphertext: sql`excluded.ciphertext`,
					keyVersion: sql`excluded.key_version`,
					createdAt: sql`excluded.created_at`,
				},
			})
			.returning({ turnId: outgoingParts.turnId })
			.prepare(NAMELESS_STATEMENT);
	});
}
