/** How the parts of a running bot do, as whoever watches over it may see it: numbers only, no id of anybody. */

/** The connection to Discord's gateway; ages in milliseconds, null before there was one. */
export interface GatewayHealth {
	/** Every shard is on the gateway. */
	readonly isConnected: boolean;
	readonly lastEventAgeMs: number | null;
	/** Since the last answer to a heartbeat; of several shards the longest. */
	readonly heartbeatAckAgeMs: number | null;
	/** Between a heartbeat and its answer; null before the first. */
	readonly latencyMs: number | null;
}

/** Requests to Discord since the start, by the class of their answer. */
export interface RestHealth {
	/** By `2xx`, `4xx`, `5xx` and so on; `lost` has no answer, `braked` was never sent. */
	readonly results: Readonly<Record<string, number>>;
	/** Refused ones (401, 403, 429) in the present ten minutes. */
	readonly invalidInWindow: number;
	/** True while nothing is sent, because there were too many of them. */
	readonly isBraked: boolean;
}

/** The text models. */
export interface ProviderHealth {
	/** Keys with their model that are left alone for now. */
	readonly paused: number;
	/** Those of which one generation is trying whether they are back. */
	readonly probing: number;
	/** Ends of generations since the start: `answered`, `abandoned`, or a failure's code. */
	readonly results: Readonly<Record<string, number>>;
}

/** The turns. */
export interface TurnHealth {
	/** Turns that run or wait. */
	readonly queued: number;
	/** Since the start, by outcome. */
	readonly ended: Readonly<Record<string, number>>;
	/** Of those that failed, by the failure's code. */
	readonly failed: Readonly<Record<string, number>>;
	/** Milliseconds that all ended turns took together. */
	readonly tookMs: number;
}

/** Asks the database for a sign of life; milliseconds that it took, or null when there was none in time. */
export type DatabasePing = () => Promise<number | null>;

/** Everything that is asked for a report; null where a part is not there yet. */
export interface HealthSources {
	readonly pingDatabase: DatabasePing;
	gateway(): GatewayHealth | null;
	rest(): RestHealth;
	providers(): ProviderHealth;
	turns(): TurnHealth | null;
}
