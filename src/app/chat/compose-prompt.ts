/** From a turn's facts to what a text model is asked. */
import { composeContext } from '#core/context/compose-context';
import { participantsOf } from '#core/context/stages/participants';
import { buildSimplifiedHistory } from '#core/history/build-simplified-history';
import type { HistoryFacts } from '#core/history/history-facts';
import { activateLore } from '#core/lore/activate-lore';
import { selectMemories } from '#core/memory/select-memories';
import { plainLabel } from '#core/text/plain-label';
import type { StructuredContextItem } from '#domain/context-item';
import type { Snowflake } from '#domain/ids';
import type { PromptRequest } from '#domain/prompt-request';
import type { TurnRequest } from '#domain/turn';
import type { TurnFacts } from '#domain/turn-facts';
import { normalizeZone } from '#lib/calendar-day';

/** A turn's request, and what the people in it are called there. */
export interface ComposedTurn {
	readonly prompt: PromptRequest;
	/** By Discord's ids. */
	readonly people: ReadonlyMap<Snowflake, string>;
}

/** The request of a turn; pure, so that inspection asks for the very same. */
export function composeTurn(facts: TurnFacts, request: TurnRequest): ComposedTurn {
	const history = buildSimplifiedHistory(facts.messages, historyFacts(facts, request));
	const { knowledge, persona } = facts;
	const { lineageId } = persona;
	const projections = history.entries.flatMap((entry) => entry.completionContent ?? []);
	const memories = selectMemories({
		knowledge,
		lineageId,
		participants: new Set(participantsOf(history.entries).keys()),
		corpus: projections.join('\n'),
	});
	const lore = activateLore({
		entries: knowledge.lore,
		lineageId,
		projections,
		charactersMax: knowledge.loreCharactersMax,
	});
	const prompt = {
		codename: facts.settings.modelCodename,
		items: [
			...composeContext({
				persona: facts.persona,
				userName:
					history.userNames.get(request.trigger.author.id) ?? plainLabel(request.trigger.author.displayName, 'someone'),
				history: history.entries,
				knowledge: {
					serverMemories: memories.server,
					personalMemories: memories.personal,
					shortTerm: knowledge.shortTerm,
					lore: lore.active,
					names: { users: history.userNames, roles: new Map(), channels: new Map() },
				},
				humanizerDegree: facts.settings.humanizerDegree,
			}),
			...prefillItems(facts, request),
		],
		personaName: facts.persona.name,
		personaAliases: [],
		attg: facts.persona.attg,
		sampling: facts.settings.sampling,
		isFallbackAttempt: false,
		thinkingLevel: request.wishes?.thinkingLevel ?? facts.settings.thinkingLevel,
		maxOutputTokens: facts.settings.maxOutputTokens,
		stopStrings: facts.settings.stopStrings,
		triggerMessageId: request.trigger.id,
		skippedLore: lore.skipped.map((entry) => `lorebook:${entry.id}`),
	};
	return { prompt, people: history.userNames };
}

/** The given beginning of the reply stands behind the persona's label, whose place it takes (ruling N20). */
function prefillItems({ persona }: TurnFacts, { wishes }: TurnRequest): readonly StructuredContextItem[] {
	const prefill = wishes?.prefill ?? '';
	if (prefill.trim() === '') return [];
	const text = `${persona.name}: ${prefill}`;
	return [{ role: 'model', tag: 'DIALOGUE_HISTORY', text, identity: 'prefill', explicitPrefill: true }];
}

/** What the simplification needs to know, from what the turn has read. */
export function historyFacts(facts: TurnFacts, request: TurnRequest): HistoryFacts {
	return {
		...facts.history,
		selfId: facts.selfId,
		persona: facts.persona,
		ownWebhookIds: new Set(),
		transcripts: new Map(),
		timeAwareness: true,
		zone: normalizeZone(facts.settings.zone) ?? 'UTC',
		nowMs: facts.nowMs,
		turnLines: request.lines,
	};
}
