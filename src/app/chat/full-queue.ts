/** When no further turn is taken, and what is said then. */
import type { Snowflake } from '#domain/ids';
import { isDeliberate, type TurnRequest } from '#domain/turn';
import { ExpiringMap } from '#lib/expiring-map';
import type { ChatPorts } from './chat-ports.ts';

/** Turns of one channel that run or wait at most: nobody reads answers that come behind so many others. */
export const CHANNEL_TURNS_MAX = 50;

/** Turns of all channels that run or wait at most. */
export const TURNS_MAX = 5_000;

/** Shows that a line gets no answer. */
const FULL_EMOJI = '⚠️';

/** One sign in a channel within this time, or a flood of lines would become one of requests. */
const toldForMs = 60_000;
const toldMax = 5_000;

/** Whether another turn would be one too many. */
export function isFull(inChannel: number, everywhere: number): boolean {
	return inChannel >= CHANNEL_TURNS_MAX || everywhere >= TURNS_MAX;
}

/** Tells the operator, and whoever asked on purpose, that a turn was not taken. */
export function fullQueueTeller({ clock, log, surface }: Pick<ChatPorts, 'clock' | 'log' | 'surface'>) {
	const told = new ExpiringMap<Snowflake, true>({ ttlMs: toldForMs, entriesMax: toldMax, nowMs: () => clock.now() });
	return ({ trigger, cause }: TurnRequest): void => {
		const { channelId, id: messageId } = trigger;
		if (told.has(channelId)) return;
		told.set(channelId, true);
		log.warn({ channelId }, 'too many turns wait; further lines get no answer');
		if (isDeliberate(cause)) void surface.react({ channelId, messageId, emoji: FULL_EMOJI, present: true });
	};
}
