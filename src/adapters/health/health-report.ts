/** From how the parts do to whether the program does its work. */
import type { GatewayHealth, HealthSources } from '#ports/health';

/** Discord beats every 41 seconds; an answer that is older than two of them and some more is missing. */
export const heartbeatAckAgeMaxMs = 90_000;

/** Why the program does not do its work: what stands here is put right by waiting or, at last, by a restart. */
export type HealthProblem = 'starting' | 'gateway' | 'database';

/** The answer of `GET /health`. */
export interface HealthReport {
	readonly status: 'ok' | 'unavailable';
	readonly problems: readonly HealthProblem[];
	readonly version: string;
	readonly uptimeSeconds: number;
	readonly gateway: GatewayHealth | null;
	/** Null when the database did not answer in time. */
	readonly database: { readonly pingMs: number | null };
	readonly discord: { readonly invalidRequests: number; readonly braked: boolean };
	readonly providers: { readonly paused: number; readonly probing: number };
	/** Null until turns are taken. */
	readonly turns: { readonly queued: number } | null;
}

/** What the report says beside the parts. */
export interface ReportFacts {
	readonly version: string;
	readonly uptimeMs: number;
}

/** Asks every part. A provider that is paused or a brake is told, but makes nothing unavailable: others are served. */
export async function healthReport(sources: HealthSources, facts: ReportFacts): Promise<HealthReport> {
	const pingMs = await sources.pingDatabase();
	const gateway = sources.gateway();
	const turns = sources.turns();
	const { invalidInWindow, isBraked } = sources.rest();
	const { paused, probing } = sources.providers();
	const problems: HealthProblem[] = [
		...(turns === null ? (['starting'] as const) : []),
		...(isHeard(gateway) ? [] : (['gateway'] as const)),
		...(pingMs === null ? (['database'] as const) : []),
	];
	return {
		status: problems.length === 0 ? 'ok' : 'unavailable',
		problems,
		version: facts.version,
		uptimeSeconds: Math.floor(facts.uptimeMs / 1_000),
		gateway,
		database: { pingMs },
		discord: { invalidRequests: invalidInWindow, braked: isBraked },
		providers: { paused, probing },
		turns: turns === null ? null : { queued: turns.queued },
	};
}

function isHeard(gateway: GatewayHealth | null): boolean {
	if (gateway === null || !gateway.isConnected) return false;
	return gateway.heartbeatAckAgeMs !== null && gateway.heartbeatAckAgeMs <= heartbeatAckAgeMaxMs;
}
