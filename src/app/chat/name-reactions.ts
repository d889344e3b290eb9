/** Finds out who gave the reactions of a history, newest messages first, within a budget of requests. */
import type { Snowflake } from '#domain/ids';
import type { ChatMessage, MentionedUser, Reaction } from '#domain/message';
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
	/** Who of these people keeps out of every context. */
	readonly privateAmong: (discordIds: readonly Snowflake[]) => Promise<ReadonlySet<Snowflake>>;
	readonly signal: AbortSignal;
}

/** Who gave a reaction, as far as Discord was asked. */
type Givers = ReadonlyMap<Reaction, readonly MentionedUser[]>;

/** The messages with `userNames` on as many reactions as the budget allows; the others keep their counts. */
export async function nameReactions(
	messages: readonly ChatMessage[],
	naming: ReactionNaming,
): Promise<readonly ChatMessage[]> {
	const { isEnabled, callsMax, reactionsMax, usersMax } = naming.settings;
	if (!isEnabled || callsMax <= 0 || usersMax <= 0) return messages;
	let left = callsMax;
	const asked: Promise<readonly [Reaction, readonly MentionedUser[]]>[] = [];
	for (const message of messages.toReversed()) {
		const reactions = message.reactions.slice(0, Math.min(left, reactionsMax));
		left -= reactions.length;
		for (const reaction of reactions) asked.push(giversOf(message, reaction, naming));
	}
	if (asked.length === 0) return messages;
	const givers: Givers = new Map(await Promise.all(asked));
	const people = [...new Set([...givers.values()].flatMap((users) => users.map(({ id }) => id)))];
	const hidden = people.length === 0 ? new Set<Snowflake>() : await naming.privateAmong(people);
	return messages.map((message) => withNames(message, givers, hidden));
}

async function giversOf(
	{ channelId, id: messageId }: ChatMessage,
	reaction: Reaction,
	{ surface, settings, signal }: ReactionNaming,
): Promise<readonly [Reaction, readonly MentionedUser[]]> {
	const limit = settings.usersMax;
	return [reaction, await surface.readReactionUsers({ channelId, messageId, reaction, limit }, signal)];
}

function withNames(message: ChatMessage, givers: Givers, hidden: ReadonlySet<Snowflake>): ChatMessage {
	if (!message.reactions.some((reaction) => givers.has(reaction))) return message;
	const reactions = message.reactions.map((reaction) => {
		const shown = givers.get(reaction)?.filter(({ id }) => !hidden.has(id));
		return shown === undefined ? reaction : { ...reaction, userNames: shown.map(({ displayName }) => displayName) };
	});
	return { ...message, reactions };
}
