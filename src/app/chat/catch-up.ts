/** Answers what was asked while nobody listened: once, a few per channel, and nothing that is old. */
import type { Snowflake } from '#domain/ids';
import type { ChatMessage } from '#domain/message';
import { StoreUnavailableError } from '#domain/store-unavailable-error';
import type { TurnRequest } from '#domain/turn';
import { KeyedQueue } from '#lib/keyed-queue';
import type { Admission } from './admit.ts';
import type { ChatPorts } from './chat-ports.ts';
import { logTrouble } from './log-trouble.ts';
import { type MissedDoor, missedRequests } from './missed-requests.ts';
import { missedTurns } from './missed-turns.ts';

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
export interface CatchUpDoor extends MissedDoor {
	readonly admit: (message: ChatMessage) => Admission;
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

/**
 * Reads each channel once and hands its missed turns in. Resolves when all were tried, with those that could not be read
 * now; never rejects.
 */
export async function catchUp(
	{ channelIds, sinceMs }: MissedRange,
	{ door, ports, ...options }: CatchUpOptions & { readonly door: CatchUpDoor; readonly ports: ChatPorts },
): Promise<readonly Snowflake[]> {
	if (options.perChannelMax === 0) return [];
	const lanes = new KeyedQueue<number>();
	const read = channelIds.slice(0, caughtUpChannelsMax).map((channelId, index) => {
		const { promise, resolve } = Promise.withResolvers<ChannelEnd>();
		door.inOrder(channelId, async () => {
			const take = () => catchUpChannel(channelId, { ...options, sinceMs, door, ports });
			resolve(await lanes.run(index % readTogetherMax, take));
		});
		return promise;
	});
	const ends = await Promise.all(read);
	const turns = ends.reduce<number>((sum, end) => sum + (end === 'later' ? 0 : end), 0);
	const left = channelIds.slice(0, read.length).filter((_, index) => ends[index] === 'later');
	const channels = read.length;
	if (channels > 0) ports.log.info({ channels, turns, later: left.length }, 'looked for what was missed');
	return left;
}

interface ChannelCatchUp extends CatchUpOptions {
	readonly sinceMs: number;
	readonly door: CatchUpDoor;
	readonly ports: ChatPorts;
}

/** How many turns were handed in, or that the channel has to be looked at once more. */
type ChannelEnd = number | 'later';

async function catchUpChannel(channelId: Snowflake, options: ChannelCatchUp): Promise<ChannelEnd> {
	const { door, ports } = options;
	if (door.signal.aborted) return 'later';
	if (!ports.surface.mayPost(channelId)) return 0;
	try {
		const read = await ports.surface.readMessages({ channelId, limit: readMax }, door.signal);
		if (!read.ok) {
			ports.log.info({ channelId, failure: read.error.code }, 'a channel could not be caught up with');
			return door.signal.aborted || read.error.code === 'discord-unreachable' ? 'later' : 0;
		}
		const { sinceMs, togetherMs, perChannelMax } = options;
		const missed = missedTurns(read.value, { admit: door.admit, sinceMs, togetherMs });
		const answeredIds = answeredIn(read.value);
		const requests = await Promise.all(missed.map((turn) => missedRequests(turn, { answeredIds, ...options })));
		// Who was answered already takes nobody's place.
		const taken = requests.filter((each) => each.length > 0).slice(-perChannelMax);
		for (const request of taken.flat()) door.addTurn({ ...request, isLate: true });
		return taken.length;
	} catch (error) {
		logTrouble(ports.log, 'a channel could not be caught up with', { error, channelId });
		return error instanceof StoreUnavailableError ? 'later' : 0;
	}
}

/** What we have replied to, be it by a notice: its claim may be gone, or could not be stored. */
function answeredIn(messages: readonly ChatMessage[]): ReadonlySet<Snowflake> {
	const own = messages.filter(({ author, webhook }) => author.kind === 'self' || webhook?.isOurs === true);
	return new Set(own.flatMap(({ reply }) => (reply === null ? [] : [reply.messageId])));
}
