/** The part of the composition root that lets the chat hear Discord: first what was left, then what was missed, then the rest. */
import { listenTo } from '#adapters/discord/listen-to';
import type { ClosingStack } from '#adapters/system/closing-stack';
import { systemClock } from '#adapters/system/system-clock';
import { type ChatIntake, openChatIntake } from '#app/chat/chat-intake';
import type { ChatPorts } from '#app/chat/chat-ports';
import { greetGuild } from '#app/chat/greet-guild';
import { recoverTurns } from '#app/chat/recover-turns';
import { chatPorts } from './chat-parts.ts';
import { LifeCycle, type LifeCycleParts } from './life-cycle.ts';
import type { BotParts } from './serve-commands.ts';

/** What a chat is connected to beside the bot's parts. */
export interface ChatConnection extends Pick<LifeCycleParts, 'appState' | 'directChannels'> {
	readonly opened: ClosingStack;
}

/** A chat that hears Discord. */
export interface ConnectedChat {
	readonly chat: ChatPorts;
	readonly intake: ChatIntake;
	/** Aborted when the bot begins to close. */
	readonly closing: AbortSignal;
}

/** Each channel keeps that order by itself. */
export async function connectChat(
	parts: BotParts,
	{ appState, directChannels, opened }: ChatConnection,
): Promise<ConnectedChat> {
	const { env, log, connection } = parts;
	const chat = chatPorts(parts);
	const intake = openIntake(parts, chat);
	const closing = new AbortController();
	const lifeCycle = new LifeCycle({ env, log, clock: systemClock, connection, intake, appState, directChannels });
	opened.add(() => lifeCycle.drain());
	opened.add(() => closing.abort());
	const { TURN_FRESH_MS: freshMs, CATCH_UP_MS: catchUpMs } = env;
	await recoverTurns({ replies: intake.replies, freshMs, catchUpMs, signal: closing.signal }, chat);
	await lifeCycle.begin();
	listenTo(connection, intake);
	return { chat, intake, closing: closing.signal };
}

function openIntake({ env, connection }: BotParts, ports: ChatPorts): ChatIntake {
	const { selfRoleIds } = connection;
	const waits = { coalesceMs: env.COALESCE_MS, coalesceMaxMs: env.COALESCE_MAX_MS };
	const catchUp = { perChannelMax: env.CATCH_UP_PER_CHANNEL_MAX };
	const activeMessages = {
		perUserMax: env.MAX_USER_ACTIVE_MESSAGES,
		perServerMax: env.MAX_SERVER_ACTIVE_MESSAGES,
	};
	const limits = { followUpInterruptsMax: env.MAX_FOLLOW_UP_INTERRUPTS, activeMessages };
	const intake = openChatIntake(ports, { ...waits, ...limits, catchUp, selfRoleIds });
	connection.onGuildJoined((join) => void greetGuild(join, ports));
	return intake;
}
