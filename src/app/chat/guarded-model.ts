/** A text model whose providers are left alone for a while when they keep failing. */
import { type CircuitLeave, type CircuitState, ProviderCircuit } from '#core/reply/provider-circuit';
import { type Credential, failingSide, hostOf } from '#domain/credential';
import type { Failure, FailureCode } from '#domain/failure';
import type { PreparedPrompt } from '#domain/fitting';
import type { GenerationEvent } from '#domain/generation';
import { ExpiringMap } from '#lib/expiring-map';
import type { Clock } from '#ports/clock';
import type { ProviderHealth } from '#ports/health';
import type { Log } from '#ports/log';
import type { TextModel } from '#ports/text-model';

/** Failures of a provider that did not answer; every other end shows that it is there. */
const UNANSWERED: ReadonlySet<FailureCode> = new Set([
	'provider-unreachable',
	'provider-overloaded',
	'provider-timeout',
]);

/** How long failures are remembered after the last generation, and for how many keys with their models. */
const rememberedForMs = 900_000;
const rememberedMax = 10_000;

/** What the guard works with. */
export interface GuardedModelOptions {
	readonly clock: Clock;
	readonly log: Log;
}

/** The model, and how its providers do. */
export interface GuardedModel {
	readonly model: TextModel;
	health(): ProviderHealth;
}

/**
 * A model in front of `model`. After three generations in a row that a provider did not answer, further ones for that
 * key and model fail at once with `provider-paused`, until the pause is over and one of them has tried it.
 */
export function guardedModel(model: TextModel, { clock, log }: GuardedModelOptions): GuardedModel {
	const circuits = new ExpiringMap<string, ProviderCircuit>({
		ttlMs: rememberedForMs,
		entriesMax: rememberedMax,
		nowMs: () => clock.now(),
	});
	const results: Record<string, number> = {};
	const count = (result: FailureCode | 'answered' | 'abandoned'): void => {
		results[result] = (results[result] ?? 0) + 1;
	};
	async function* stream(prepared: PreparedPrompt, credential: Credential, signal: AbortSignal) {
		const key = keyOf(prepared, credential);
		const circuit = circuits.get(key) ?? new ProviderCircuit();
		const leave = circuit.admit(clock.now());
		if (leave.kind === 'refused') {
			count('provider-paused');
			yield pausedEvent(leave, credential);
			return;
		}
		circuits.set(key, circuit);
		let end: FailureCode | 'answered' | 'abandoned' = 'abandoned';
		try {
			for await (const event of model.stream(prepared, credential, signal)) {
				if (event.type === 'generation-failure') end = event.failure.code;
				else end = 'answered';
				yield event;
			}
		} finally {
			count(end);
			const before = circuit.state(clock.now());
			if (end === 'abandoned') circuit.noteAbandoned(leave.isProbe);
			else if (UNANSWERED.has(end as FailureCode)) circuit.noteFailure(clock.now(), leave.isProbe);
			else circuit.noteAnswer();
			logChange(before, circuit.state(clock.now()), { model: prepared.codename, log });
		}
	}
	return {
		model: {
			readsNotes: (credential) => model.readsNotes(credential),
			needsPerson: (credential) => model.needsPerson(credential),
			prepare: (request, credential, signal) => model.prepare(request, credential, signal),
			checkCredential: (credential, signal) => model.checkCredential(credential, signal),
			keyFacts: (credential, signal) => model.keyFacts(credential, signal),
			models: () => model.models(),
			stream,
		},
		health: () => ({ ...statesOf(circuits, clock.now()), results: { ...results } }),
	};
}

/** One host for one key; a model has a circuit of its own, since others of the host may be well. */
function keyOf({ codename }: PreparedPrompt, credential: Credential): string {
	return JSON.stringify([hostOf(credential), credential.digest, codename]);
}

function pausedEvent({ waitMs }: CircuitLeave & { kind: 'refused' }, credential: Credential): GenerationEvent {
	const seconds = Math.max(1, Math.ceil(waitMs / 1_000));
	const failure: Failure = { code: 'provider-paused', seconds, ...failingSide(credential) };
	return { type: 'generation-failure', failure };
}

function statesOf(circuits: ExpiringMap<string, ProviderCircuit>, nowMs: number): { paused: number; probing: number } {
	const states = circuits.values().map((circuit) => circuit.state(nowMs));
	const countOf = (state: CircuitState): number => states.filter((each) => each === state).length;
	return { paused: countOf('open'), probing: countOf('probing') };
}

function logChange(
	before: CircuitState,
	after: CircuitState,
	{ model, log }: { readonly model: string; readonly log: Log },
): void {
	if (after === 'open') log.warn({ model }, 'a provider keeps failing and is left alone for a while');
	else if (before === 'probing' && after === 'closed') log.info({ model }, 'a provider is back');
}
