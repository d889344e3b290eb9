/** The form of the stand-in's phrase books: what it may say in one language, by occasion. */

/** Why the persona speaks as it does. */
export type Occasion =
	| 'identity'
	| 'greeting'
	| 'thanks'
	| 'farewell'
	| 'code'
	| 'joke'
	| 'story'
	| 'sum'
	| 'choice'
	| 'name'
	| 'earlier'
	| 'note'
	| 'low'
	| 'question'
	| 'cheer'
	| 'statement'
	| 'nothing';

/**
 * Phrases with the placeholders {speaker} {name} {quote} {topic} {liked} {note} {choice} {sum} {earlier}; a phrase whose
 * placeholder has no value is not used.
 */
export interface VoiceLines {
	/** The main sentence or two. */
	readonly phrases: Readonly<Record<Occasion, readonly string[]>>;
	/** May follow the main sentence. */
	readonly followUps: readonly string[];
	/** May precede it; between asterisks. */
	readonly actions: readonly string[];
	/** Says plainly what is answering here. */
	readonly introductions: readonly string[];
	/** A word that only introductions hold, to tell whether one was made. */
	readonly introductionMark: string;
	/** For somebody without a name. */
	readonly somebody: string;
	/** What the other side would say next if nothing stopped a story model. */
	readonly runOn: readonly string[];
	/** The thinking that precedes a reply when thinking is on. */
	readonly thought: string;
}
