/** Every fault of the provider's at every point of its stream: what people then read, never twice, and that the next line is answered. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ReplyScript } from '#playground/novelai-server/reply-scripts';
import {
	concurrentGeneration,
	htmlBadGateway,
	htmlPage,
	htmlWithSuccess,
	jsonErrorWithSuccess,
	refusal,
	serverError,
} from '#playground/novelai-server/scripted-responses';
import { COUNTED_MODELS } from '../support/bot-commands.ts';
import { BotWorld, isNotice, textOf } from '../support/bot-world.ts';
import { addKeyedPlace } from '../support/keyed-place.ts';

let world: BotWorld;

beforeAll(async () => {
	world = await BotWorld.start({ NOVELAI_STREAM_READ_TIMEOUT_MS: '1500', NOVELAI_REQUEST_TIMEOUT_MS: '2500' });
});

afterAll(async () => {
	expect(world.novelai.scripts.pending).toBe(0);
	expect(world.violations()).toEqual([]);
	await world.stop();
});

const PARAGRAPHS = ['The lamp is lit and the kettle sings.', 'Somebody has left the door open again.'];
const text = ` ${PARAGRAPHS.join('\n\n')}`;
/** In the middle of the first paragraph, and of the second. */
const middle = { first: 4, second: 14 };
const never = new Promise<never>(() => {});

/** `whole` is the reply, `begun` some of it. */
type Read = 'whole' | 'whole, notice' | 'begun, notice' | 'notice';

interface FaultCase {
	/** The provider's next answers; after them it does well. */
	readonly scripts: readonly ReplyScript[];
	readonly read: Read;
}

const times = (count: number, script: ReplyScript): readonly ReplyScript[] =>
	Array.from({ length: count }, () => script);

const CASES: Readonly<Record<string, FaultCase>> = {
	'first byte: a server error': { scripts: [{ response: serverError() }, { text }], read: 'whole' },
	'first byte: server errors': { scripts: times(3, { response: serverError() }), read: 'notice' },
	'first byte: a page of the proxy': { scripts: [{ response: htmlBadGateway() }, { text }], read: 'whole' },
	'first byte: a waiting room': { scripts: times(3, { response: htmlWithSuccess() }), read: 'notice' },
	'first byte: a limit of the proxy': { scripts: [{ response: htmlPage(429) }, { text }], read: 'whole' },
	'first byte: limits of the proxy': { scripts: times(4, { response: htmlPage(429) }), read: 'notice' },
	'first byte: a proxy that locks us out once': { scripts: [{ response: htmlPage(403) }, { text }], read: 'whole' },
	'first byte: a proxy that locks us out': { scripts: times(3, { response: htmlPage(403) }), read: 'notice' },
	'first byte: a proxy that knows no such service': { scripts: times(3, { response: htmlPage(404) }), read: 'notice' },
	'first byte: another generation runs': { scripts: [{ response: concurrentGeneration() }, { text }], read: 'whole' },
	'first byte: another generation runs and runs': {
		scripts: times(4, { response: concurrentGeneration() }),
		read: 'notice',
	},
	'first byte: a reset': { scripts: [{ resetAtOnce: true }, { text }], read: 'whole' },
	'first byte: resets': { scripts: times(3, { resetAtOnce: true }), read: 'notice' },
	'first byte: silence': { scripts: [{ waitFor: never }], read: 'notice' },
	'first byte: a refusal': { scripts: [{ response: refusal(400, 'no') }], read: 'notice' },
	'first byte: an error with success': {
		scripts: [{ response: jsonErrorWithSuccess('no') }, { text }],
		read: 'whole',
	},
	'first byte: errors with success': { scripts: times(3, { response: jsonErrorWithSuccess('no') }), read: 'notice' },
	'first byte: nothing, twice': { scripts: times(2, { text: '' }), read: 'notice' },
	'first paragraph: the stream ends': { scripts: [{ text, endAfterTokens: middle.first }], read: 'whole' },
	'first paragraph: a reset': { scripts: [{ text, resetAfterTokens: middle.first }], read: 'whole' },
	'first paragraph: silence': { scripts: [{ text, hangAfterTokens: middle.first }], read: 'whole' },
	'first paragraph: an error': {
		scripts: [{ text, errorAfterTokens: { tokens: middle.first, message: 'no' } }],
		read: 'begun, notice',
	},
	'second paragraph: the stream ends': { scripts: [{ text, endAfterTokens: middle.second }], read: 'whole' },
	'second paragraph: a reset': { scripts: [{ text, resetAfterTokens: middle.second }], read: 'whole' },
	'second paragraph: silence': { scripts: [{ text, hangAfterTokens: middle.second }], read: 'whole' },
	'second paragraph: an error': {
		scripts: [{ text, errorAfterTokens: { tokens: middle.second, message: 'no' } }],
		read: 'begun, notice',
	},
	'end: a half event': { scripts: [{ text, malformedLastChunk: true }], read: 'begun, notice' },
	'end: no sign of it': {
		scripts: [{ text, omitDone: true, omitFinishReason: true, omitFinal: true }],
		read: 'whole',
	},
	'end: a reset': { scripts: [{ text, resetAfterTokens: 1_000 }], read: 'whole' },
	'end: silence': { scripts: [{ text, hangAfterTokens: 1_000 }], read: 'whole' },
};

/** One of each endpoint. */
describe.each(['kayra-v1', 'glm-4-6'])('%s', (model) => {
	describe.skipIf(!COUNTED_MODELS.includes(model))('in trouble', () => {
		test.concurrent.each(Object.keys(CASES))('%s', async (name) => {
			const { scripts, read } = CASES[name] ?? expect.fail();
			const { key, channel, ellen } = await addKeyedPlace(world, `${model} ${name.replaceAll(/\W+/g, '-')}`, model);
			for (const script of scripts) world.novelai.scripts.queue(script, { token: key });
			const asked = await world.askThrough(ellen, channel, `${world.mention} hi`);
			const said = asked.answers.filter((record) => !isNotice(record)).map(textOf);
			const notices = asked.answers.filter(isNotice);
			expect(notices).toHaveLength(read.endsWith('notice') ? 1 : 0);
			expect(asked.answers.slice(0, said.length).some(isNotice)).toBe(false);
			if (read.startsWith('whole')) expect(said).toEqual(PARAGRAPHS);
			else if (read === 'notice') expect(said).toEqual([]);
			else {
				expect(said.length).toBeGreaterThan(0);
				expect(PARAGRAPHS.join('\n').startsWith(said.join('\n'))).toBe(true);
			}
			expect(asked.outcome).toBe(read === 'whole' ? 'replied' : 'failed');
			world.novelai.scripts.queue({ text: ' Next.' }, { token: key });
			const next = await world.askThrough(ellen, channel, `${world.mention} and now?`);
			expect([next.outcome, next.answers.map(textOf)]).toEqual(['replied', ['Next.']]);
		});
	});
});
