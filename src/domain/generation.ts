/** What a text model says while it works. */
import type { Failure } from '#domain/failure';

/** Why a generation ended well: by itself or a stop, or at the requested length, or cut off by the provider. */
export type GenerationEndReason = 'stop' | 'length' | 'cut';

/** One step of a generation; after `generation-end` or `generation-failure` nothing follows. */
export type GenerationEvent =
	| { readonly type: 'thinking-delta'; readonly text: string }
	| { readonly type: 'text-delta'; readonly text: string }
	| { readonly type: 'generation-end'; readonly reason: GenerationEndReason }
	| { readonly type: 'generation-failure'; readonly failure: Failure };
