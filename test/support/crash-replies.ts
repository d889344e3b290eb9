/** What a channel shows of replies whose process may have died. */
import type { APIUser } from 'discord-api-types/v10';
import type { ChannelRecord, MessageRecord } from '#playground/discord-server/records';
import type { DiscordServer } from '#playground/discord-server/start-discord-server';
import { isNotice } from './bot-world.ts';

/** A channel with somebody who asks. */
export interface CrashPlace {
	readonly channel: ChannelRecord;
	readonly ellen: APIUser;
	/** Whether the persona speaks through a webhook. */
	readonly isAlter: boolean;
	/** What every question here replies to. */
	readonly repliesTo?: string;
}

/** How far an answer has come: `wrong` is what must never be seen. */
export type AnswerState = 'open' | 'whole' | 'cut' | 'noted' | 'wrong';

/** The text of a generation, as one message for each paragraph. */
export function numberedReply(number: number): string {
	return ` One ${number}.\n\nTwo ${number}.\n\nThree ${number}.`;
}

/** What the bot and its webhooks show in a channel between two messages, oldest first. */
export function shownBetween(
	discord: DiscordServer,
	channel: ChannelRecord,
	[fromId, toId]: readonly [string, string | null],
): readonly MessageRecord[] {
	return discord.world.messageLog.filter(({ message, deleted, origin }) => {
		if (message.channel_id !== channel.id || deleted || (origin !== 'bot' && origin !== 'webhook')) return false;
		const id = BigInt(message.id);
		return id > BigInt(fromId) && (toId === null || id < BigInt(toId));
	});
}

/** One generation's messages in order and at most one note; nothing twice, nothing of two generations. */
export function answerState(records: readonly MessageRecord[]): AnswerState {
	const notes = records.filter(isNotice).length;
	const texts = records.filter((record) => !isNotice(record)).map(({ message }) => message.content);
	const number = /^One (\d+)\.$/.exec(texts[0] ?? '')?.[1];
	const whole = [`One ${number}.`, `Two ${number}.`, `Three ${number}.`];
	if (notes > 1 || texts.some((text, index) => text !== whole[index])) return 'wrong';
	if (texts.length === whole.length) return 'whole';
	if (notes === 0) return 'open';
	return texts.length > 0 ? 'cut' : 'noted';
}
