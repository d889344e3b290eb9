/** What one attempt would send: the one way to a prepared prompt, for replies and for whoever only looks (ruling N14). */
import { mediaPerPromptMax, mediaToLoad } from '#core/media/media-budget';
import { type Credential, capabilitiesOf } from '#domain/credential';
import type { Failure } from '#domain/failure';
import type { PreparedPrompt } from '#domain/fitting';
import type { MediaOutcomes } from '#domain/loaded-media';
import type { TurnRequest } from '#domain/turn';
import type { TurnFacts } from '#domain/turn-facts';
import type { Result } from '#lib/result';
import type { ChatPorts } from './chat-ports.ts';
import { type ComposedTurn, composeTurn } from './compose-prompt.ts';
import { pickKey } from './pick-key.ts';
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
	/** What the names and the handles in the prompt mean. */
	readonly composed: Pick<ComposedTurn, 'prompt' | 'people' | 'messageIds' | 'tellable'>;
	readonly prepared: Result<PreparedPrompt, Failure>;
}

/**
 * Sends nothing but the requests for media that the attempt's model sees, and, where the plan of the key is not known yet,
 * the question for it.
 */
export async function prepareAttempt(use: AttemptToPrepare, ports: ChatPorts): Promise<PreparedAttempt> {
	const { request, attempt, credential, signal } = use;
	const capabilities = capabilitiesOf(credential);
	const vision = visionOf(use, ports);
	const facts: TurnFacts = {
		...use.facts,
		settings: attempt.settings,
		credential,
		capabilities,
		...(vision === null ? {} : { vision }),
	};
	const composed = composeTurn(facts, request);
	if (composed.drops.length > 0) {
		ports.log.debug(
			{ triggerId: request.trigger.id, drops: composed.drops },
			'parts of the history are not in the prompt',
		);
	}
	const media = await mediaOf(composed, use, ports);
	const prompt = { ...composed.prompt, isFallbackAttempt: attempt.isFallback, ...(media === null ? {} : { media }) };
	return { facts, composed, prepared: await ports.model.prepare(prompt, credential, signal) };
}

/** The key that writes the reply where it serves the other model, too, since it is held already; else whichever is next. */
function visionOf({ attempt, credential }: AttemptToPrepare, { clock }: ChatPorts): Credential | null {
	const keys = attempt.vision?.keys ?? [];
	const choice = { tried: new Set<string>(), spent: new Set<string>(), pinned: null, nowMs: clock.now() };
	const key = keys.find((each) => each.credential.digest === credential.digest) ?? pickKey(keys, choice);
	return key?.credential ?? null;
}

/** For the model of this attempt alone, so that a blind one before it takes nothing from the next; null for a blind one. */
async function mediaOf(
	{ prompt, messageIds }: ComposedTurn,
	{ request, credential, signal }: AttemptToPrepare,
	ports: ChatPorts,
): Promise<MediaOutcomes | null> {
	const capabilities = capabilitiesOf(credential);
	const wanted = mediaToLoad(prompt.items, capabilities).slice(0, mediaPerPromptMax);
	if (wanted.length === 0) return null;
	const handles = new Map(wanted.map(({ uri, mediaId }) => [uri, messageIds.resolve(mediaId)]));
	const place = {
		channelId: request.trigger.channelId,
		messageIdOf: ({ uri }: { readonly uri: string }) => handles.get(uri) ?? null,
		mayMove: capabilities.seesVideos,
	};
	return await ports.mediaLoader.load(wanted, place, signal);
}
