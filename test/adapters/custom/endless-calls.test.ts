/** A model that writes a call without end, as one does that repeats itself where the server knows no limit. */
import { expect, test } from 'vitest';
import { customReply } from '#adapters/custom/custom-reply';
import type { AttemptEvent } from '#core/reply/attempt-reader';
import { eventsOf } from '../novelai/provider.ts';
import { credentialFor, openCustomModel, preparedFor } from './endpoint.ts';

const look = { name: 'look', description: 'Looks.', parameters: { type: 'object', properties: {} } };
const pieceUnits = 1_000;

/** Far more than any reply may be long. */
const piecesMax = 5_000;

test('is left like any other reply that is too long, and nothing of it is called', async () => {
	let pieces = 0;
	async function* attempt(): AsyncGenerator<AttemptEvent> {
		while (pieces < piecesMax) {
			pieces += 1;
			const piece = { index: 0, id: 'a', name: 'look', argumentsText: 'x'.repeat(pieceUnits) };
			yield { kind: 'call', piece };
		}
		yield { kind: 'end', end: { kind: 'normal', reason: 'stop' } };
	}
	const prepared = await preparedFor(openCustomModel(), credentialFor('http://localhost/v1'));
	const reply = customReply(
		{ ...prepared, request: { ...prepared.request, tools: [look] } },
		{
			attempt,
			waitAfter: () => null,
			sleep: async () => {},
			signal: new AbortController().signal,
			thoughts: { areOpened: false, note() {} },
		},
	);
	expect(await eventsOf(reply)).toEqual([{ type: 'generation-end', reason: 'length' }]);
	expect(pieces).toBeLessThan(piecesMax);
});
