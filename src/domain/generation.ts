/** What a text model says while it works. */
import type { Failure } from '#domain/failure';
import type { ToolCall, ToolCallForm } from '#domain/tool-call';

/**
 * Why a generation ended well: by itself or a stop, at the requested length, cut off by the provider, or because the
 * model began to speak for somebody else or closed the scene.
 */
export type GenerationEndReason = 'stop' | 'length' | 'cut' | 'speaker-stop' | 'separator';

/**
 * One step of a generation; after `generation-end`, `tool-calls` or `generation-failure` nothing follows. Calls end what
 * the model says until it is told what came of them.
 */
export type GenerationEvent =
	| { readonly type: 'thinking-delta'; readonly text: string }
	| { readonly type: 'text-delta'; readonly text: string }
	| { readonly type: 'tool-calls'; readonly form: ToolCallForm; readonly calls: readonly ToolCall[] }
	| { readonly type: 'generation-end'; readonly reason: GenerationEndReason }
	| { readonly type: 'generation-failure'; readonly failure: Failure };
