/** Whom a line calls, and what that makes of the turn. */
import type { PersonaId } from '#domain/ids';
import { isDeliberate, type TriggerCause, type TurnRequest } from '#domain/turn';

/** A persona that is called. */
export interface CalledPersona {
	readonly id: PersonaId;
	readonly isMain: boolean;
}

/** A line that asks for answers. */
export interface LineCall {
	readonly cause: TriggerCause;
	/** In the order in which they answer; empty leaves it to the main persona, whichever that is. */
	readonly personas: readonly CalledPersona[];
	/** Personas that lines written in one go may call together. */
	readonly personasMax: number;
}

/** Two lines of one turn: whoever either calls answers, and what one asks on purpose the whole turn does. */
export function joinCalls(first: LineCall, second: LineCall | null): LineCall {
	if (second === null) return first;
	const known = new Set(first.personas.map(({ id }) => id));
	const joined = [...first.personas, ...second.personas.filter(({ id }) => !known.has(id))];
	const personasMax = Math.max(first.personasMax, second.personasMax);
	const cause = isDeliberate(first.cause) ? first.cause : isDeliberate(second.cause) ? second.cause : first.cause;
	return { cause, personas: joined.slice(0, personasMax), personasMax };
}

/** One request for each persona that is called, in order. */
export function requestsOf(
	{ cause, personas }: LineCall,
	lines: Pick<TurnRequest, 'trigger' | 'lines'>,
): readonly TurnRequest[] {
	if (personas.length === 0) return [{ ...lines, cause }];
	return personas.map(({ id, isMain }) => {
		const others = personas.filter((other) => other.id !== id).map((other) => other.id);
		return {
			...lines,
			cause,
			...(isMain ? {} : { personaId: id }),
			...(others.length === 0 ? {} : { alsoCalled: others }),
		};
	});
}
