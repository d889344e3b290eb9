/** A hundred thousand people and channels pass through everything that remembers some: what is left stays within its bound. */
import { describe, expect, test } from 'vitest';
import { createModalTickets } from '#adapters/discord/modal-ticket';
import { createMutedChannels } from '#adapters/discord/muted-channels';
import { createNicknameMemory } from '#adapters/discord/nickname-memory';
import { createThreadMemory } from '#adapters/discord/thread-memory';
import { WebhookPace } from '#adapters/discord/webhook-pace';
import { ProcessLeases } from '#adapters/system/process-leases';
import { ProcessReunionClaims } from '#adapters/system/process-reunion-claims';
import { Arrivals } from '#app/chat/arrivals';
import { cachedBlocks } from '#app/chat/block-cache';
import { bufferedStats } from '#app/chat/buffered-stats';
import { CredentialQueue } from '#app/chat/credential-queue';
import { CHANNEL_TURNS_MAX, fullQueueTeller, TURNS_MAX } from '#app/chat/full-queue';
import { LimitMemory } from '#app/chat/limit-memory';
import { LineWindow } from '#app/chat/line-window';
import { cachedPersonas } from '#app/chat/persona-cache';
import { ProxyWatch } from '#app/chat/proxy-watch';
import { StandInNotices } from '#app/chat/stand-in-notices';
import { TurnQueue } from '#app/chat/turn-queue';
import type { Credential } from '#domain/credential';
import type { LineageId, PersonaId, ServerId, UserId } from '#domain/ids';
import { StoreUnavailableError } from '#domain/store-unavailable-error';
import type { TurnRequest } from '#domain/turn';
import { KeyedQueue } from '#lib/keyed-queue';
import type { ChatSurface } from '#ports/chat-surface';
import type { PersonaBlockStore } from '#ports/persona-block-store';
import type { PersonaStore } from '#ports/persona-store';
import type { StatStore } from '#ports/stat-store';
import { chatMessage, person } from './support/chat-message.ts';
import { keptAfter } from './support/counted-collections.ts';
import { ManualClock } from './support/manual-clock.ts';
import { recordingLog } from './support/store-log.ts';

const passing = 100_000;
const signal = new AbortController().signal;

type Pass = (count: number) => Promise<unknown> | unknown;

function messageOf(count: number) {
	return chatMessage({ id: String(1_000_000 + count), channelId: String(count), author: person(String(count), 'Bo') });
}

function requestOf(count: number, channelId = String(count)): TurnRequest {
	const trigger = { ...messageOf(count), channelId };
	return { cause: 'mention', trigger, lines: [trigger] };
}

/** By name: what one of them does with a person or channel, time standing still, and how many may be left. */
const MEMORIES: Readonly<Record<string, { readonly max: number; readonly open: (clock: ManualClock) => Pass }>> = {
	'muted channels': {
		max: 5_000,
		open: (clock) => {
			const muted = createMutedChannels(clock);
			return (count) => muted.notePost(String(count), true);
		},
	},
	nicknames: {
		max: 10_000,
		open: () => {
			const nicknames = createNicknameMemory();
			return (count) => nicknames.learn('1', String(count), 'Bo');
		},
	},
	threads: {
		max: 5_000,
		open: () => {
			const threads = createThreadMemory();
			return (count) => threads.noteCreated({ id: String(count) });
		},
	},
	'open forms': {
		// And the values of the form that is given.
		max: 501,
		open: () => {
			const tickets = createModalTickets();
			const values = new Map([['text', 'x'.repeat(200)]]);
			return (count) => tickets.write({ command: 'c', subcommand: null, values }, String(count));
		},
	},
	'told limits': {
		max: 2 * 20_000,
		open: (clock) => {
			const memory = new LimitMemory(clock);
			return (count) => {
				memory.isNews(String(count));
				memory.noteStart(String(count), '1');
			};
		},
	},
	'notices of stand-ins': {
		max: 10_000,
		open: (clock) => {
			const notices = new StandInNotices(clock, 600_000);
			return (count) => notices.isDue(String(count));
		},
	},
	'greetings under way': {
		max: 10_000,
		open: (clock) => {
			const claims = new ProcessReunionClaims({ claimTtlMs: 240_000, clock });
			return (count) => claims.claim({ lineageId: 1 as LineageId, userId: count as UserId });
		},
	},
	leases: {
		max: 20_000,
		open: (clock) => {
			const leases = new ProcessLeases({ owner: 'us', clock });
			return async (count) => {
				await leases.take(`key ${count}`, 12_000);
				await leases.take(`channel ${count}`, 12_000);
			};
		},
	},
	blocks: {
		max: 10_000,
		open: (clock) => {
			const blocks = cachedBlocks({ findBlocks: async () => [] } as unknown as PersonaBlockStore, clock, 60_000);
			return (count) => blocks.findBlocks(count as ServerId, 1 as PersonaId);
		},
	},
	personas: {
		max: 10_000,
		open: (clock) => {
			const personas = cachedPersonas({ listPersonas: async () => [] } as unknown as PersonaStore, clock);
			return (count) => personas.listPersonas(count as ServerId);
		},
	},
	'counters while the database is away': {
		// Those of the writing that failed, too.
		max: 11_000,
		open: (clock) => {
			const addStats = async (): Promise<void> => {
				throw new StoreUnavailableError('addStats', 'EPIPE');
			};
			const stats = bufferedStats({ addStats } as unknown as StatStore, { clock, log: recordingLog() });
			const tick = {
				serverId: 1 as ServerId,
				lineageId: 1 as LineageId,
				metric: 'reply_sent',
				count: 1,
				atMs: 1,
			} as const;
			return (count) => stats.addStat({ ...tick, userId: count as UserId });
		},
	},
	'what people wrote, for proxies': {
		max: 30_000,
		open: (clock) => {
			const watch = new ProxyWatch(clock);
			return (count) => {
				watch.noteMessage(messageOf(count));
				if (count < 3_000) watch.noteDeletion(String(1_000_000 + count));
			};
		},
	},
	'full channels': {
		max: 5_000,
		open: (clock) => {
			const surface = { react: async () => {} } as unknown as ChatSurface;
			const tell = fullQueueTeller({ clock, log: recordingLog(), surface });
			return (count) => tell(requestOf(count));
		},
	},
};

/** Those that hold what is under way, and nothing behind it. */
const QUEUES: Readonly<Record<string, (clock: ManualClock) => Pass>> = {
	'a keyed queue': () => {
		const queue = new KeyedQueue<number>();
		return (count) => queue.run(count, async () => {});
	},
	arrivals: () => {
		const arrivals = new Arrivals();
		return (count) => {
			arrivals.take(String(count), async () => {});
			return count % 1_000 === 999 ? arrivals.settle(new AbortController().signal) : null;
		};
	},
	'keys in use': (clock) => {
		const queue = new CredentialQueue(clock);
		const wait = { signal, onLongWait: () => {}, onWaitEnd: () => {} };
		return (count) => queue.run({ digest: String(count) } as Credential, wait, async () => {});
	},
	'windows of lines': (clock) => {
		const lines = new LineWindow({ clock, coalesceMs: 600, coalesceMaxMs: 5_000, onTurn: () => {} });
		return (count) => {
			lines.addLine(messageOf(count), { cause: 'mention', personas: [], personasMax: 1 });
			clock.advance(600);
		};
	},
	'turns of many channels': (clock) => {
		const queue = new TurnQueue({ clock, followUpInterruptsMax: 3, runTurn: async () => {} });
		return async (count) => {
			queue.addTurn(requestOf(count));
			while (queue.size > 0) await Promise.resolve();
		};
	},
	'the pace of webhooks': (clock) => {
		const pace = new WebhookPace(clock);
		return async (count) => {
			await pace.wait(String(count), signal);
			clock.advance(61_000);
		};
	},
};

async function keptBy(open: (clock: ManualClock) => Pass, count = passing): Promise<readonly number[]> {
	return await keptAfter(async () => {
		const pass = open(new ManualClock());
		for (let each = 0; each < count; each += 1) await pass(each);
	});
}

describe('a hundred thousand people and channels', () => {
	test.each(Object.keys(MEMORIES))('S068 leave no more than the limit in %s', async (name) => {
		const { max, open } = MEMORIES[name] ?? expect.fail();
		const kept = await keptBy(open);
		const largest = Math.max(...kept);
		expect(largest).toBeGreaterThan(0);
		expect(kept.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(max);
	});

	test.each(Object.keys(QUEUES))('S068 leave nothing in %s', async (name) => {
		const kept = await keptBy(QUEUES[name] ?? expect.fail());
		// What was made for one and ended with it is still counted, and is as small as one.
		expect(kept.filter((size) => size > 1)).toEqual([]);
	});

	test('who all write at once fill a channel and the bot up to a limit, and are told of it once', async () => {
		const clock = new ManualClock();
		const refused: string[] = [];
		const queue = new TurnQueue({
			clock,
			followUpInterruptsMax: 3,
			runTurn: () => new Promise(() => {}),
			onFull: ({ trigger }) => refused.push(trigger.channelId),
		});
		for (let count = 0; count < 1_000; count += 1) queue.addTurn(requestOf(count, 'one'));
		expect([queue.size, refused.length]).toEqual([CHANNEL_TURNS_MAX, 1_000 - CHANNEL_TURNS_MAX]);
		for (let count = 0; count < 2 * TURNS_MAX; count += 1) queue.addTurn(requestOf(count));
		expect(queue.size).toBe(TURNS_MAX);
		const reactions: string[] = [];
		const surface = { react: async ({ channelId }: { channelId: string }) => void reactions.push(channelId) };
		const log = recordingLog();
		const tell = fullQueueTeller({ clock, log, surface: surface as unknown as ChatSurface });
		for (let count = 0; count < 100; count += 1) tell(requestOf(count, 'one'));
		clock.advance(60_000);
		tell(requestOf(1, 'one'));
		expect([reactions, log.lines.length]).toEqual([['one', 'one'], 2]);
	});
});
