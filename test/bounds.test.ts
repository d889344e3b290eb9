/** Everything that a long-running process keeps, each with what bounds it (S068). */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { keptStores } from './support/kept-stores.ts';

const SOURCE = join(import.meta.dirname, '..', 'src');

/** Maps, sets, queues and lists, by file and name: how long they live and what keeps them small. */
const KEPT: Readonly<Record<string, string>> = {
	'adapters/canvas/font-slices.ts known': 'letters of one picture, for which the worker lives',
	'adapters/canvas/font-slices.ts opened': 'the slices of the fonts that come along',
	'adapters/canvas/worker-shaper.ts waiting': 'pictures of turns and commands that run',
	'adapters/discord/borrowed-webhooks.ts #lent': 'voices that speak just now',
	'adapters/discord/closing-door.ts running': 'commands that run',
	'adapters/discord/command-registry.ts byName': 'our own commands',
	'adapters/discord/command-registry.ts byPath': 'our own commands',
	'adapters/discord/connection.ts doors': 'our own ways of serving commands',
	'adapters/discord/gateway-guard.ts counts': 'shards',
	'adapters/discord/gateway-health.ts readyAtMs': 'shards',
	'adapters/discord/gateway-hearing.ts away': 'servers',
	'adapters/discord/gateway-hearing.ts heard': 'shards',
	'adapters/discord/gateway-hearing.ts lost': 'shards',
	'adapters/discord/managed-webhooks.ts #known': 'rememberedMax',
	'adapters/discord/modal-ticket.ts kept': 'keptTicketsMax',
	'adapters/discord/outlet.ts listeners': 'our own listeners',
	'adapters/discord/outlet.ts waiting': 'keptMax',
	'adapters/discord/request-brake.ts #results': 'classes of answers',
	'adapters/discord/webhook-pace.ts #posts': 'channels of the last minute, at Discord’s pace of requests',
	'adapters/discord/webhooks.ts #posted': 'rememberedPostsMax',
	'adapters/discord/webhooks.ts #queue': 'posts under way, of turns that run',
	'adapters/postgres/prepared-once.ts made': 'weak: as long as the database or its transaction is open',
	'adapters/system/closing-stack.ts #closers': 'parts that were opened at the start',
	'adapters/system/prepare-client.ts #waiting': 'turns that run',
	'adapters/system/process-leases.ts #held': 'a limit of names, and they run out',
	'adapters/tokenizers/load-tokenizer.ts loads': 'families of tokenizers',
	'app/chat/arrivals.ts #open': 'the same',
	'app/chat/arrivals.ts #queue': 'lines whose callers are being found out; a query ends within 30 s',
	'app/chat/buffered-stats.ts waiting': 'waitingMax',
	'app/chat/channel-leases.ts #held': 'channels of turns that run',
	'app/chat/channel-leases.ts #leaving': 'channels that are being left',
	'app/chat/channel-line.ts #queue': 'TURNS_MAX',
	'app/chat/credential-queue.ts #queue': 'turns that run',
	'app/chat/find-line-call.ts #matchers': 'weak: as long as the personas are remembered',
	'app/chat/guarded-model.ts results': 'codes of failures',
	'app/chat/lease-keeper.ts #kept': 'turns that run',
	'app/chat/line-window.ts #open': 'people who wrote to the bot within COALESCE_MAX_MS, TURN_LINES_MAX lines each',
	'app/chat/persona-avatars.ts #uploads': 'uploads under way',
	'app/chat/seen-mark.ts #holds': 'catching up that is under way',
	'app/chat/seen-mark.ts #stored': 'shards',
	'app/chat/short-term-write.ts #gone': 'channels whose notes are under way, goneMax messages each',
	'app/chat/short-term-write.ts #queue': 'notes under way, of turns that ran',
	'app/chat/short-term-write.ts #running': 'the same',
	'app/chat/turn-leases.ts #holdings': 'turns that run',
	'app/chat/turn-queue.ts #pending': 'CHANNEL_TURNS_MAX, TURNS_MAX',
	'app/chat/turn-queue.ts #running': 'TURNS_MAX',
	'app/chat/turn-queue.ts #tasks': 'commands and buttons that run',
	'app/chat/turn-tally.ts #ended': 'outcomes',
	'app/chat/turn-tally.ts #failed': 'codes of failures',
	'lib/expiring-map.ts #entries': 'entriesMax and ttlMs of each',
	'lib/expiring-map.ts #settings': 'twice the entries, and slack',
	'lib/keyed-queue.ts #lines': 'keys that have a job',
	'lib/recent-map.ts #newest': 'entriesMax of each, half of it',
	'lib/recent-map.ts #older': 'the same',
	'life-cycle.ts #lostAtMs': 'shards',
};

/** Those that end with the call, the turn or the request that made them, though a function holds them meanwhile. */
const SHORT_LIVED: readonly string[] = [
	'adapters/custom/called-tools.ts #written',
	'adapters/custom/chat-requests.ts refusals',
	'adapters/discord/borrowed-webhooks.ts posted',
	'adapters/discord/fetch-message.ts answers',
	'adapters/discord/interaction-input.ts attachments',
	'adapters/discord/kept-session.ts messages',
	'adapters/discord/read-components.ts media',
	'adapters/discord/read-components.ts texts',
	'adapters/postgres/database-catalog.ts ordered',
	'adapters/postgres/restore-backup.ts #rows',
	'app/chat/catch-up.ts lanes',
	'app/chat/credential-leases.ts marks',
	'app/chat/deliver-reply.ts #posted',
	'app/chat/draft-surface.ts kept',
	'app/chat/may-answer.ts warnings',
	'app/chat/run-turn.ts read',
	'app/chat/turn-keys.ts #busy',
	'app/chat/turn-keys.ts #spent',
	'app/media/media-loader.ts outcomes',
	'lib/sse.ts #foreign',
	'lib/sse.ts #lineParts',
];

/** Core and domain keep nothing between two calls: they are functions, and machines of one reply. */
function keptIn(file: string): readonly string[] {
	const path = relative(SOURCE, file);
	if (/^(?:core|domain|playground)\//.test(path)) return [];
	return keptStores(path, readFileSync(file, 'utf8')).map((name) => `${path} ${name}`);
}

const FOUND = new Set(
	readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.ts'))
		.flatMap((name) => keptIn(join(SOURCE, name))),
);

describe('what is kept', () => {
	test('S068 each map, set and queue has a bound that somebody has thought of', () => {
		const known = new Set([...Object.keys(KEPT), ...SHORT_LIVED]);
		expect([...FOUND].filter((name) => !known.has(name))).toEqual([]);
		expect([...known].filter((name) => !FOUND.has(name))).toEqual([]);
	});

	test('a limit that is named stands in the file or beside it', () => {
		const named = Object.entries(KEPT).flatMap(([name, bound]) =>
			(bound.match(/\b(?:\w+Max|[A-Z]+(?:_[A-Z]+)*_MAX)\b/g) ?? []).map(
				(limit) => [name.split(' ')[0] ?? '', limit] as const,
			),
		);
		expect(named.length).toBeGreaterThan(10);
		const missing = named.filter(([file, limit]) => {
			const texts = readdirSync(join(SOURCE, file, '..')).filter((name) => name.endsWith('.ts'));
			return !texts.some((name) => readFileSync(join(SOURCE, file, '..', name), 'utf8').includes(limit));
		});
		expect(missing).toEqual([]);
	});

	test('every map that expires says how many entries it holds', () => {
		const without = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
			.filter((name) => name.endsWith('.ts') && !name.startsWith('lib/'))
			.filter((name) => {
				const text = readFileSync(join(SOURCE, name), 'utf8');
				return text.includes('new ExpiringMap') && !/entriesMax(?:: \w+)?[,\s}]/.test(text);
			});
		expect(without).toEqual([]);
	});
});
