/** Who may open the reply and whose label ends it. */
import { completionLabelOf, type StructuredContextItem } from '#domain/context-item';
import { neutraliseInline } from './neutralise.ts';

/** Names as they stand in the prompt, each once, ignoring case. */
export interface Speakers {
	/** Labels of the serving persona, the cue's first. */
	readonly ownLabels: readonly string[];
	/** Everybody else who speaks in the dialogue, in the order of appearance. */
	readonly foreignNames: readonly string[];
}

/** What is known of the speakers. */
export interface SpeakersOptions {
	readonly items: readonly StructuredContextItem[];
	readonly personaName: string;
	readonly personaAliases: readonly string[];
	readonly specialStrings: readonly string[];
}

/** Collects names that are not in `taken` yet, and takes them. */
function collect(names: readonly string[], options: SpeakersOptions, taken: Set<string>): string[] {
	const result: string[] = [];
	for (const name of names) {
		const label = neutraliseInline(name, options.specialStrings);
		const key = label.toLowerCase();
		if (label === '' || taken.has(key)) continue;
		taken.add(key);
		result.push(label);
	}
	return result;
}

/** Reads the speakers of samples, history and participants; who bears one of the persona's own names is not foreign. */
export function speakersOf(options: SpeakersOptions): Speakers {
	const senders = options.items.flatMap((item) =>
		item.sender !== undefined && (item.tag === 'DIALOGUE_SAMPLE' || item.tag === 'DIALOGUE_HISTORY')
			? [{ name: completionLabelOf(item) ?? item.sender.name, own: item.role === 'model' }]
			: [],
	);
	const taken = new Set<string>();
	const own = senders.filter((sender) => sender.own).map((sender) => sender.name);
	const others = senders.filter((sender) => !sender.own).map((sender) => sender.name);
	const present = options.items.flatMap((item) => item.participants ?? []).map((participant) => participant.name);
	return {
		ownLabels: collect([options.personaName, ...options.personaAliases, ...own], options, taken),
		foreignNames: collect([...others, ...present], options, taken),
	};
}

/** The personas that are known to a prompt, as they are written: the serving one, senders and participants. */
export function personaNamesOf(options: Omit<SpeakersOptions, 'specialStrings'>): readonly string[] {
	const senders = options.items.flatMap((item) => [
		...(item.sender ? [{ ...item.sender, name: completionLabelOf(item) ?? item.sender.name }] : []),
		...(item.participants ?? []),
	]);
	const personas = senders.filter((sender) => sender.type === 'persona').map((sender) => sender.name);
	return [...new Set([options.personaName, ...options.personaAliases, ...personas])];
}
