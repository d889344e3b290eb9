/** Counting tokens, as a capability that core receives as an argument. */

/** Why a text could not be counted: longer than 1,000,000 UTF-16 units. */
export type EncodeRefusal = 'too-long';

/**
 * A tokenizer's own count of a text, exact for the serving model. Synchronous: it runs in the preparation worker.
 * `encode` returns token ids; special strings of the tokenizer are matched anywhere in the text.
 */
export interface TokenCounter {
	count(text: string): number;
	encode(text: string): readonly number[];
}
