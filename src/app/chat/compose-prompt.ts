/** From a turn's facts to what a text model is asked. */
import { composeContext } from '#core/context/compose-context';
import { buildSimplifiedHistory } from '#core/history/build-simplified-history';
import { plainLabel } from '#core/text/plain-label';
import type { PromptRequest } from '#domain/prompt-request';
import type { TurnRequest } from '#domain/turn';
import type { TurnFacts } from '#domain/turn-facts';

/** The request of a turn; pure, so that inspection asks for the very same. */
export function composePrompt(facts: TurnFacts, request: TurnRequest): PromptRequest {
	const history = buildSimplifiedHistory(facts.messages, {
		selfId: facts.selfId,
		personaName: facts.persona.name,
		noticeIds: facts.noticeIds,
		turnLines: request.lines,
	});
	return {
		codename: facts.settings.modelCodename,
		items: composeContext({
			persona: facts.persona,
			userName: plainLabel(request.trigger.author.displayName, 'someone'),
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
