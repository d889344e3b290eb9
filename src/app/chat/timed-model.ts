/** A text model whose attempts at a reply do not last longer than they may. */
import { type Credential, failingSide } from '#domain/credential';
import type { PreparedPrompt } from '#domain/fitting';
import type { GenerationEvent } from '#domain/generation';
import type { Clock } from '#ports/clock';
import type { TextModel } from '#ports/text-model';

/** How long an attempt may last, and by which clock. */
export interface TimedModelOptions {
	/** STREAM_SDK_CALL_TIMEOUT_MS. */
	readonly callTimeoutMs: number;
	readonly clock: Clock;
}

const ENDS: ReadonlySet<GenerationEvent['type']> = new Set(['tool-calls', 'generation-end', 'generation-failure']);

/** `model`, but a stream that takes too long is released and ends as `provider-timeout`, whatever it was doing. */
export function timedModel(model: TextModel, { callTimeoutMs, clock }: TimedModelOptions): TextModel {
	async function* stream(prepared: PreparedPrompt, credential: Credential, signal: AbortSignal) {
		const deadline = new AbortController();
		const cancel = clock.after(callTimeoutMs, () => deadline.abort());
		const isLate = (): boolean => deadline.signal.aborted && !signal.aborted;
		try {
			const both = AbortSignal.any([signal, deadline.signal]);
			for await (const event of model.stream(prepared, credential, both)) {
				yield event;
				if (ENDS.has(event.type)) return;
			}
			// A stream that was released ends without an event.
			if (isLate()) yield timeoutOf(credential);
		} finally {
			cancel();
		}
	}
	return {
		needsPerson: (credential) => model.needsPerson(credential),
		readsNotes: (credential) => model.readsNotes(credential),
		prepare: (request, credential, signal) => model.prepare(request, credential, signal),
		checkCredential: (credential, signal) => model.checkCredential(credential, signal),
		keyFacts: (credential, signal) => model.keyFacts(credential, signal),
		models: () => model.models(),
		stream,
	};
}

function timeoutOf(credential: Credential): GenerationEvent {
	return { type: 'generation-failure', failure: { code: 'provider-timeout', ...failingSide(credential) } };
}
