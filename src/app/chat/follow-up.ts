/** When a request belongs to one before it, and what they are together. */
import { isDeliberate, type TurnRequest } from '#domain/turn';
import { addLineTo } from './add-line.ts';

/** Only what a person writes to a persona follows up on what they wrote to it; a command stands for itself. */
export function isFollowUp(first: TurnRequest, second: TurnRequest): boolean {
	if (first.cause === 'command' || second.cause === 'command') return false;
	return first.trigger.author.id === second.trigger.author.id && first.personaId === second.personaId;
}

/** One turn with the lines of both, each once. */
export function joinRequests(first: TurnRequest, second: TurnRequest): TurnRequest {
	const lines = second.lines.reduce(addLineTo, first.lines);
	const cause = isDeliberate(first.cause) ? first.cause : second.cause;
	const others = [...new Set([...(first.alsoCalled ?? []), ...(second.alsoCalled ?? [])])];
	const alsoCalled = others.length === 0 ? {} : { alsoCalled: others };
	return { ...first, ...alsoCalled, cause, trigger: lines.at(-1) ?? second.trigger, lines };
}
