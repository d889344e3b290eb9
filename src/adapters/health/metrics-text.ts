/** The answer of `GET /metrics`: the same figures, and counters, in the text form of Prometheus. */
import { Counter, Gauge, Registry } from 'prom-client';
import type { HealthSources } from '#ports/health';
import type { HealthReport } from './health-report.ts';

/** What a scrape is made of. */
export interface MetricsFacts {
	readonly report: HealthReport;
	readonly sources: Pick<HealthSources, 'rest' | 'providers' | 'turns'>;
	readonly residentBytes: number;
}

/** The type that Prometheus expects. */
export const METRICS_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;

type Counts = Readonly<Record<string, number>>;

/**
 * Every metric begins with `tomori_`; docs/health.md lists them. Labels are outcomes, codes and classes, of which there
 * are few: never a user, a channel, a server or a key.
 */
export async function metricsText({ report, sources, residentBytes }: MetricsFacts): Promise<string> {
	const registry = new Registry();
	const gauge = (name: string, help: string, value: number | null): void => {
		if (value !== null) new Gauge({ name: `tomori_${name}`, help, registers: [registry] }).set(value);
	};
	const counter = (name: string, help: string, total: number): void => {
		new Counter({ name: `tomori_${name}`, help, registers: [registry] }).inc(total);
	};
	const counters = (name: string, help: string, { label, counts }: { label: string; counts: Counts }): void => {
		const made = new Counter({ name: `tomori_${name}`, help, labelNames: [label], registers: [registry] });
		for (const [value, count] of Object.entries(counts)) made.inc({ [label]: value }, count);
	};
	const { gateway, database, discord, providers, turns } = report;
	const seconds = (valueMs: number | null | undefined): number | null => (valueMs == null ? null : valueMs / 1_000);
	gauge('healthy', 'Whether /health answers 200.', report.status === 'ok' ? 1 : 0);
	gauge('uptime_seconds', 'Time since the start.', report.uptimeSeconds);
	gauge('resident_memory_bytes', 'Memory of the process.', residentBytes);
	gauge('gateway_connected', 'Whether every shard is on the gateway.', gateway?.isConnected === true ? 1 : 0);
	gauge('gateway_last_event_age_seconds', 'Time since the last gateway event.', seconds(gateway?.lastEventAgeMs));
	gauge(
		'gateway_heartbeat_ack_age_seconds',
		'Time since the last answered heartbeat.',
		seconds(gateway?.heartbeatAckAgeMs),
	);
	gauge('gateway_latency_seconds', 'Time between a heartbeat and its answer.', seconds(gateway?.latencyMs));
	gauge('database_ping_seconds', 'Time that a trivial query takes; absent when it fails.', seconds(database.pingMs));
	gauge('discord_invalid_requests', 'Refused requests in the present ten minutes.', discord.invalidRequests);
	gauge('discord_braked', 'Whether nothing is sent to Discord for too many of them.', discord.braked ? 1 : 0);
	gauge('providers_paused', 'Keys with a model that are left alone for now.', providers.paused);
	gauge('providers_probing', 'Those that are being tried again.', providers.probing);
	gauge('turns_queued', 'Turns that run or wait.', turns?.queued ?? null);
	const help = 'Requests to Discord by the class of their answer.';
	counters('discord_requests_total', help, { label: 'result', counts: sources.rest().results });
	const ends = 'Generations by their end: answered, abandoned, or a failure.';
	counters('generations_total', ends, { label: 'result', counts: sources.providers().results });
	const taken = sources.turns();
	counters('turns_total', 'Ended turns by outcome.', { label: 'outcome', counts: taken?.ended ?? {} });
	counters('turn_failures_total', 'Failed turns by code.', { label: 'code', counts: taken?.failed ?? {} });
	counter('turn_seconds_total', 'Time that all ended turns took together.', (taken?.tookMs ?? 0) / 1_000);
	return await registry.metrics();
}
