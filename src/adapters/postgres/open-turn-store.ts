/** Turns on their way to an end in the database; what is about to be posted is never in the clear. */
import { and, asc, eq, inArray, isNull, lt, ne, notInArray, or, sql } from 'drizzle-orm';
import type { PersonaId, TurnId } from '#domain/ids';
import { OPEN_TURN_STATES } from '#domain/turn-state';
import type { Log } from '#ports/log';
import type { OpenTurn, OpenTurnStore, OutgoingPart, StoredPart } from '#ports/open-turn-store';
import { beginPartWith } from './begin-part.ts';
import type { Database } from './database.ts';
import { storeQuery } from './query-failure.ts';
import { outgoingParts } from './schema/leases.ts';
import { servers } from './schema/servers.ts';
import { turnLines, turnMessages, turns } from './schema/turns.ts';
import { users } from './schema/users.ts';
import { outgoingPurpose } from './sealed-purposes.ts';
import type { TextSealer } from './sealed-row.ts';
import { isOurs, LEASE_END, stateColumns } from './turn-owner.ts';

/** What the store is made of. */
export interface OpenTurnStoreOptions {
	readonly db: Database;
	readonly secretBox: TextSealer;
	readonly log: Log;
	/** Names this process among those that share the database. */
	readonly owner: string;
	/** True where no other process can be using the database, so that every other owner is gone. */
	readonly isSole: boolean;
}

async function renewLeases({ db, owner }: OpenTurnStoreOptions, turnIds: readonly TurnId[]) {
	if (turnIds.length === 0) return [];
	// One parameter for all of them: thousands take so long to bind that everything else stands still.
	const held = sql`${turns.id} = any(${sql.param([...turnIds])}::integer[])`;
	await db
		.update(turns)
		.set({ leaseExpiresAt: LEASE_END })
		.where(and(held, eq(turns.owner, owner)));
	const left = await db
		.select({ id: turns.id })
		.from(turns)
		.where(and(held, isOurs(owner)));
	const leftIds = new Set(left.map(({ id }) => id));
	return turnIds.filter((id) => !leftIds.has(id));
}

/** Of several processes that look at the same time each takes what no other has locked. */
async function takeOver(
	options: OpenTurnStoreOptions,
	{ heldIds, limit }: Parameters<OpenTurnStore['takeOver']>[0],
): Promise<readonly OpenTurn[]> {
	const { db, owner, isSole } = options;
	const hasEnded = or(isNull(turns.owner), isNull(turns.leaseExpiresAt), lt(turns.leaseExpiresAt, sql`now()`));
	const orphans = db
		.select({ id: turns.id })
		.from(turns)
		.where(
			and(
				sql`${turns.state} in ('claimed', 'generating', 'delivering')`,
				heldIds.length === 0 ? undefined : notInArray(turns.id, [...heldIds]),
				isSole ? or(hasEnded, ne(turns.owner, owner)) : hasEnded,
			),
		)
		.orderBy(asc(turns.id))
		.limit(limit)
		.for('update', { skipLocked: true });
	const taken = await db
		.update(turns)
		.set({ owner, leaseExpiresAt: LEASE_END })
		.where(inArray(turns.id, orphans))
		.returning({ id: turns.id });
	const ids = taken.map(({ id }) => id).sort((one, other) => one - other);
	const found: OpenTurn[] = [];
	for (const id of ids) {
		const turn = await readTurn(options, id as TurnId);
		if (turn !== null) found.push(turn);
	}
	return found;
}

async function readTurn(options: OpenTurnStoreOptions, turnId: TurnId): Promise<OpenTurn | null> {
	const { db } = options;
	const ageMs = sql<number>`(extract(epoch from now() - ${turns.createdAt}) * 1000)::float8`;
	const rows = await db
		.select({ turn: turns, server: servers, ownerId: users.discordId, ownerName: users.displayName, ageMs })
		.from(turns)
		.innerJoin(servers, eq(servers.id, turns.serverId))
		.innerJoin(users, eq(users.id, turns.userId))
		.where(eq(turns.id, turnId));
	const row = rows[0];
	if (!row) return null;
	const lines = await db.select().from(turnLines).where(eq(turnLines.turnId, turnId));
	const recorded = await db
		.select()
		.from(turnMessages)
		.where(eq(turnMessages.turnId, turnId))
		.orderBy(asc(turnMessages.variant), asc(turnMessages.part));
	const { state, cause, channelId, personaId, triggerMessageId } = row.turn;
	return {
		turnId,
		state,
		cause,
		channelId,
		guildId: row.server.kind === 'guild' ? row.server.discordId : null,
		personaId: personaId as PersonaId,
		triggerMessageId,
		lineIds: lines.map((line) => line.messageId),
		ownerId: row.ownerId,
		ownerName: row.ownerName ?? '',
		ageMs: row.ageMs,
		recorded: recorded.map(({ messageId, variant, part, webhookId }) => ({ messageId, variant, part, webhookId })),
		stored: await readParts(options, turnId),
	};
}

async function readParts({ db, secretBox, log }: OpenTurnStoreOptions, turnId: TurnId): Promise<readonly StoredPart[]> {
	const rows = await db
		.select({
			row: outgoingParts,
			ageMs: sql<number>`(extract(epoch from now() - ${outgoingParts.createdAt}) * 1000)::float8`,
		})
		.from(outgoingParts)
		.where(eq(outgoingParts.turnId, turnId))
		.orderBy(asc(outgoingParts.variant), asc(outgoingParts.part));
	return rows.map(({ row, ageMs }) => {
		const { variant, part } = row;
		const opened = secretBox.open(row, outgoingPurpose({ turnId, variant, part }));
		if (!opened.ok) log.warn({ turnId, keyVersion: row.keyVersion }, 'a message on its way cannot be decrypted');
		return { variant, part, ageMs, outgoing: opened.ok ? (JSON.parse(opened.value) as OutgoingPart) : null };
	});
}

async function resumeTurn({ db, owner }: OpenTurnStoreOptions, turnId: TurnId): Promise<number | null> {
	const rows = await db
		.update(turns)
		.set({ ...stateColumns('claimed', owner), run: sql`${turns.run} + 1` })
		.where(
			and(
				eq(turns.id, turnId),
				inArray(turns.state, ['claimed', 'generating']),
				eq(turns.owner, owner),
				sql`not exists (select 1 from ${turnMessages} where ${turnMessages.turnId} = ${turns.id})`,
			),
		)
		.returning({ run: turns.run });
	return rows[0]?.run ?? null;
}

/** The store over one database; its methods throw `StoreUnavailableError` when the database cannot be used. */
export function createOpenTurnStore(options: OpenTurnStoreOptions): OpenTurnStore {
	const { db, owner } = options;
	const beginPart = beginPartWith(options);
	return {
		beginPart: (part, use) => storeQuery('beginPart', () => beginPart(part, use?.reopens ?? false)),
		renewLeases: (turnIds) => storeQuery('renewLeases', () => renewLeases(options, turnIds)),
		takeOver: (query) => storeQuery('takeOver', () => takeOver(options, query)),
		resumeTurn: (turnId) => storeQuery('resumeTurn', () => resumeTurn(options, turnId)),
		releaseTurn: (turnId) =>
			storeQuery('releaseTurn', async () => {
				await db
					.update(turns)
					.set({ owner: null, leaseExpiresAt: null })
					.where(and(eq(turns.id, turnId), eq(turns.owner, owner), inArray(turns.state, [...OPEN_TURN_STATES])));
			}),
	};
}
