/** When a request belongs to one before it, and what they are together. */
import type { TurnRequest } from '#domain/turn';
import { addLineTo } from './add-line.ts';

/** Only what a person writes follows up on what they wrote; a command stands for itself. */
export function isFollowUp(first: TurnRequest, second: TurnRequest): boolean {
	if (first.cause === 'command' || second.cause === 'command') return false;
	return first.trigger.author.id === second.trigger.author.id;
}

/** One turn with the lines of both, each once. */
export function joinRequests(first: TurnRequest, second: TurnRequest): TurnRequest {
	const lines = second.lines.reduce(addLineTo, first.lines);
	return { ...first, trigger: lines.at(-1) ?? second.trigger, lines };
}
