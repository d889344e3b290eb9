/** What a text model says while it works. */
import type { Failure } from '#domain/failure';

/**
 * Why a generation ended well: by itself or a stop, at the requested length, cut off by the provider, or because the
 * model began to speak for somebody else or closed the scene.
 */
export type GenerationEndReason = 'stop' | 'length' | 'cut' | 'speaker-stop' | 'separator';

/** One step of a generation; after `generation-end` or `generation-failure` nothing follows. */
export type GenerationEvent =
	| { readonly type: 'thinking-delta'; readonly text: string }
	| { readonly type: 'text-delta'; readonly text: string }
	| { readonly type: 'generation-end'; readonly reason: GenerationEndReason }
	| { readonly type: 'generation-failure'; readonly failure: Failure };
