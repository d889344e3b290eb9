/** The serving tokenizer as prompt preparation needs it. */
import type { TokenCounter } from '#domain/tokens';

/** Counts for one preparation, and what the tokenizer reads as structure. */
export interface PromptTokenizer {
	readonly counter: TokenCounter;
	/** Every string that the tokenizer reads as one token with a meaning of its own, such as `<|user|>`. */
	readonly specialStrings: readonly string[];
	/** True when the counts are those of a related tokenizer. */
	readonly approximate: boolean;
	/** Whether a text has more than 1,024 consecutive code points without white space, scripts without spaces not counted. */
	hasOversizedRun(text: string): boolean;
}
