/** Reads what a model says, and answers what it calls until it has said everything. */
import { answerCalls } from '#app/tools/answer-calls';
import type { ToolScene } from '#app/tools/runnable-tool';
import type { Credential } from '#domain/credential';
import type { Failure } from '#domain/failure';
import type { PreparedPrompt } from '#domain/fitting';
import type { GenerationEndReason, GenerationEvent } from '#domain/generation';
import { TOOL_LIMITS, type ToolRound } from '#domain/tool-call';
import type { ChatPorts } from './chat-ports.ts';
import type { ReplyDelivery } from './deliver-reply.ts';

/** How the model ended. */
export type StreamEnd =
	| { readonly kind: 'end'; readonly reason: GenerationEndReason }
	| { readonly kind: 'failure'; readonly failure: Failure };

/** A prompt and who reads the reply. */
export interface RoundsJob {
	readonly prepared: PreparedPrompt;
	readonly credential: Credential;
	readonly signal: AbortSignal;
	readonly scene: ToolScene;
	readonly delivery: Pick<ReplyDelivery, 'push' | 'isCapped'>;
	/** The reply's given beginning: it appears together with the model's first words. */
	readonly opening: string;
}

type RoundEnd = StreamEnd | Extract<GenerationEvent, { readonly type: 'tool-calls' }>;

/** Delivers the text of all rounds; what was said before a call stays and stands in lines of its own. */
export async function readRounds(job: RoundsJob, ports: ChatPorts): Promise<StreamEnd> {
	const { scene, signal } = job;
	const rounds: ToolRound[] = [];
	let given = job.opening;
	for (;;) {
		const prepared = rounds.length === 0 ? job.prepared : { ...job.prepared, toolRounds: [...rounds] };
		const { end, said } = await readRound({ ...job, prepared, opening: given }, ports);
		if (said !== '') given = said.endsWith('\n') ? '' : '\n';
		if ('kind' in end) return end;
		if (rounds.length >= TOOL_LIMITS.roundsMax) return { kind: 'end', reason: 'stop' };
		const results = await answerCalls({ calls: end.calls, before: rounds }, scene, ports);
		if (signal.aborted) return { kind: 'end', reason: 'cut' };
		rounds.push({ form: end.form, said, calls: end.calls, results });
	}
}

async function readRound(
	job: RoundsJob,
	ports: Pick<ChatPorts, 'model'>,
): Promise<{ readonly end: RoundEnd; readonly said: string }> {
	const { delivery } = job;
	let given = job.opening;
	let said = '';
	for await (const event of ports.model.stream(job.prepared, job.credential, job.signal)) {
		switch (event.type) {
			case 'text-delta':
				said += event.text;
				delivery.push(given + event.text);
				given = '';
				if (delivery.isCapped) return { end: { kind: 'end', reason: 'cut' }, said };
				break;
			case 'thinking-delta':
				break;
			case 'tool-calls':
				return { end: event, said };
			case 'generation-end':
				return { end: { kind: 'end', reason: event.reason }, said };
			case 'generation-failure':
				return { end: { kind: 'failure', failure: event.failure }, said };
		}
	}
	// A stream that stops without saying how was released by an abort.
	return { end: { kind: 'end', reason: 'cut' }, said };
}
