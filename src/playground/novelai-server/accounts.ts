/** The accounts of the stand-in: bearer tokens, plans, and the one-generation-at-a-time lock of each. */

import { createHash } from 'node:crypto';
import type { Tier } from './model-catalog.ts';

/** What a token's plan allows. */
export interface Account {
	tier: Tier;
	active: boolean;
	/** Generations left for a trial account (tier 0); a trial starts with 50. */
	freeGenerations?: number;
}

/** What an account generated last, so that a request which continues a cut stream is recognised. */
export interface LastGeneration {
	/** The text that left the server, exactly. */
	readonly sent: string;
	/** What would have followed. */
	readonly rest: string;
}

const digestLength = 16;
const trialGenerations = 50;

/** The first 16 hex digits of a token's sha256: enough to tell keys apart in the log, never the key. */
export function digestToken(token: string): string {
	return createHash('sha256').update(token).digest('hex').slice(0, digestLength);
}

/** Reads `Authorization: Bearer <token>`; null when the header is missing or of another form. */
export function readBearerToken(headers: Headers): string | null {
	return /^Bearer (\S+)$/.exec(headers.get('authorization') ?? '')?.[1] ?? null;
}

/** Plans by bearer token; change an entry at any time, the next request sees it. */
export class Accounts {
	readonly #accounts = new Map<string, Account>();
	readonly #locked = new Set<string>();
	readonly #lastGenerations = new Map<string, LastGeneration>();

	constructor(accounts: Readonly<Record<string, Account>>) {
		for (const [token, account] of Object.entries(accounts)) this.set(token, account);
	}

	/** Adds an account or replaces its plan. */
	set(token: string, account: Account): void {
		this.#accounts.set(token, account.tier === 0 ? { freeGenerations: trialGenerations, ...account } : { ...account });
	}

	/** Makes a token unknown: it is answered 401 from now on. */
	remove(token: string): void {
		this.#accounts.delete(token);
	}

	get(token: string): Account | undefined {
		return this.#accounts.get(token);
	}

	/** True when the account was free and is now locked; false when a generation still runs. */
	lock(token: string): boolean {
		if (this.#locked.has(token)) return false;
		this.#locked.add(token);
		return true;
	}

	unlock(token: string): void {
		this.#locked.delete(token);
	}

	isLocked(token: string): boolean {
		return this.#locked.has(token);
	}

	rememberGeneration(token: string, generation: LastGeneration): void {
		this.#lastGenerations.set(token, generation);
	}

	lastGeneration(token: string): LastGeneration | undefined {
		return this.#lastGenerations.get(token);
	}
}
