import { afterEach, describe, expect, test } from 'vitest';
import type { HealthReport } from '#adapters/health/health-report';
import { heartbeatAckAgeMaxMs } from '#adapters/health/health-report';
import { openHealthServer } from '#adapters/health/health-server';
import type { GatewayHealth, HealthSources } from '#ports/health';
import { ManualClock } from '../../support/manual-clock.ts';
import { recordingLog } from '../../support/store-log.ts';

const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
	for (const close of closers.splice(0)) await close();
});

const GATEWAY: GatewayHealth = { isConnected: true, lastEventAgeMs: 1_500, heartbeatAckAgeMs: 250, latencyMs: 20 };

function open(change: Partial<HealthSources> = {}, port = 0) {
	const log = recordingLog();
	const clock = new ManualClock();
	const sources: HealthSources = {
		pingDatabase: async () => 2,
		gateway: () => GATEWAY,
		rest: () => ({ results: { '2xx': 7, lost: 1 }, invalidInWindow: 3, isBraked: false }),
		providers: () => ({ paused: 1, probing: 0, results: { answered: 5, 'provider-timeout': 2 } }),
		turns: () => ({ queued: 4, ended: { replied: 5, failed: 1 }, failed: { 'provider-timeout': 1 }, tookMs: 12_000 }),
		...change,
	};
	const server = openHealthServer({ port, hostname: '127.0.0.1', version: '1.2.3', sources, clock, log });
	closers.push(() => server.close());
	return { server, log, clock, ask: (path: string, method = 'GET') => ask(server.port ?? 0, path, method) };
}

const ask = (port: number, path: string, method: string) => fetch(`http://127.0.0.1:${port}${path}`, { method });

describe('GET /health', () => {
	test('tells how the parts do, and 200 while they do well', async () => {
		const { ask, clock, server, log } = open();
		clock.advance(61_500);
		const response = await ask('/health');
		expect(response.status).toBe(200);
		expect(await response.json()).toEqual({
			status: 'ok',
			problems: [],
			version: '1.2.3',
			uptimeSeconds: 61,
			gateway: GATEWAY,
			database: { pingMs: 2 },
			discord: { invalidRequests: 3, braked: false },
			providers: { paused: 1, probing: 0 },
			turns: { queued: 4 },
		} satisfies HealthReport);
		expect(log.lines.map(({ level, fields }) => [level, fields['port']])).toEqual([['info', server.port]]);
	});

	test.each<[string, Partial<HealthSources>, readonly string[]]>([
		['nothing is connected yet', { gateway: () => null, turns: () => null }, ['starting', 'gateway']],
		['the gateway is away', { gateway: () => ({ ...GATEWAY, isConnected: false }) }, ['gateway']],
		[
			'heartbeats are not answered',
			{ gateway: () => ({ ...GATEWAY, heartbeatAckAgeMs: heartbeatAckAgeMaxMs + 1 }) },
			['gateway'],
		],
		['the database does not answer', { pingDatabase: async () => null }, ['database']],
	])('is 503 while %s', async (_name, change, problems) => {
		const response = await open(change).ask('/health');
		expect(response.status).toBe(503);
		expect(await response.json()).toMatchObject({ status: 'unavailable', problems });
	});

	test('a braked bot and paused providers are told and make nothing unavailable', async () => {
		const { ask } = open({ rest: () => ({ results: {}, invalidInWindow: 1_000, isBraked: true }) });
		const response = await ask('/health');
		expect([response.status, await response.json()]).toMatchObject([200, { discord: { braked: true } }]);
	});

	test('other paths and methods are refused, and an answer that cannot be made is one', async () => {
		const { ask } = open();
		const statuses = [await ask('/', 'GET'), await ask('/health', 'POST'), await ask('/health/', 'GET')];
		expect(statuses.map(({ status }) => status)).toEqual([404, 405, 404]);
		const broken = open({ pingDatabase: () => Promise.reject(new Error('secret words')) });
		const response = await broken.ask('/health');
		expect(response.status).toBe(500);
		expect(await response.text()).toBe('The answer could not be made.\n');
	});

	test('a port that is taken is a warning', async () => {
		const first = open();
		const second = open({}, first.server.port ?? 0);
		expect(second.server.port).toBeNull();
		expect(second.log.lines).toMatchObject([{ level: 'warn', fields: { port: first.server.port } }]);
	});
});

describe('GET /metrics', () => {
	test('has every metric once, with labels of closed lists only', async () => {
		const response = await open().ask('/metrics');
		expect(response.status).toBe(200);
		expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
		const lines = (await response.text()).split('\n');
		const values = Object.fromEntries(
			lines.filter((line) => line !== '' && !line.startsWith('#')).map((line) => line.split(/ (?=[^ ]+$)/)),
		);
		expect(values).toEqual({
			tomori_healthy: '1',
			tomori_uptime_seconds: '0',
			tomori_resident_memory_bytes: expect.stringMatching(/^\d{8,}$/),
			tomori_gateway_connected: '1',
			tomori_gateway_last_event_age_seconds: '1.5',
			tomori_gateway_heartbeat_ack_age_seconds: '0.25',
			tomori_gateway_latency_seconds: '0.02',
			tomori_database_ping_seconds: '0.002',
			tomori_discord_invalid_requests: '3',
			tomori_discord_braked: '0',
			tomori_providers_paused: '1',
			tomori_providers_probing: '0',
			tomori_turns_queued: '4',
			'tomori_discord_requests_total{result="2xx"}': '7',
			'tomori_discord_requests_total{result="lost"}': '1',
			'tomori_generations_total{result="answered"}': '5',
			'tomori_generations_total{result="provider-timeout"}': '2',
			'tomori_turns_total{outcome="replied"}': '5',
			'tomori_turns_total{outcome="failed"}': '1',
			'tomori_turn_failures_total{code="provider-timeout"}': '1',
			tomori_turn_seconds_total: '12',
		});
	});

	test('each metric stands in docs/health.md', async () => {
		const described = await Bun.file(new URL('../../../docs/health.md', import.meta.url)).text();
		const text = await (await open().ask('/metrics')).text();
		const names = [...text.matchAll(/^# TYPE (\w+) /gm)].map((match) => match[1] ?? '');
		expect(names.length).toBeGreaterThan(15);
		expect(names.filter((name) => !described.includes(`\`${name}\``))).toEqual([]);
		const told = [...described.matchAll(/`(tomori_\w+)`/g)].map((match) => match[1] ?? '');
		expect(told.filter((name) => !names.includes(name))).toEqual([]);
	});
});
