/** What may be asked of an inspection, and what comes of it. */
import type { Failure } from '#domain/failure';
import type { PreparedPrompt } from '#domain/fitting';
import type { Snowflake } from '#domain/ids';
import type { Persona } from '#domain/persona';

/** Who looks at which conversation. */
export interface InspectionQuery {
	readonly channelId: Snowflake;
	readonly userId: Snowflake;
	/** May look at everybody's turns, not only at their own. */
	readonly canManage: boolean;
	/** Null is the main one. */
	readonly persona: Persona | null;
	readonly signal: AbortSignal;
}

/** What would be sent, and as whom. */
export interface InspectedPrompt {
	readonly prepared: PreparedPrompt;
	readonly persona: Persona;
}

/** Why there is nothing to show. */
export type InspectionRefusal =
	| { readonly kind: 'no-turn' }
	| { readonly kind: 'not-yours' }
	/** The message is no reply of ours, or is gone. */
	| { readonly kind: 'no-reply' }
	| { readonly kind: 'not-your-reply' }
	| { readonly kind: 'failure'; readonly failure: Failure };
