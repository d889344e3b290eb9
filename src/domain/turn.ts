/** One persona answering one trigger. */
import type { ReplyRefusal } from '#domain/access';
import type { Failure } from '#domain/failure';
import type { PersonaId, Snowflake, TurnId } from '#domain/ids';
import type { Impersonation } from '#domain/impersonation';
import type { ChatMessage } from '#domain/message';
import type { PostedMessage, RenderIdentity } from '#domain/reply';
import type { ThinkingLevel } from '#domain/sampling';

/** Why a person's line is addressed to the bot; `persona` stands for another persona that has called this one. */
export type TriggerCause =
	| 'mention'
	| 'reply'
	| 'direct-message'
	| 'command'
	| 'trigger-word'
	| 'auto-reply'
	| 'persona';

const PASSIVE_CAUSES: readonly TriggerCause[] = ['trigger-word', 'auto-reply', 'persona'];

/** Whether somebody asked on purpose: what goes wrong with any other turn stays silent. */
export function isDeliberate(cause: TriggerCause): boolean {
	return !PASSIVE_CAUSES.includes(cause);
}

/** A turn to take: the trigger is the last line of those that were written together. */
export interface TurnRequest {
	readonly cause: TriggerCause;
	readonly trigger: ChatMessage;
	/** Every line of the person that belongs to this turn, oldest first, the trigger last. */
	readonly lines: readonly ChatMessage[];
	/** Who answers; the workspace's main persona when absent. */
	readonly personaId?: PersonaId;
	/** Further personas that the same lines call; each answers in a turn of its own. */
	readonly alsoCalled?: readonly PersonaId[];
	/** Whose words the reply is to be, where it is no persona's. */
	readonly impersonation?: Impersonation;
	/** True when it was asked while the bot was away, and others may have written since. */
	readonly isLate?: true;
	/** What a command asks for this once. */
	readonly wishes?: TurnWishes;
}

/** One-off wishes for a reply; what is absent is as usual. */
export interface TurnWishes {
	/** The beginning of the reply, word for word. */
	readonly prefill?: string;
	/** False when the beginning stands in the channel already. */
	readonly showsPrefill?: boolean;
	readonly thinkingLevel?: ThinkingLevel;
	/** What the reply should be, in a person's words; NovelAI's models never read it. */
	readonly instruction?: string;
}

/** A message of a turn's reply. */
export interface TurnPart {
	readonly turnId: TurnId;
	readonly personaId: PersonaId;
	readonly messageId: Snowflake;
	readonly part: number;
	readonly variant: number;
	/** The webhook that it came through. */
	readonly webhookId?: Snowflake;
	/** As Discord got it; absent where nothing is to be kept of it. */
	readonly content?: PartContent;
}

/** What a message of a reply says, and under which name and picture. */
export interface PartContent {
	readonly text: string;
	/** Null for the bot's own. */
	readonly identity: RenderIdentity | null;
}

/** What became of a turn. */
export type TurnOutcome =
	| { readonly kind: 'replied'; readonly messages: readonly PostedMessage[] }
	| { readonly kind: 'duplicate' }
	/** The persona takes no notice of the person. */
	| { readonly kind: 'ignored' }
	/** Access rules, a cooldown or a quota stand against it. */
	| { readonly kind: 'refused'; readonly refusal: ReplyRefusal }
	| { readonly kind: 'cancelled' }
	| { readonly kind: 'failed'; readonly failure: Failure; readonly messages: readonly PostedMessage[] };
