/** What an endpoint's events mean; one small reader for each endpoint. */

import type { ToolCallPiece } from '#domain/tool-call';

/** One piece of news from a payload; text comes before the end that the same payload may carry. */
export type WireEvent =
	| { readonly kind: 'text'; readonly text: string }
	/** Reasoning that the endpoint keeps apart from the reply. */
	| { readonly kind: 'thinking'; readonly text: string }
	/** A piece of a call of a tool. */
	| { readonly kind: 'call'; readonly piece: ToolCallPiece }
	| { readonly kind: 'end'; readonly reason: 'stop' | 'length' }
	/** The provider keeps the rest of the reply back; a normal end only after text. */
	| { readonly kind: 'withheld' }
	/** Nothing more will come; a normal end only after text. */
	| { readonly kind: 'done' };

/** An endpoint of a text API. */
export interface TextEndpoint {
	/** Below the host. */
	readonly path: string;
	/** A sentinel that is no JSON, or null. */
	readonly sentinel: string | null;
	/** Reads one JSON object; unknown shapes say nothing. */
	read(payload: Readonly<Record<string, unknown>>): readonly WireEvent[];
}
