/** One bounded request to the model that looks at pictures for another one. */
import { composeLook, type Look } from '#core/context/compose-look';
import { quoteInNote } from '#core/text/system-note';
import { type Credential, capabilitiesOf } from '#domain/credential';
import type { PreparedPrompt } from '#domain/fitting';
import type { MediaOutcomes, MediaRefusal } from '#domain/loaded-media';
import { EMPTY_ATTG } from '#domain/persona';
import type { PromptRequest } from '#domain/prompt-request';
import { EMPTY_SAMPLING } from '#domain/sampling';
import type { ToolPorts, ToolScene } from './runnable-tool.ts';

/** The answer, in tokens, and what of it is handed on, in UTF-16 units. */
const answerTokensMax = 400;
const answerUnitsMax = 1_600;

/** Waiting for a key that others use, and everything together, in milliseconds. */
const keyWaitMs = 15_000;
const lookMs = 60_000;

/** What came of it; `words` stand on one line and hold no square brackets. */
export type Seen =
	| { readonly kind: 'seen'; readonly words: string }
	| { readonly kind: 'unshown'; readonly reason: MediaRefusal }
	| { readonly kind: 'failed' };

const FAILED: Seen = { kind: 'failed' };

/** Resolves within a minute, or when the reply is aborted; never rejects for what the model or a key does. */
export async function askVisionModel(look: Look, scene: ToolScene, ports: ToolPorts): Promise<Seen> {
	const { vision } = scene.facts;
	if (vision === undefined) return FAILED;
	const late = new AbortController();
	const disarm = ports.clock.after(lookMs, () => late.abort());
	const signal = AbortSignal.any([scene.signal, late.signal]);
	try {
		const items = composeLook(look, scene.request.trigger.id);
		const media = await loaded(look, { scene, signal }, ports);
		const outcome = media.get(look.picture.uri);
		if (outcome?.ok !== true) return { kind: 'unshown', reason: outcome?.error ?? 'unreachable' };
		const prepared = await ports.model.prepare({ ...requestOf(scene), items, media }, vision, signal);
		if (!prepared.ok) return failedWith(prepared.error.code, ports);
		// What the endpoint has no room for is told in words, and words are nothing to look at.
		if (!prepared.value.prompt.includes(outcome.value.sha256)) return { kind: 'unshown', reason: 'no-room' };
		const read = (): Promise<Seen> => readAnswer(prepared.value, { vision, signal }, ports);
		// The reply that calls has ended its own request, and holds this key until it is whole.
		if (vision.digest === scene.facts.credential.digest) return await read();
		return await withKey(vision, { signal, read }, ports);
	} finally {
		disarm();
	}
}

/** Two replies that wait for each other's keys would wait for ever, so a wait ends. */
async function withKey(
	vision: Credential,
	{ signal, read }: { readonly signal: AbortSignal; readonly read: () => Promise<Seen> },
	ports: ToolPorts,
): Promise<Seen> {
	const waited = new AbortController();
	const disarm = ports.clock.after(keyWaitMs, () => waited.abort());
	const wait = { signal: AbortSignal.any([signal, waited.signal]), onLongWait() {}, onWaitEnd() {} };
	try {
		return await ports.credentialQueue.run(vision, wait, () => {
			disarm();
			return read();
		});
	} catch (error) {
		if (wait.signal.aborted) return failedWith('key-in-use', ports);
		throw error;
	} finally {
		disarm();
	}
}

async function readAnswer(
	prepared: PreparedPrompt,
	{ vision, signal }: { readonly vision: Credential; readonly signal: AbortSignal },
	{ model, log }: ToolPorts,
): Promise<Seen> {
	let answer = '';
	for await (const event of model.stream(prepared, vision, signal)) {
		if (event.type === 'text-delta') answer += event.text;
		if (event.type === 'generation-failure' && answer.trim() === '') return failedWith(event.failure.code, { log });
		if (answer.length >= answerUnitsMax) break;
	}
	const words = quoteInNote(answer, answerUnitsMax);
	return words === '' ? failedWith('empty-reply', { log }) : { kind: 'seen', words };
}

function failedWith(code: string, { log }: Pick<ToolPorts, 'log'>): Seen {
	log.info({ code }, 'the model that looks at pictures did not answer');
	return FAILED;
}

interface LoadJob {
	readonly scene: ToolScene;
	readonly signal: AbortSignal;
}

/** By the same guarded way as the pictures of a prompt. */
async function loaded(
	{ picture }: Look,
	{ scene, signal }: LoadJob,
	{ mediaLoader }: ToolPorts,
): Promise<MediaOutcomes> {
	const { facts, messageIds, request } = scene;
	const place = {
		channelId: request.trigger.channelId,
		messageIdOf: () => messageIds.resolve(picture.mediaId),
		mayMove: facts.vision !== undefined && capabilitiesOf(facts.vision).seesVideos,
	};
	return await mediaLoader.load([picture], place, signal);
}

/** Nothing of the persona: neither its name nor its settings are the vision model's. */
function requestOf({ facts, request }: ToolScene): Omit<PromptRequest, 'items' | 'media'> {
	return {
		codename: facts.settings.visionModel ?? '',
		personaName: '',
		personaAliases: [],
		attg: EMPTY_ATTG,
		sampling: EMPTY_SAMPLING,
		isFallbackAttempt: false,
		thinkingLevel: 'auto',
		maxOutputTokens: answerTokensMax,
		stopStrings: [],
		triggerMessageId: request.trigger.id,
	};
}
