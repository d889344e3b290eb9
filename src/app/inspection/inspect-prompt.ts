/** Reconstructs the prompt that a reply would be written from now, without writing one. */
import { attemptsOf, readsNotes } from '#app/chat/attempts-of';
import type { ChatPorts } from '#app/chat/chat-ports';
import { gatherFacts } from '#app/chat/gather-facts';
import { findPlace, type TurnPlace } from '#app/chat/gather-place';
import { prepareAttempt } from '#app/chat/prepare-attempt';
import type { Failure } from '#domain/failure';
import { err, ok, type Result } from '#lib/result';
import { findTrigger } from './find-trigger.ts';
import type { InspectedPrompt, InspectionQuery, InspectionRefusal } from './inspection.ts';

/**
 * The current request of the conversation's newest turn: the same facts, the same preparation and so the same bytes as
 * generation (ruling N14). Takes no claim, writes no row, counts nothing and uses none of the keys that take turns;
 * all that is sent is a question for the plan of the scope's key, where it is not known yet.
 */
export async function inspectPrompt(
	query: InspectionQuery,
	ports: ChatPorts,
): Promise<Result<InspectedPrompt, InspectionRefusal>> {
	const { signal } = query;
	const found = await findTrigger(query, ports);
	if (!found.ok) return found;
	const trigger = found.value;
	const place = await findPlace(trigger, ports, query.persona);
	if (place === null) return err({ kind: 'no-turn' });
	const served = await servingAttempt(place, ports);
	if (!served.ok) return failed(served.error);
	const { attempt, credential, notesAreRead } = served.value;
	const cause = trigger.guildId === null ? ('direct-message' as const) : ('mention' as const);
	const request = { cause, trigger, lines: [trigger] };
	const facts = await gatherFacts(
		{ request, place, credential, readsNotes: notesAreRead, signal, endsAtTrigger: true },
		ports,
	);
	if (!facts.ok) return failed(facts.error);
	const { prepared } = await prepareAttempt({ request, facts: facts.value, attempt, credential, signal }, ports);
	return prepared.ok ? ok({ prepared: prepared.value, persona: place.persona }) : failed(prepared.error);
}

/** The first attempt that a turn would make, over the first key of its route rather than the one whose turn it is. */
async function servingAttempt(place: TurnPlace, ports: ChatPorts) {
	const attempts = await attemptsOf(place, ports.stores, ports.operator);
	if (!attempts.ok) return attempts;
	const attempt = attempts.value[0];
	const credential = attempt?.route.keys[0]?.credential;
	if (!attempt || !credential) return err({ code: 'no-key' } as const);
	return ok({ attempt, credential, notesAreRead: readsNotes(attempts.value, ports.model) });
}

function failed(failure: Failure): Result<never, InspectionRefusal> {
	return err({ kind: 'failure', failure });
}
