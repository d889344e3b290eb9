/** What the renderers read: admitted text, already safe, in its order. */

/** Anything that stands in a prompt and can be given up. */
export interface Piece {
	/** The identity of what it comes from; pieces with one identity are one thing in reports. */
	readonly identity: string;
	/** As it stands in the prompt; may have several lines. */
	readonly line: string;
}

/** A memory. */
export interface MemoryPiece extends Piece {
	/** Milliseconds since 1970; null when undated. */
	readonly recencyMs: number | null;
}

/** An entry of the lorebook. */
export interface LorePiece extends Piece {
	readonly insertionOrder: number;
}

/** Something said or done in the conversation or in a sample; its line begins with the label. */
export interface Entry extends Piece {
	readonly side: 'user' | 'persona';
	/** Consecutive entries of one turn have the same key; null is narration, which is nobody's turn (ruling L3). */
	readonly turnKey: string | null;
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
	readonly memories: readonly MemoryPiece[];
	/** Always On. */
	readonly constantLore: readonly LorePiece[];
	/** Brought up by keys; renderers place it anew whenever something was removed. */
	readonly activatedLore: readonly LorePiece[];
	readonly samples: readonly Entry[];
	readonly history: readonly Entry[];
	/** Stands exactly and last, in place of the `Name:` cue. */
	readonly prefill: string | null;
	readonly thinking: boolean;
}

/** Turns a layout into the prompt's text. */
export type RenderPrompt = (layout: PromptLayout) => string;
