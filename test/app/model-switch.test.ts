/** One text model in front of several providers'. */
import { expect, test } from 'vitest';
import { modelSwitch } from '#app/chat/model-switch';
import type { Credential } from '#domain/credential';
import type { Failure } from '#domain/failure';
import type { PreparedPrompt } from '#domain/fitting';
import type { UserId } from '#domain/ids';
import { TEXT_ONLY } from '#domain/media-descriptor';
import type { PromptRequest } from '#domain/prompt-request';
import { Secret } from '#domain/secret';
import { err } from '#lib/result';
import type { ModelDescription, TextModel } from '#ports/text-model';

const NOVELAI: Credential = {
	provider: 'novelai',
	owner: { kind: 'personal', userId: 1 as UserId },
	secret: new Secret('pst-key'),
	digest: 'a',
};
const CUSTOM: Credential = {
	...NOVELAI,
	provider: 'custom:home',
	endpoint: {
		name: 'Home',
		baseUrl: 'https://models.example/v1',
		model: 'm',
		windowTokens: 8_192,
		outputTokensMax: 512,
		capabilities: TEXT_ONLY,
		mayBePrivate: false,
	},
};

/** Fails at everything in the same way. */
function failing(failure: Failure, codename: string, reads: boolean): TextModel {
	return {
		readsNotes: () => reads,
		needsPerson: () => !reads,
		prepare: async () => err(failure),
		async *stream() {
			yield { type: 'text-delta', text: codename };
			yield { type: 'generation-failure', failure };
		},
		checkCredential: async () => err(failure),
		keyFacts: async () => err(failure),
		models: () => [{ codename } as ModelDescription],
	};
}

const never = new AbortController().signal;

async function failuresOf(model: TextModel, credential: Credential): Promise<readonly unknown[]> {
	const events: unknown[] = [];
	for await (const event of model.stream({} as PreparedPrompt, credential, never)) events.push(event);
	return [
		await model.prepare({} as PromptRequest, credential, never),
		await model.checkCredential(credential, never),
		await model.keyFacts(credential, never),
		events,
	];
}

test('the credential decides who is asked, and failures name the endpoint that they are of', async () => {
	const novelai = failing({ code: 'provider-busy' }, 'kayra', false);
	const custom = failing({ code: 'provider-rejected', detail: 'no' }, 'none', true);
	const model = modelSwitch(novelai, custom);
	const busy = { ok: false, error: { code: 'provider-busy' } };
	expect(await failuresOf(model, NOVELAI)).toEqual([
		busy,
		busy,
		busy,
		[
			{ type: 'text-delta', text: 'kayra' },
			{ type: 'generation-failure', failure: { code: 'provider-busy' } },
		],
	]);
	const failure = { code: 'provider-rejected', detail: 'no', provider: 'Home' };
	const rejected = { ok: false, error: failure };
	expect(await failuresOf(model, CUSTOM)).toEqual([
		rejected,
		rejected,
		rejected,
		[
			{ type: 'text-delta', text: 'none' },
			{ type: 'generation-failure', failure },
		],
	]);
	expect([model.readsNotes(NOVELAI), model.readsNotes(CUSTOM)]).toEqual([false, true]);
	expect([model.needsPerson(NOVELAI), model.needsPerson(CUSTOM)]).toEqual([true, false]);
	expect(model.models().map(({ codename }) => codename)).toEqual(['kayra', 'none']);
});

test("a failure that is not the provider's bears no name", async () => {
	const nobody = failing({ code: 'prompt-too-long' }, 'none', true);
	const [prepared] = await failuresOf(modelSwitch(nobody, nobody), CUSTOM);
	expect(prepared).toEqual({ ok: false, error: { code: 'prompt-too-long' } });
});

test('whoever leaves the stream leaves the one behind it', async () => {
	let isReleased = false;
	const custom: TextModel = {
		...failing({ code: 'provider-busy' }, 'none', true),
		async *stream() {
			try {
				for (;;) yield { type: 'text-delta', text: 'on and on' };
			} finally {
				isReleased = true;
			}
		},
	};
	for await (const _event of modelSwitch(custom, custom).stream({} as PreparedPrompt, CUSTOM, never)) break;
	expect(isReleased).toBe(true);
});
