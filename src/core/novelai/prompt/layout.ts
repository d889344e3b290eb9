/** What the renderers read: admitted text, already safe, in its order. */

/** Something said or done in the conversation or in a sample. */
export interface Entry {
	/** The identity of the piece that it comes from; pieces with one identity are one thing in reports. */
	readonly identity: string;
	readonly side: 'user' | 'persona';
	/** Label and words as they stand in the prompt; may have several lines. */
	readonly line: string;
	/** True for the entry that holds the triggering message. */
	readonly isTrigger: boolean;
}

/** The parts of one prompt. */
export interface PromptLayout {
	readonly personaLabel: string;
	/** Stands before everything, or is empty. */
	readonly startTokens: string;
	readonly systemPrompt: string | null;
	readonly attgLine: string | null;
	readonly personality: readonly string[];
	readonly samples: readonly Entry[];
	readonly history: readonly Entry[];
	/** Stands exactly and last, in place of the `Name:` cue. */
	readonly prefill: string | null;
	readonly thinking: boolean;
}

/** Turns a layout into the prompt's text. */
export type RenderPrompt = (layout: PromptLayout) => string;
