/** Some chat templates open the thought in the prompt, so that a reply brings its closing tag alone. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CustomTextModel } from '#adapters/custom/custom-text-model';
import { eventsOf, type Provider, startProvider, streamOf } from '../novelai/provider.ts';
import { chatChunk, credentialFor, openCustomModel, preparedFor } from './endpoint.ts';

const THOUGHT = 'They say hello. I should answer in a friendly way, as Tomori would, and keep it short. '.repeat(3);

let provider: Provider;
let model: CustomTextModel;
let written: readonly string[];
beforeEach(() => {
	provider = startProvider(() => streamOf(written));
	model = openCustomModel();
});
afterEach(() => provider.stop());

/** What is shown of a reply in these pieces, and how it ended. */
async function shown(pieces: readonly string[], finish: 'stop' | 'length' = 'stop') {
	written = [...pieces.map((content) => chatChunk({ content })), chatChunk({}, finish)];
	const credential = credentialFor(provider.url);
	const prepared = await preparedFor(model, credential);
	const events = await eventsOf(model.stream(prepared, credential, new AbortController().signal));
	const text = events.map((event) => (event.type === 'text-delta' ? event.text : '')).join('');
	const last = events.at(-1);
	return [text.trim(), last?.type === 'generation-end' ? last.reason : last?.type];
}

test('once one was seen, the thoughts of that model are never shown again', async () => {
	expect((await shown([THOUGHT, '</think>', 'Hello.']))[0]).toContain('Hello.');
	expect(await shown([THOUGHT, '</thi', 'nk>\n\nHello', ' there.'])).toEqual(['Hello there.', 'stop']);
	expect(await shown(['<think>', THOUGHT, '</think>Hello.'])).toEqual(['Hello.', 'stop']);
	// Cut off in the middle of the thought there is nothing to show.
	expect(await shown([THOUGHT], 'length')).toEqual(['', 'length']);
	expect(await shown([THOUGHT, '</think>', 'Hello.'])).toEqual(['Hello.', 'stop']);
});

test('a reply without any thought is shown whole, guarded, and from then on as it comes', async () => {
	await shown([THOUGHT, '</think>', 'Hello.']);
	expect(await shown(['Hello there.\nBo: hi'])).toEqual(['Hello there.', 'speaker-stop']);
	expect((await shown([THOUGHT, '</think>', 'Hello.']))[0]).toContain('They say hello.');
});
