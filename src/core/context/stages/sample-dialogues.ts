/** How the persona talks, by example. */
import { renderSystemNote } from '#core/text/system-note';
import type { ContextSender, StructuredContextItem } from '#domain/context-item';
import type { SampleExchange } from '#domain/persona';
import { LINE_TRANSFORMS, type LineSeams } from '../dialogue-history/line-transforms.ts';
import type { EntryRole } from '../dialogue-history/role-of.ts';
import { namedContent } from '../plain-content.ts';
import type { ContextFacts } from '../stage.ts';

/**
 * A user item (when the exchange has that side) and a model item per exchange, sharing the identity `sample:<n>`. Where
 * an exchange lacks a side, a note for chat models tells that the examples are over, or the scene would seem to go on.
 */
export function sampleDialogues(
	facts: ContextFacts,
	transforms: LineSeams = LINE_TRANSFORMS,
): readonly StructuredContextItem[] {
	if (facts.talk.impersonatedUserId !== null) return [];
	const { samples } = facts.persona;
	const items = samples.flatMap((sample, index) => sampleItems(sample, `sample:${index}`, { facts, transforms }));
	return samples.some((sample) => !hasUserSide(sample)) ? [...items, samplesEnd(facts)] : items;
}

function hasUserSide(sample: SampleExchange): sample is SampleExchange & { readonly user: string } {
	return sample.user !== null && sample.user.trim() !== '';
}

function sampleItems(sample: SampleExchange, identity: string, scene: SampleScene): readonly StructuredContextItem[] {
	const { persona, userName } = scene.facts;
	const asPersona = { identity, role: 'model', sender: { name: persona.name, type: 'persona' } } as const;
	const asUser = { identity, role: 'user', sender: { name: userName, type: 'user' } } as const;
	const answer = sampleItem(sample.persona, asPersona, scene);
	return hasUserSide(sample) ? [sampleItem(sample.user, asUser, scene), answer] : [answer];
}

interface SampleScene {
	readonly facts: ContextFacts;
	readonly transforms: LineSeams;
}

interface SampleSide {
	readonly identity: string;
	readonly role: EntryRole;
	readonly sender: ContextSender;
}

function sampleItem(words: string, side: SampleSide, { facts, transforms }: SampleScene): StructuredContextItem {
	const said = withoutLabel(namedContent(words, facts), side.sender.name);
	const shown = transforms.uncensorLine(transforms.humanizeLine(said, facts, side.role), facts, side.role);
	return { ...side, tag: 'DIALOGUE_SAMPLE', text: `${side.sender.name}: ${shown}`, completionText: said };
}

/** What was said, without the speaker's own label: keepers often write one, and every prompt adds it. */
function withoutLabel(text: string, name: string): string {
	const colon = text.search(/[:：]/);
	if (colon < 0 || text.slice(0, colon).trim().toLowerCase() !== name.toLowerCase()) return text;
	return text.slice(colon + 1).trim() || text;
}

/** It has no speaker, and completion models, whose layout has its own end of the examples, read none of it. */
function samplesEnd({ persona }: ContextFacts): StructuredContextItem {
	return {
		role: 'user',
		tag: 'DIALOGUE_SAMPLE',
		text: renderSystemNote(
			`So far these were only examples of how ${persona.name} talks. A new scene begins: what follows really happened.`,
		),
		completionText: '',
		identity: 'samples-end',
	};
}
