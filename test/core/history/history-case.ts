/** A history in the fewest words: facts with defaults, and entries as a reader of the prompt sees them. */
import { buildSimplifiedHistory } from '#core/history/build-simplified-history';
import {
	type HistoryFacts,
	type HistoryPersona,
	plainHistoryFacts,
	type SimplifiedHistory,
} from '#core/history/history-facts';
import type { LineageId, PersonaId } from '#domain/ids';
import type { ChatMessage } from '#domain/message';
import type { SimplifiedMessageForContext } from '#domain/simplified-message';
import { SELF_ID } from '../../support/chat-message.ts';

/** The main persona of these tests. */
export const TOMORI: HistoryPersona = {
	id: 1 as PersonaId,
	lineageId: 11 as LineageId,
	name: 'Tomori',
	isAlter: false,
};
/** An alter. */
export const KURO: HistoryPersona = { id: 2 as PersonaId, lineageId: 12 as LineageId, name: 'Kuro', isAlter: true };
/** The clock of these tests. */
export const NOW_MS = 1_700_000_500_000;

/** Facts of a server with both personas. */
export function historyFacts(change: Partial<HistoryFacts> = {}): HistoryFacts {
	const plain = plainHistoryFacts({ selfId: SELF_ID, persona: TOMORI, turnLines: [], nowMs: NOW_MS });
	return { ...plain, personas: [TOMORI, KURO], ...change };
}

/** The list of these messages. */
export function historyOf(messages: readonly ChatMessage[], change: Partial<HistoryFacts> = {}): SimplifiedHistory {
	return buildSimplifiedHistory(messages, historyFacts(change));
}

/** The only entry of these messages; throws when there are more or fewer. */
export function entryOf(message: ChatMessage, change: Partial<HistoryFacts> = {}): SimplifiedMessageForContext {
	const { entries, dropped } = historyOf([message], change);
	const [entry] = entries;
	if (entry === undefined || entries.length !== 1) throw new Error(`not one entry: ${JSON.stringify(dropped)}`);
	return entry;
}

/** `Label: projection`, or the bare projection of narration. */
export function projected(history: SimplifiedHistory): readonly string[] {
	return history.entries.flatMap((entry) => {
		if (entry.completionContent === null) return [];
		return entry.completionSpeaker === false
			? [entry.completionContent]
			: [`${entry.authorName}: ${entry.completionContent}`];
	});
}

/** The notes of an entry, each with its place. */
export function notesOf(entry: SimplifiedMessageForContext): readonly string[] {
	return entry.systemNotes.map((note) => `${note.place}: ${note.text}`);
}
