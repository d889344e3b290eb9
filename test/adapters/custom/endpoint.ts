/** A custom endpoint for tests: raw bytes from a script, or the strict stand-in. */
import { CustomTextModel, type CustomTextModelOptions } from '#adapters/custom/custom-text-model';
import type { StructuredContextItem } from '#domain/context-item';
import type { Credential } from '#domain/credential';
import type { CustomProvider } from '#domain/custom-provider';
import type { PreparedPrompt } from '#domain/fitting';
import { TEXT_ONLY } from '#domain/media-descriptor';
import { Secret } from '#domain/secret';
import type { AddressGuard, AddressReach } from '#ports/address-guard';
import { PROMPT_REQUEST, StillClock } from '../novelai/provider.ts';

/** A key that must never be seen anywhere but in the request's header. */
export const KEY = 'sk-NeverShowThisKey0123456789';

/** Where the credential of a test leads, and with which key. */
export function credentialFor(
	baseUrl: string,
	change: Partial<CustomProvider> & { readonly key?: string } = {},
): Credential {
	const { key = KEY, ...rest } = change;
	const endpoint: CustomProvider = {
		name: 'home',
		baseUrl,
		model: 'stand-in',
		windowTokens: 8_192,
		outputTokensMax: 256,
		capabilities: TEXT_ONLY,
		mayBePrivate: true,
		...rest,
	};
	return {
		provider: 'custom:home',
		owner: { kind: 'operator' },
		secret: new Secret(key),
		digest: 'digest-of-the-key',
		endpoint,
	};
}

/** A line that is answered. */
export function lineOf(name: string, words: string): StructuredContextItem {
	const shared = { role: 'user', tag: 'DIALOGUE_HISTORY', identity: 'history:1', messageId: '1' } as const;
	return { ...shared, text: `${name}: ${words}`, sender: { name, type: 'user' } };
}

/** A log that remembers everything that was told. */
export class NotedLog {
	readonly lines: string[] = [];
	readonly debug = (...parts: readonly unknown[]): void => this.#note(parts);
	readonly info = this.debug;
	readonly warn = this.debug;
	readonly error = this.debug;

	#note(parts: readonly unknown[]): void {
		this.lines.push(JSON.stringify(parts));
	}
}

/** A guard that answers as the test says. */
export function guardOf(whereabouts: AddressGuard['whereabouts']): AddressGuard {
	return { whereabouts, reachOf: async (url, signal) => (await whereabouts(url, signal)).reach };
}

/** A model for endpoints whose names lead where the test says. */
export function openCustomModel(
	change: Partial<CustomTextModelOptions> = {},
	reach: AddressReach = 'private',
): CustomTextModel {
	return new CustomTextModel({
		requestTimeoutMs: 60_000,
		streamReadTimeoutMs: 30_000,
		clock: new StillClock(),
		random: { next: () => 0 },
		log: new NotedLog(),
		addressGuard: guardOf(async () => ({ reach, addresses: [] })),
		...change,
	});
}

/** What is sent for these items. */
export async function preparedFor(
	model: CustomTextModel,
	credential: Credential,
	items: readonly StructuredContextItem[] = [lineOf('Bo', 'hi')],
): Promise<PreparedPrompt> {
	const prepared = await model.prepare({ ...PROMPT_REQUEST, codename: 'custom:home', items }, credential);
	if (!prepared.ok) throw new Error(prepared.error.code);
	return prepared.value;
}

/** One chunk of a chat completion. */
export function chatChunk(delta: object, finish: string | null = null): string {
	return `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
}
