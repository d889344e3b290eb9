/** Hands Discord's events to whoever answers them. */
import type { Snowflake } from '#domain/ids';
import type { ChatMessage } from '#domain/message';
import type { DiscordConnection } from './connection.ts';

/** What happens in channels, as the chat wants to hear of it. */
export interface ChannelListener {
	onTyping(channelId: Snowflake, userId: Snowflake): void;
	onMessageDeleted(channelId: Snowflake, messageId: Snowflake): void;
	onMessageEdited(message: ChatMessage): void;
	onMessage(message: ChatMessage): void;
}

/** Connects the listener; messages come last, so that nothing else is missed once the first one is taken. */
export function listenTo(connection: DiscordConnection, listener: ChannelListener): void {
	connection.onTyping(({ channelId, userId }) => listener.onTyping(channelId, userId));
	connection.onMessageDeleted(({ channelId, messageIds }) => {
		for (const messageId of messageIds) listener.onMessageDeleted(channelId, messageId);
	});
	connection.onMessageEdited((message) => listener.onMessageEdited(message));
	connection.onMessage((message) => listener.onMessage(message));
}
