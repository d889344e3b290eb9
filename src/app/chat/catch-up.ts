/** Answers what was asked while nobody listened: once, a few per channel, and nothing that is old. */
import type { Snowflake } from '#domain/ids';
import type { ChatMessage } from '#domain/message';
import type { TriggerCause, TurnRequest } from '#domain/turn';
import { KeyedQueue } from '#lib/keyed-queue';
import type { Admission } from './admit.ts';
import type { ChatPorts } from './chat-ports.ts';
import { workspaceKeyOf } from './gather-place.ts';
import { joinCalls, type LineCall, requestsOf } from './line-call.ts';
import { logTrouble } from './log-trouble.ts';
import { type MissedTurn, missedTurns } from './missed-turns.ts';

/** How much is caught up. */
export interface CatchUpOptions {
	/** CATCH_UP_PER_CHANNEL_MAX. */
	readonly perChannelMax: number;
	/** Milliseconds within which further lines of a person belong to the one before (COALESCE_MAX_MS). */
	readonly togetherMs: number;
}

/** Where something may have been missed, and since when. */
export interface MissedRange {
	/** The newest first. */
	readonly channelIds: readonly Snowflake[];
	/** Milliseconds since 1970. */
	readonly sinceMs: number;
}

/** The rest of the intake. */
export interface CatchUpDoor {
	readonly admit: (message: ChatMessage) => Admission;
	readonly findCall: (message: ChatMessage, cause: TriggerCause) => Promise<LineCall | null>;
	/** Whether a line waits, is being answered or was. */
	readonly isKnown: (message: ChatMessage) => boolean;
	readonly addTurn: (request: TurnRequest) => void;
	/** Does something before whatever comes to the channel later. */
	readonly inOrder: (channelId: Snowflake, job: () => Promise<void>) => void;
	/** Aborted when nothing new may begin. */
	readonly signal: AbortSignal;
}

/** Channels that are read for one loss; what lies beyond them is not caught up. */
export const caughtUpChannelsMax = 100;

/** Channels that are read at the same time; Discord's own limits apply to each request. */
const readTogetherMax = 2;

/** Messages that are looked at in one channel, the newest. */
const readMax = 100;

/** Reads each channel once and hands its missed turns in. Resolves when all were read; never rejects. */
export async function catchUp(
	{ channelIds, sinceMs }: MissedRange,
	{ door, ports, ...options }: CatchUpOptions & { readonly door: CatchUpDoor; readonly ports: ChatPorts },
): Promise<void> {
	if (options.perChannelMax === 0) return;
	const lanes = new KeyedQueue<number>();
	const read = channelIds.slice(0, caughtUpChannelsMax).map((channelId, index) => {
		const { promise, resolve } = Promise.withResolvers<number>();
		door.inOrder(channelId, async () => {
			const take = () => catchUpChannel(channelId, { ...options, sinceMs, door, ports });
			resolve(await lanes.run(index % readTogetherMax, take));
		});
		return promise;
	});
	const turns = (await Promise.all(read)).reduce((sum, count) => sum + count, 0);
	const channels = read.length;
	if (channels > 0) ports.log.info({ channels, turns }, 'looked for what was missed');
}

interface ChannelCatchUp extends CatchUpOptions {
	readonly sinceMs: number;
	readonly door: CatchUpDoor;
	readonly ports: ChatPorts;
}

/** How many turns were handed in. */
async function catchUpChannel(channelId: Snowflake, options: ChannelCatchUp): Promise<number> {
	const { door, ports } = options;
	if (door.signal.aborted || !ports.surface.mayPost(channelId)) return 0;
	try {
		const read = await ports.surface.readMessages({ channelId, limit: readMax }, door.signal);
		if (!read.ok) {
			ports.log.info({ channelId, failure: read.error.code }, 'a channel could not be caught up with');
			return 0;
		}
		const { sinceMs, togetherMs, perChannelMax: turnsMax } = options;
		const missed = missedTurns(read.value, { admit: door.admit, sinceMs, togetherMs, turnsMax });
		const requests = await Promise.all(missed.map((turn) => requestsFor(turn, options)));
		for (const request of requests.flat()) door.addTurn({ ...request, isLate: true });
		return requests.filter((each) => each.length > 0).length;
	} catch (error) {
		logTrouble(ports.log, 'a channel could not be caught up with', { error, channelId });
		return 0;
	}
}

async function requestsFor(turn: MissedTurn, { door, ports }: ChannelCatchUp): Promise<readonly TurnRequest[]> {
	let call: LineCall | null = null;
	for (const { line, cause } of turn) {
		const next = cause === null ? null : await door.findCall(line, cause);
		call = call === null ? next : joinCalls(call, next);
	}
	if (call === null) return [];
	// Of several personas one may have answered already, and then the claims tell each apart.
	const open = call.personas.length > 1 ? turn : await withoutAnswered(turn, ports);
	const lines = open.map(({ line }) => line).filter((line) => !door.isKnown(line));
	const trigger = lines.at(-1);
	return trigger ? requestsOf(call, { trigger, lines }) : [];
}

/**
 * The claim decides in the end; what is claimed already need not wait for it. What a person wrote before a line of theirs
 * that was answered has been passed over, and stays so.
 */
async function withoutAnswered(turn: MissedTurn, ports: ChatPorts): Promise<MissedTurn> {
	const first = turn[0];
	if (!first) return [];
	const workspace = await ports.stores.workspaces.findWorkspace(workspaceKeyOf(first.line, ports));
	if (workspace === null) return turn;
	const lineIds = turn.map(({ line }) => line.id);
	const claims = await ports.stores.turns.findClaims(workspace.id, lineIds);
	return turn.slice(turn.findLastIndex(({ line }) => claims.has(line.id)) + 1);
}
