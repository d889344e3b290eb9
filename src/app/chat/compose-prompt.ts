/** From a turn's facts to what a text model is asked. */
import { composeContext } from '#core/context/compose-context';
import { participantsOf } from '#core/context/stages/participants';
import { buildSimplifiedHistory } from '#core/history/build-simplified-history';
import type { HistoryFacts } from '#core/history/history-facts';
import { activateLore } from '#core/lore/activate-lore';
import { selectMemories } from '#core/memory/select-memories';
import { plainLabel } from '#core/text/plain-label';
import type { PromptRequest } from '#domain/prompt-request';
import type { TurnRequest } from '#domain/turn';
import type { TurnFacts } from '#domain/turn-facts';
import { normalizeZone } from '#lib/calendar-day';

/** The request of a turn; pure, so that inspection asks for the very same. */
export function composePrompt(facts: TurnFacts, request: TurnRequest): PromptRequest {
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
	return {
		codename: facts.settings.modelCodename,
		items: composeContext({
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
		}),
		personaName: facts.persona.name,
		personaAliases: [],
		attg: facts.persona.attg,
		sampling: facts.settings.sampling,
		isFallbackAttempt: false,
		thinkingLevel: facts.settings.thinkingLevel,
		maxOutputTokens: facts.settings.maxOutputTokens,
		stopStrings: facts.settings.stopStrings,
		triggerMessageId: request.trigger.id,
		skippedLore: lore.skipped.map((entry) => `lorebook:${entry.id}`),
	};
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
