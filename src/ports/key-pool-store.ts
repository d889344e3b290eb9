/** A server's keys for one provider that take turns. */
import type { Credential } from '#domain/credential';
import type { FailureCode } from '#domain/failure';
import type { ServerId } from '#domain/ids';
import type { Secret } from '#domain/secret';

/** One key with what happened to it. */
export interface PooledKey {
	/** Null for a main key without a pool, of which no record is kept. */
	readonly id: number | null;
	readonly credential: Credential;
	readonly isMain: boolean;
	readonly isEnabled: boolean;
	readonly usageCount: number;
	/** Milliseconds since 1970; null when it is not cooling. */
	readonly coolingUntilMs: number | null;
	readonly lastErrorCode: string | null;
}

/** What went wrong with a key. */
export interface KeyError {
	readonly code: FailureCode;
	readonly atMs: number;
	readonly coolingUntilMs: number;
}

/** Without a main key a server has no keys at all; rows that cannot be decrypted are left out and logged. */
export interface KeyPoolStore {
	/** The main key first, then the others by age; one entry where there is no pool. */
	listKeys(serverId: ServerId, provider: string): Promise<readonly PooledKey[]>;
	/** Adds a key beside the main one. */
	addKey(serverId: ServerId, provider: string, secret: Secret): Promise<void>;
	/** Counts one use and forgets former errors. */
	recordSuccess(id: number): Promise<void>;
	recordError(id: number, error: KeyError): Promise<void>;
}
