/** Says one line to the bot and waits for all of its reply. */

import { err, ok, type Result } from '#lib/result';
import type { MessageRecord } from '#playground/discord-server/records';
import type { DiscordServer } from '#playground/discord-server/start-discord-server';
import type { BotLogLine, BotProcess } from './bot-process.ts';
import type { Scene } from './scene.ts';

/** What is said, and where. */
export interface SayOnceOptions {
	readonly discord: DiscordServer;
	readonly scene: Scene;
	readonly bot: BotProcess;
	readonly text: string;
	/** Milliseconds to wait for the end of the reply. */
	readonly timeoutMs: number;
}

/** What a notice says, also when it is written in an embed. */
function wordsOf(record: MessageRecord): string {
	const { content, embeds } = record.message;
	const embedded = embeds.flatMap(({ title, description }) => [title, description]);
	return [content, ...embedded].filter((part) => part !== undefined && part !== '').join(' ');
}

function repliesSince(discord: DiscordServer, triggerId: string, channelId: string): MessageRecord[] {
	return discord
		.botMessages(channelId)
		.filter(({ message, deleted }) => !deleted && BigInt(message.id) > BigInt(triggerId));
}

/** The reply's messages, or one sentence on why there is none. */
export function sayOnce(options: SayOnceOptions): Promise<Result<readonly string[], string>> {
	const { discord, scene, bot, text, timeoutMs } = options;
	return new Promise((resolve) => {
		const line = `<@${discord.world.application.bot.id}> ${text}`;
		const settle = (result: Result<readonly string[], string>): void => {
			clearTimeout(limit);
			stopListening();
			resolve(result);
		};
		const take = (entry: BotLogLine): void => {
			if (!entry.msg.startsWith('turn ') || entry['triggerId'] !== sent.id) return;
			const replies = repliesSince(discord, sent.id, scene.general.id);
			const spoken = replies.filter(({ message }) => message.embeds.length === 0 && message.content !== '');
			if (entry['outcome'] === 'replied' && spoken.length > 0) {
				settle(ok(spoken.map(({ message }) => message.content)));
			} else settle(err(replies.map(wordsOf).join(' ') || 'Tomori had nothing to say.'));
		};
		const limit = setTimeout(
			() => settle(err(`Tomori did not finish a reply within ${timeoutMs / 1000} seconds.`)),
			timeoutMs,
		);
		const stopListening = bot.onLine(take);
		void bot.ended.then(() => settle(err('Tomori stopped before she answered.')));
		const sent = discord.as(scene.owner.user).send(scene.general, line);
	});
}
