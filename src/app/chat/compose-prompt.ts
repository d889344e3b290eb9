/** From a turn's facts to what a text model is asked. */
import { composeContext } from '#core/context/compose-context';
import { buildSimplifiedHistory } from '#core/history/build-simplified-history';
import type { HistoryFacts } from '#core/history/history-facts';
import { plainLabel } from '#core/text/plain-label';
import type { PromptRequest } from '#domain/prompt-request';
import type { TurnRequest } from '#domain/turn';
import type { TurnFacts } from '#domain/turn-facts';
import { normalizeZone } from '#lib/calendar-day';

/** The request of a turn; pure, so that inspection asks for the very same. */
export function composePrompt(facts: TurnFacts, request: TurnRequest): PromptRequest {
	const history = buildSimplifiedHistory(facts.messages, historyFacts(facts, request));
	return {
		codename: facts.settings.modelCodename,
		items: composeContext({
			persona: facts.persona,
			userName:
				history.userNames.get(request.trigger.author.id) ?? plainLabel(request.trigger.author.displayName, 'someone'),
			history: history.entries,
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
