/** A reply to a prompt whose words were changed round a filter is guarded by the words that people read. */
import { afterEach, expect, test } from 'vitest';
import { DONE, eventsOf, type Provider, startProvider, streamOf } from '../novelai/provider.ts';
import { chatChunk, credentialFor, lineOf, openCustomModel, preparedFor } from './endpoint.ts';

let provider: Provider | null = null;
afterEach(async () => {
	await provider?.stop();
	provider = null;
});

/** The text that may be shown of a reply in these pieces, and how it ended. */
async function shown(pieces: readonly string[]) {
	provider = startProvider(() => streamOf([...pieces.map((content) => chatChunk({ content })), DONE]));
	const model = openCustomModel();
	const credential = credentialFor(provider.url);
	const prepared = await preparedFor(model, credential, [lineOf('Bo Marsh', 'hi')]);
	const uncensor = { unicodeSpace: true, sanitize: true };
	const request = { ...prepared.request, uncensor, stopStrings: ['The end'] };
	const events = await eventsOf(model.stream({ ...prepared, request }, credential, new AbortController().signal));
	const text = events.map((event) => (event.type === 'text-delta' ? event.text : '')).join('');
	const last = events.at(-1);
	return { text: text.trim(), end: last?.type === 'generation-end' ? last.reason : last?.type };
}

test.each([
	[
		'a label with a blank in the name',
		['Hello\u2800there.\nBo\u2800Marsh:\u2800hi'],
		{ text: 'Hello there.', end: 'speaker-stop' },
	],
	['a stop string', ['Hello\u2800there.\u2800The\u2800en', 'd of b\u00B7lood'], { text: 'Hello there.', end: 'stop' }],
	['a word at the very end', ['So much b\u00B7lo', 'o\u00B7d'], { text: 'So much blood', end: 'stop' }],
	['what is no change of ours', ['una col\u00B7lecció'], { text: 'una col\u00B7lecció', end: 'stop' }],
])('%s', async (_name, pieces, expected) => {
	expect(await shown(pieces)).toEqual(expected);
});
