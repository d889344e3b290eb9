/** How the persona talks, by example. */
import { resolveIdentityMacros } from '#core/text/macros';
import type { StructuredContextItem } from '#domain/context-item';
import type { ContextFacts } from '../stage.ts';

/** What was said, without the speaker's own label: keepers often write one, and every prompt adds it. */
function withoutLabel(text: string, name: string): string {
	const colon = text.search(/[:：]/);
	if (colon < 0 || text.slice(0, colon).trim().toLowerCase() !== name.toLowerCase()) return text;
	return text.slice(colon + 1).trim() || text;
}

/** A user item (when the exchange has that side) and a model item per exchange, sharing the identity `sample:<n>`. */
export function sampleDialogues(facts: ContextFacts): readonly StructuredContextItem[] {
	const names = { persona: facts.persona.name, user: facts.userName };
	return facts.persona.samples.flatMap((sample, index) => {
		const identity = `sample:${index}`;
		const items: StructuredContextItem[] = [];
		if (sample.user !== null && sample.user.trim() !== '') {
			const said = withoutLabel(resolveIdentityMacros(sample.user, names), names.user);
			items.push({
				role: 'user',
				tag: 'DIALOGUE_SAMPLE',
				text: `${names.user}: ${said}`,
				completionText: said,
				identity,
				sender: { name: names.user, type: 'user' },
			});
		}
		const answered = withoutLabel(resolveIdentityMacros(sample.persona, names), names.persona);
		items.push({
			role: 'model',
			tag: 'DIALOGUE_SAMPLE',
			text: `${names.persona}: ${answered}`,
			completionText: answered,
			identity,
			sender: { name: names.persona, type: 'persona' },
		});
		return items;
	});
}
