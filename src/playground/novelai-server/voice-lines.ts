/** The form of the stand-in's phrase books: what it may say in one language, by occasion. */

/** Why the persona speaks as it does. */
export const occasions = [
	'identity',
	'own-name',
	'greeting',
	'wellbeing',
	'doing',
	'help',
	'likes',
	'taste',
	'presence',
	'place',
	'age',
	'clock',
	'thanks',
	'apology',
	'farewell',
	'night',
	'affection',
	'compliment',
	'harsh',
	'code',
	'joke',
	'story',
	'poem',
	'bored',
	'sum',
	'choice',
	'name',
	'meeting',
	'earlier',
	'note',
	'low',
	'glad',
	'hungry',
	'fondness',
	'aversion',
	'yes',
	'no',
	'unsure',
	'laugh',
	'more',
	'why',
	'really',
	'unclear',
	'and-you',
	'and-me',
	'ability',
	'permission',
	'question',
	'cheer',
	'statement',
	'called',
	'nothing',
] as const;

/** One of the occasions. */
export type Occasion = (typeof occasions)[number];

/**
 * Phrases with the placeholders {speaker} {name} {quote} {topic} {liked} {note} {choice} {sum} {earlier}; a phrase whose
 * placeholder has no value is not used. {speaker} always has one. Every occasion has a phrase with no other placeholder,
 * except those that only happen with their fact at hand: `sum`, `choice` and `note`.
 */
export interface VoiceLines {
	/** The main sentence or two. */
	readonly phrases: Readonly<Record<Occasion, readonly string[]>>;
	/** May follow the main sentence after something that was told. */
	readonly followUps: readonly string[];
	/** May follow the answer to a question. */
	readonly turnBacks: readonly string[];
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
