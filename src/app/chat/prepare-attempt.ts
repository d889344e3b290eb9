/** What one attempt would send: the one way to a prepared prompt, for replies and for whoever only looks (ruling N14). */
import type { Credential } from '#domain/credential';
import type { Failure } from '#domain/failure';
import type { PreparedPrompt } from '#domain/fitting';
import type { Snowflake } from '#domain/ids';
import { TEXT_ONLY } from '#domain/media-descriptor';
import type { TurnRequest } from '#domain/turn';
import type { TurnFacts } from '#domain/turn-facts';
import type { Result } from '#lib/result';
import type { ChatPorts } from './chat-ports.ts';
import { composeTurn } from './compose-prompt.ts';
import type { PlannedAttempt } from './plan-attempts.ts';

/** A model and a key for a turn whose facts are read. */
export interface AttemptToPrepare {
	readonly request: TurnRequest;
	readonly facts: TurnFacts;
	readonly attempt: PlannedAttempt;
	readonly credential: Credential;
	readonly signal: AbortSignal;
}

/** The facts as the attempt's scope and key make them, and the prompt. */
export interface PreparedAttempt {
	readonly facts: TurnFacts;
	/** The names that the model reads for the people in the channel, by id. */
	readonly people: ReadonlyMap<Snowflake, string>;
	readonly prepared: Result<PreparedPrompt, Failure>;
}

/** Sends nothing but, where the plan of the key is not known yet, the question for it. */
export async function prepareAttempt(use: AttemptToPrepare, ports: ChatPorts): Promise<PreparedAttempt> {
	const { request, attempt, credential, signal } = use;
	const capabilities = credential.endpoint?.capabilities ?? TEXT_ONLY;
	const facts: TurnFacts = { ...use.facts, settings: attempt.settings, credential, capabilities };
	const composed = composeTurn(facts, request);
	if (composed.drops.length > 0) {
		ports.log.debug(
			{ triggerId: request.trigger.id, drops: composed.drops },
			'parts of the history are not in the prompt',
		);
	}
	const prompt = { ...composed.prompt, isFallbackAttempt: attempt.isFallback };
	return { facts, people: composed.people, prepared: await ports.model.prepare(prompt, credential, signal) };
}
