/** Counts the messages of a channel that is answered unasked. */

/** How many messages lie between two answers: drawn between both, 0 answers every one. */
export interface AutoReplyRange {
	readonly messagesMin: number;
	readonly messagesMax: number;
}

/** Messages so far, and the number at which the next answer comes. */
export interface AutoReplyCount {
	readonly messages: number;
	readonly threshold: number;
}

/** The number of messages until the next answer, for a number drawn from [0, 1). */
export function drawThreshold({ messagesMin, messagesMax }: AutoReplyRange, drawn: number): number {
	const width = Math.max(0, messagesMax - messagesMin) + 1;
	return messagesMin + Math.min(width - 1, Math.floor(drawn * width));
}

/**
 * One message more. A threshold that the present range no longer allows is drawn anew; an answer that is due begins the
 * count again. `nextThreshold` is what was drawn for this message.
 */
export function countMessage(
	known: AutoReplyCount | null,
	range: AutoReplyRange,
	nextThreshold: number,
): { readonly isDue: boolean; readonly count: AutoReplyCount } {
	const isKept = known !== null && known.threshold >= range.messagesMin && known.threshold <= range.messagesMax;
	const threshold = isKept ? known.threshold : nextThreshold;
	const messages = (known?.messages ?? 0) + 1;
	if (messages < threshold) return { isDue: false, count: { messages, threshold } };
	return { isDue: true, count: { messages: 0, threshold: nextThreshold } };
}
