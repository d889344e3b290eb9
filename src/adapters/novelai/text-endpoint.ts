/** What an endpoint's events mean; one small reader for each endpoint. */

/** One piece of news from a payload; text comes before the end that the same payload may carry. */
export type WireEvent =
	| { readonly kind: 'text'; readonly text: string }
	| { readonly kind: 'end'; readonly reason: 'stop' | 'length' }
	/** Nothing more will come; a normal end only after text. */
	| { readonly kind: 'done' };

/** An endpoint of the text API. */
export interface TextEndpoint {
	/** Below the text host. */
	readonly path: string;
	/** A sentinel that is no JSON, or null. */
	readonly sentinel: string | null;
	/** Reads one JSON object; unknown shapes say nothing. */
	read(payload: Readonly<Record<string, unknown>>): readonly WireEvent[];
}
