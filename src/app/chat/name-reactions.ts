/** Finds out who gave the reactions of a history, newest messages first, within a budget of requests. */
import type { ChatMessage, Reaction } from '#domain/message';
import type { ReactionLimits } from '#domain/turn-facts';
import type { ChatSurface } from '#ports/chat-surface';

/** Limits of reactions in prompts (REACTION_CONTEXT_ENABLED and its companions). */
export interface ReactionSettings extends ReactionLimits {
	/** Requests that one turn may spend on names. */
	readonly callsMax: number;
}

/** Where names are asked for. */
export interface ReactionNaming {
	readonly surface: Pick<ChatSurface, 'readReactionUsers'>;
	readonly settings: ReactionSettings;
	readonly signal: AbortSignal;
}

/** The messages with `userNames` on as many reactions as the budget allows; the others keep their counts. */
export async function nameReactions(
	messages: readonly ChatMessage[],
	naming: ReactionNaming,
): Promise<readonly ChatMessage[]> {
	const { isEnabled, callsMax, reactionsMax } = naming.settings;
	if (!isEnabled || callsMax <= 0 || !messages.some((message) => message.reactions.length > 0)) return messages;
	let left = callsMax;
	const named: Promise<ChatMessage>[] = [];
	for (const message of messages.toReversed()) {
		const asked = message.reactions.slice(0, Math.min(left, reactionsMax));
		left -= asked.length;
		named.push(asked.length === 0 ? Promise.resolve(message) : nameOne(message, asked, naming));
	}
	return (await Promise.all(named)).toReversed();
}

async function nameOne(
	message: ChatMessage,
	asked: readonly Reaction[],
	{ surface, settings, signal }: ReactionNaming,
): Promise<ChatMessage> {
	const { channelId, id: messageId } = message;
	const limit = settings.usersMax;
	const reactions = message.reactions.map(async (reaction) => {
		if (!asked.includes(reaction) || limit <= 0) return reaction;
		const users = await surface.readReactionUsers({ channelId, messageId, reaction, limit }, signal);
		return { ...reaction, userNames: users.map((user) => user.displayName) };
	});
	return { ...message, reactions: await Promise.all(reactions) };
}
