/** A summary of a channel's conversation, by the model that answers there. */

import { attemptsOf } from '#app/chat/attempts-of';
import type { ChatPorts } from '#app/chat/chat-ports';
import { historyFacts } from '#app/chat/compose-prompt';
import { gatherFacts } from '#app/chat/gather-facts';
import { gatherPlace } from '#app/chat/gather-place';
import { knownNames } from '#app/chat/known-people';
import type { PlannedAttempt } from '#app/chat/plan-attempts';
import { composeSummary, SUMMARY_LABEL } from '#core/context/compose-summary';
import { buildSimplifiedHistory } from '#core/history/build-simplified-history';
import { MESSAGE_FETCH_LIMITS } from '#core/settings/resolve-settings';
import { wholeSentences } from '#core/text/whole-sentences';
import type { Failure } from '#domain/failure';
import { EMPTY_ATTG } from '#domain/persona';
import type { PromptRequest } from '#domain/prompt-request';
import type { TurnRequest } from '#domain/turn';
import type { TurnFacts } from '#domain/turn-facts';
import { writeText } from './write-text.ts';

/** UTF-16 units of a summary. */
export const SUMMARY_CHARACTERS_MAX = 1_800;

/** What came of it. */
export type SummaryEnd =
	| { readonly kind: 'written'; readonly text: string }
	/** Nobody has said anything since the conversation began. */
	| { readonly kind: 'nothing' }
	| { readonly kind: 'failed'; readonly failure: Failure };

/**
 * Reads what a persona would read at most, the last summary among it; what is too much for the model's window is given
 * up oldest first. Changes nothing.
 */
export async function writeSummary(request: TurnRequest, signal: AbortSignal, ports: ChatPorts): Promise<SummaryEnd> {
	const found = await gatherPlace(request, ports);
	const planned = await attemptsOf(found, ports.stores, ports.operator);
	if (!planned.ok) return { kind: 'failed', failure: planned.error };
	const attempts = planned.value;
	const credential = attempts[0]?.route.keys[0]?.credential;
	if (!credential) return { kind: 'failed', failure: { code: 'no-key' } };
	const settings = { ...found.settings, messageFetchLimit: MESSAGE_FETCH_LIMITS.messagesMax };
	const place = { ...found, settings };
	const facts = await gatherFacts({ request, place, credential, readsNotes: false, signal }, ports);
	if (!facts.ok) return { kind: 'failed', failure: facts.error };
	const items = itemsOf(facts.value, request);
	if (items === null) return { kind: 'nothing' };
	const requestFor = (attempt: PlannedAttempt): PromptRequest => promptOf(attempt, { items, request });
	const written = await writeText({ attempts, requestFor, charactersMax: SUMMARY_CHARACTERS_MAX, signal }, ports);
	if (!written.ok) return { kind: 'failed', failure: written.error };
	const { text, isBrokenOff } = written.value;
	return { kind: 'written', text: wholeSentences(text, { charactersMax: SUMMARY_CHARACTERS_MAX, isBrokenOff }) };
}

/** Null where nobody has said anything. */
function itemsOf(facts: TurnFacts, request: TurnRequest): PromptRequest['items'] | null {
	const about = historyFacts(facts, request);
	const history = buildSimplifiedHistory(facts.messages, about);
	if (history.entries.every(({ authorType }) => authorType === 'system')) return null;
	return composeSummary({
		persona: facts.persona,
		history: history.entries,
		names: knownNames(facts, history),
		dates: about.timeAwareness ? { zone: about.zone, nowMs: facts.nowMs } : null,
		fetchLimit: facts.settings.messageFetchLimit,
	});
}

function promptOf(
	{ settings, isFallback }: PlannedAttempt,
	{ items, request }: { readonly items: PromptRequest['items']; readonly request: TurnRequest },
): PromptRequest {
	return {
		codename: settings.modelCodename,
		items,
		personaName: SUMMARY_LABEL,
		personaAliases: [],
		attg: EMPTY_ATTG,
		sampling: settings.sampling,
		isFallbackAttempt: isFallback,
		thinkingLevel: 'none',
		maxOutputTokens: settings.maxOutputTokens,
		// What ends a persona's reply says nothing about a summary.
		stopStrings: [],
		triggerMessageId: request.trigger.id,
	};
}
