/** The part of the composition root that several processes with one token share. */

import { createLeaseStore } from '#adapters/postgres/lease-store';
import type { OpenDatabase } from '#adapters/postgres/open-database';
import { createReunionClaims } from '#adapters/postgres/reunion-claims';
import { ProcessLeases } from '#adapters/system/process-leases';
import { ProcessReunionClaims } from '#adapters/system/process-reunion-claims';
import { systemClock as clock } from '#adapters/system/system-clock';
import { ChannelLeases } from '#app/chat/channel-leases';
import { CredentialLeases } from '#app/chat/credential-leases';
import { LeaseKeeper } from '#app/chat/lease-keeper';
import type { Log } from '#ports/log';
import type { ReunionClaims } from '#ports/reunion-claims';
import type { Env } from './env.ts';

/** Who does what, among all processes. */
export interface SharedParts {
	/** This process, as other ones see it. */
	readonly owner: string;
	readonly leases: LeaseKeeper;
	readonly channelLeases: ChannelLeases;
	readonly credentialLeases: CredentialLeases;
	readonly reunionClaims: ReunionClaims;
}

/** What they are made of. */
export interface SharedPartsOptions {
	readonly env: Pick<Env, 'REUNION_CLAIMS' | 'TIME_AWARENESS_REUNION_CLAIM_TTL_MS'>;
	readonly database: Pick<OpenDatabase, 'db' | 'kind'>;
	readonly log: Log;
}

/** The embedded store has one owner, so nothing about it is shared. */
export function sharedParts({ env, database, log }: SharedPartsOptions): SharedParts {
	const { db, kind } = database;
	const owner = crypto.randomUUID();
	const isShared = kind === 'postgres';
	const leases = isShared ? createLeaseStore(db, owner) : new ProcessLeases({ owner, clock });
	const keeper = new LeaseKeeper({ leases, owner, isShared, clock, log });
	const claimTtlMs = env.TIME_AWARENESS_REUNION_CLAIM_TTL_MS;
	return {
		owner,
		leases: keeper,
		channelLeases: new ChannelLeases({ keeper, isShared, clock, log }),
		credentialLeases: new CredentialLeases({ keeper, clock }),
		reunionClaims:
			env.REUNION_CLAIMS === 'postgres'
				? createReunionClaims(db, claimTtlMs)
				: new ProcessReunionClaims({ claimTtlMs, clock }),
	};
}
