/** Makes turns of what was written while nobody listened. */
import type { ChatMessage } from '#domain/message';
import type { TriggerCause } from '#domain/turn';
import type { Admission } from './admit.ts';
import { isStopWord } from './stop-words.ts';

/** A line of somebody who was not heard; `cause` is null for one that only goes on with what they said before. */
export interface MissedLine {
	readonly line: ChatMessage;
	readonly cause: TriggerCause | null;
}

/** What one person said to the bot in one channel, oldest first. */
export type MissedTurn = readonly MissedLine[];

/** What counts as missed. */
export interface MissedOptions {
	readonly admit: (message: ChatMessage) => Admission;
	/** Milliseconds since 1970; what is older is left alone. */
	readonly sinceMs: number;
	/** Milliseconds within which a further line of the person belongs to the one before it. */
	readonly togetherMs: number;
}

/**
 * One turn for each person who addressed the bot by a mention, a reply or a direct message, oldest first. Words that
 * personas listen to are no reason to come back to something later, and neither is a wish to stop.
 */
export function missedTurns(messages: readonly ChatMessage[], options: MissedOptions): readonly MissedTurn[] {
	const turns = new Map<string, MissedLine[]>();
	for (const message of messages) {
		const { author, content, createdAtMs } = message;
		if (createdAtMs === null || createdAtMs < options.sinceMs || isStopWord(content)) continue;
		const admission = options.admit(message);
		const turn = turns.get(author.id);
		if (admission.kind === 'addressed') {
			// A person who said more since then stands where their newest line stands.
			turns.delete(author.id);
			turns.set(author.id, [...(turn ?? []), { line: message, cause: admission.cause }]);
		} else if (turn && admission.reason === 'not-addressed' && goesOn(turn, createdAtMs, options.togetherMs)) {
			turn.push({ line: message, cause: null });
		}
	}
	return [...turns.values()];
}

function goesOn(turn: MissedTurn, atMs: number, togetherMs: number): boolean {
	const lastMs = turn.at(-1)?.line.createdAtMs ?? 0;
	return atMs - lastMs <= togetherMs;
}
