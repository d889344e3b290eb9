/** Conversations for tests, as context items, and the tokenizers that this machine has. */
import { loadTokenizer } from '#adapters/tokenizers/load-tokenizer';
import { readManifest } from '#adapters/tokenizers/read-manifest';
import { tokenizerDirectories } from '#adapters/tokenizers/tokenizer-directories';
import type { PromptTokenizer } from '#core/novelai/prompt/prompt-tokenizer';
import { hasOversizedRun } from '#core/text/unbroken-run';
import { specialStringsOf } from '#core/tokenizer/manifest';
import { newEncoder } from '#core/tokenizer/new-encoder';
import { loadedSpecialStrings } from '#core/tokenizer/special-strings';
import type { StructuredContextItem } from '#domain/context-item';
import { EMPTY_ATTG } from '#domain/persona';
import type { PromptRequest } from '#domain/prompt-request';
import { EMPTY_SAMPLING } from '#domain/sampling';

/** The persona of all conversations. */
export const PERSONA = 'Tomori';

/** A person's line of the history. */
export function said(id: string, name: string, text: string): StructuredContextItem {
	return {
		role: 'user',
		tag: 'DIALOGUE_HISTORY',
		text: `${name}: ${text}`,
		completionText: text,
		identity: `history:${id}`,
		messageId: id,
		sender: { name, type: 'user' },
	};
}

/** The persona's own line of the history. */
export function answered(id: string, text: string): StructuredContextItem {
	return { ...said(id, PERSONA, text), role: 'model', sender: { name: PERSONA, type: 'persona' } };
}

/** Something that happened, without a speaker. */
export function narrated(id: string, text: string): StructuredContextItem {
	return { ...said(id, 'Ellen', text), completionSpeaker: false };
}

/** Both sides of a sample. */
export function sample(index: number, user: string | null, persona: string): StructuredContextItem[] {
	const common = { tag: 'DIALOGUE_SAMPLE', identity: `sample:${index}` } as const;
	const theirs: StructuredContextItem[] =
		user === null ? [] : [{ ...common, role: 'user', text: user, sender: { name: 'Ellen', type: 'user' } }];
	return [...theirs, { ...common, role: 'model', text: persona, sender: { name: PERSONA, type: 'persona' } }];
}

/** Who the persona is. */
export function personality(text: string): StructuredContextItem {
	return { role: 'system', tag: 'SYSTEM_PERSONALITY', text, identity: 'personality' };
}

/** What the reply must begin with. */
export function prefilled(text: string): StructuredContextItem {
	return { role: 'model', tag: 'DIALOGUE_HISTORY', text, identity: 'prefill', explicitPrefill: true };
}

/** A request for GLM unless changed. */
export function requestOf(items: readonly StructuredContextItem[], change: Partial<PromptRequest> = {}): PromptRequest {
	return {
		codename: 'glm-4-6',
		items,
		personaName: PERSONA,
		personaAliases: [],
		attg: EMPTY_ATTG,
		sampling: EMPTY_SAMPLING,
		isFallbackAttempt: false,
		thinkingLevel: 'auto',
		maxOutputTokens: null,
		stopStrings: [],
		triggerMessageId: items.findLast((item) => item.messageId !== undefined)?.messageId ?? '0',
		...change,
	};
}

/** A family's tokenizer, or null when the machine does not have it. */
export async function tokenizerOf(family: string): Promise<PromptTokenizer | null> {
	const loaded = await loadTokenizer(family, { directories: tokenizerDirectories(Bun.env['TOKENIZER_ASSET_DIR']) });
	if (!loaded.ok) return null;
	const specialStrings = loadedSpecialStrings(await readManifest(), loaded.value);
	const { approximate } = loaded.value;
	return { counter: newEncoder(loaded.value), specialStrings, approximate, hasOversizedRun };
}

/** GLM's special strings; known without its vocabulary. */
export async function glmSpecials(): Promise<readonly string[]> {
	return specialStringsOf(await readManifest(), 'glm46');
}

/** One token for each word or line feed: enough for bytes and for fitting where the vocabulary is not at hand. */
export async function wordTokenizer(): Promise<PromptTokenizer> {
	const encode = (text: string) => (text.match(/\n|[^\s]+/gu) ?? []).map((word) => word.length);
	const counter = { encode, count: (text: string) => encode(text).length };
	return { counter, specialStrings: await glmSpecials(), approximate: false, hasOversizedRun };
}
