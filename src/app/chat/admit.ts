/** Decides whether a message asks for an answer. */
import type { Snowflake } from '#domain/ids';
import type { ChatMessage } from '#domain/message';
import type { TriggerCause } from '#domain/turn';

/** What the bot knows of itself in the message's guild. */
export interface SelfIdentity {
	readonly selfId: Snowflake;
	/** Roles that stand for the bot, such as the one Discord makes for it. */
	readonly selfRoleIds: readonly Snowflake[];
}

/** Why a message is none of the bot's business. */
export type IgnoreReason = 'not-a-person' | 'system-message' | 'command-prefix' | 'not-addressed';

/** What to do with a message. */
export type Admission =
	| { readonly kind: 'addressed'; readonly cause: TriggerCause }
	| { readonly kind: 'ignored'; readonly reason: IgnoreReason };

/** Messages that begin so belong to other bots. */
const OTHER_COMMANDS_PREFIX = '!';

/** Only people are answered; a direct message, a mention (of the bot or its own role) or a reply to the bot addresses it. */
export function admit(message: ChatMessage, self: SelfIdentity): Admission {
	if (message.author.kind !== 'user') return { kind: 'ignored', reason: 'not-a-person' };
	if (message.kind === 'system') return { kind: 'ignored', reason: 'system-message' };
	if (message.content.startsWith(OTHER_COMMANDS_PREFIX)) return { kind: 'ignored', reason: 'command-prefix' };
	const cause = causeOf(message, self);
	return cause ? { kind: 'addressed', cause } : { kind: 'ignored', reason: 'not-addressed' };
}

/** Replies to webhooks never notify anybody, so the target itself tells whose it is (S022). */
function repliesToUs(message: ChatMessage): boolean {
	const target = message.reply?.target;
	return target?.author.kind === 'self' || target?.webhook?.isOurs === true;
}

function causeOf(message: ChatMessage, self: SelfIdentity): TriggerCause | null {
	if (message.guildId === null) return 'direct-message';
	if (repliesToUs(message)) return 'reply';
	if (message.mentionedUsers.some((user) => user.id === self.selfId)) return 'mention';
	if (message.mentionedRoles.some((role) => self.selfRoleIds.includes(role.id))) return 'mention';
	return null;
}
