/** From a request to the prompt that its first attempt would send. */
import { attemptsOf, readsNotes } from '#app/chat/attempts-of';
import type { ChatPorts } from '#app/chat/chat-ports';
import { gatherFacts } from '#app/chat/gather-facts';
import type { TurnPlace } from '#app/chat/gather-place';
import { mayTryAnother, type PlannedAttempt } from '#app/chat/plan-attempts';
import { prepareAttempt } from '#app/chat/prepare-attempt';
import type { Failure } from '#domain/failure';
import type { Snowflake } from '#domain/ids';
import type { TurnRequest } from '#domain/turn';
import { err, ok, type Result } from '#lib/result';
import type { InspectedPrompt } from './inspection.ts';

/** A request whose place was found without creating anything. */
export interface RequestToInspect {
	readonly request: TurnRequest;
	readonly place: TurnPlace;
	/** Reads only what was written before this message. */
	readonly beforeId?: Snowflake;
	/** What the turn told the persona of a person who came back; looking takes no claim and finds nothing new. */
	readonly reunionNote?: string | null;
	readonly signal: AbortSignal;
}

/**
 * The same facts, the same preparation and so the same bytes as generation (ruling N14). Where a model cannot be asked at
 * all, what is shown is the next one's request, as that is what would be sent. Takes no claim, writes no row, counts
 * nothing and uses none of the keys that take turns; all that is sent is a question for the plan of a scope's key, where
 * it is not known yet.
 */
export async function inspectRequest(
	{ request, place, beforeId, reunionNote = null, signal }: RequestToInspect,
	ports: ChatPorts,
): Promise<Result<InspectedPrompt, Failure>> {
	const attempts = await attemptsOf(place, ports.stores, ports.operator);
	if (!attempts.ok) return attempts;
	const planned = withFirstKeys(attempts.value);
	const [first] = planned;
	if (first === undefined) return err({ code: 'no-key' });
	const end = beforeId === undefined ? {} : { beforeId };
	const notes = readsNotes(attempts.value, ports.model);
	const query = { request, place, credential: first.credential, readsNotes: notes, signal, ...end };
	const facts = await gatherFacts(query, ports);
	if (!facts.ok) return facts;
	const told = { ...facts.value, reunionNote };
	let failure: Failure = { code: 'no-key' };
	for (const { attempt, credential } of planned) {
		const { prepared } = await prepareAttempt({ request, facts: told, attempt, credential, signal }, ports);
		if (prepared.ok) return ok({ prepared: prepared.value, persona: place.persona });
		failure = prepared.error;
		if (!mayTryAnother(failure)) break;
	}
	return err(failure);
}

/** The attempts that a turn would make, each over the first key of its route rather than the one whose turn it is. */
function withFirstKeys(attempts: readonly PlannedAttempt[]) {
	return attempts.flatMap((attempt) => {
		const credential = attempt.route.keys[0]?.credential;
		return credential ? [{ attempt, credential }] : [];
	});
}
