/** Every fault of Discord's at every point of a turn: what people then read, never twice, and that the next line is answered. */
import { RESTJSONErrorCodes } from 'discord.js';
import type { APIUser } from 'discord-api-types/v10';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FaultOptions } from '#playground/discord-server/faults';
import type { ChannelRecord } from '#playground/discord-server/records';
import { digestToken } from '#playground/novelai-server/accounts';
import { newGate } from '#playground/novelai-server/reply-scripts';
import type { NovelaiRequest } from '#playground/novelai-server/request-log';
import { BotWorld, isNotice, textOf } from '../support/bot-world.ts';
import { addKeyedPlace } from '../support/keyed-place.ts';

let world: BotWorld;

beforeAll(async () => {
	world = await BotWorld.start();
});

afterAll(async () => {
	expect(world.novelai.scripts.pending).toBe(0);
	expect(world.violations()).toEqual([]);
	await world.stop();
});

const forever = 10_000;
const formRefused = RESTJSONErrorCodes.InvalidFormBodyOrContentType;

type Kind = Pick<FaultOptions, 'kind' | 'status' | 'code' | 'times' | 'delayMs' | 'global' | 'scope' | 'page'>;

const FAULTS = {
	'one server error': { kind: '5xx' },
	'server errors without end': { kind: '5xx', times: forever },
	'a page of the proxy': { kind: '5xx', status: 503, page: {} },
	'a rate limit': { kind: '429' },
	'a rate limit of the whole bot': { kind: '429', global: true },
	'a rate limit that others share': { kind: '429', scope: 'shared' },
	'a rate limit of the proxy': { kind: '429', page: { retryAfterSeconds: 1 } },
	'a rate limit without its end': { kind: '429', page: {}, times: 3 },
	'a missing permission': { kind: 'error', status: 403, code: RESTJSONErrorCodes.MissingAccess, times: forever },
	'a form that is refused': { kind: 'error', status: 400, code: formRefused, times: forever },
	'a channel that is gone': { kind: 'error', status: 404, code: RESTJSONErrorCodes.UnknownChannel, times: forever },
	'a connection that is refused': { kind: 'refuse' },
	'an answer that is lost': { kind: 'dropped-answer' },
	'an answer that is cut': { kind: 'half-answer' },
	'an answer that is late': { kind: 'delay', delayMs: 700 },
} as const satisfies Readonly<Record<string, Kind>>;

const POINTS = {
	'reading the history': { method: 'GET', path: 'messages$' },
	'the typing sign': { method: 'POST', path: 'typing$' },
	'the first message': { method: 'POST', path: 'messages$' },
	'the second message': { method: 'POST', path: 'messages$', after: 1 },
	'the row of buttons': { method: 'PATCH', path: 'messages/' },
} as const;

type FaultName = keyof typeof FAULTS;
type PointName = keyof typeof POINTS;

/** What people read: all three paragraphs, a notice, one that has Discord's own words, the first paragraph, or nothing. */
type Read = 'reply' | 'notice' | 'refusal' | 'part' | 'silence';

/** Everything that is not here ends with the whole reply. */
const READ: Partial<Record<PointName, Partial<Record<FaultName, Read>>>> = {
	'reading the history': {
		'server errors without end': 'notice',
		'a form that is refused': 'refusal',
		'a channel that is gone': 'silence',
	},
	'the first message': {
		'server errors without end': 'silence',
		'a missing permission': 'silence',
		'a form that is refused': 'silence',
		'a channel that is gone': 'silence',
	},
	'the second message': {
		'server errors without end': 'part',
		'a missing permission': 'part',
		'a form that is refused': 'part',
		'a channel that is gone': 'part',
	},
};

const PARAGRAPHS = ['The lamp is lit.', 'The kettle sings.', 'The door is open.'];
const SAID: Readonly<Record<Read, readonly string[]>> = {
	reply: PARAGRAPHS,
	part: PARAGRAPHS.slice(0, 1),
	notice: ['Discord is having trouble right now. Please try again in a moment.'],
	refusal: ['Discord refused my message: 50035 A fault of the stand-in'],
	silence: [],
};

const CASES = Object.keys(POINTS).flatMap((point) =>
	Object.keys(FAULTS).map((fault) => [fault as FaultName, point as PointName] as const),
);

describe('a fault of Discord’s', () => {
	test.concurrent.each(CASES)('%s at %s', async (faultName, pointName) => {
		const place = await addKeyedPlace(world, `faults ${faultName} ${pointName}`, 'kayra-v1');
		const { key, channel, ellen, guild } = place;
		const { path, ...point } = POINTS[pointName];
		const read = READ[pointName]?.[faultName] ?? 'reply';
		const isGenerated = read === 'reply' || pointName !== 'reading the history';
		if (isGenerated) world.novelai.scripts.queue({ text: ` ${PARAGRAPHS.join('\n\n')}` }, { token: key });
		const fault = world.discord.faults.add({
			...point,
			...FAULTS[faultName],
			path: new RegExp(`^/channels/${channel.id}/${path}`),
		});
		const asked = await world.askThrough(ellen, channel, `${world.mention} hi`);
		expect(asked.answers.map(textOf)).toEqual(SAID[read]);
		expect(asked.answers.map(isNotice)).toEqual(SAID[read].map(() => read === 'notice' || read === 'refusal'));
		expect(asked.outcome).toBe(read === 'reply' ? 'replied' : 'failed');
		fault.remaining = 0;
		const isMuted = faultName === 'a missing permission' && POINTS[pointName].path === 'messages$' && read !== 'reply';
		if (isMuted) expect((await world.askThrough(ellen, channel, `${world.mention} again`)).outcome).toBe('ignored');
		const here = isMuted ? world.discord.build.addChannel(guild, 'elsewhere') : channel;
		world.novelai.scripts.queue({ text: ' Next.' }, { token: key });
		const next = await world.askThrough(ellen, here, `${world.mention} and now?`);
		expect([next.outcome, next.answers.map(textOf)]).toEqual(['replied', ['Next.']]);
	});
});

/** The answer to a post is lost, and somebody deletes the message before it is asked for again. */
async function loseAndDelete(place: { readonly channel: ChannelRecord; readonly ellen: APIUser }, after: number) {
	const { channel, ellen } = place;
	const path = new RegExp(`^/channels/${channel.id}/messages$`);
	world.discord.faults.add({ kind: 'dropped-answer', method: 'POST', path, after });
	const again = world.discord.faults.add({ kind: 'delay', delayMs: 400, method: 'POST', path });
	await world.discord.until(() => again.hits === 1, 15_000);
	const removed = world.saidIn(channel)[after] ?? expect.fail('nothing was posted');
	world.discord.as(ellen).delete(removed.message);
}

const standing = (channel: ChannelRecord): readonly string[] =>
	world.saidIn(channel).flatMap((record) => (record.deleted ? [] : [textOf(record)]));

describe('S056 a message that is deleted while its answer is lost', () => {
	test.each([0, 1, 2])('S056 counts as sent: number %i of three', async (index) => {
		const place = await addKeyedPlace(world, `removed ${index}`, 'kayra-v1');
		const { key, channel, ellen } = place;
		world.novelai.scripts.queue({ text: ` ${PARAGRAPHS.join('\n\n')}` }, { token: key });
		const losing = loseAndDelete(place, index);
		const asked = await world.askThrough(ellen, channel, `${world.mention} hi`);
		await losing;
		expect(asked.outcome).toBe('replied');
		expect(standing(channel)).toEqual(PARAGRAPHS.filter((_, number) => number !== index));
		world.novelai.scripts.queue({ text: ' Next.' }, { token: key });
		expect((await world.askThrough(ellen, channel, `${world.mention} and now?`)).answers.map(textOf)).toEqual([
			'Next.',
		]);
	});

	test('S056 is not written anew when it was the whole reply, and nothing more is said', async () => {
		const place = await addKeyedPlace(world, 'removed whole', 'kayra-v1');
		const { key, channel, ellen } = place;
		world.novelai.scripts.queue({ text: ' Only this.' }, { token: key });
		const losing = loseAndDelete(place, 0);
		const asked = await world.askThrough(ellen, channel, `${world.mention} hi`);
		await losing;
		expect([asked.outcome, standing(channel)]).toEqual(['failed', []]);
		expect(world.novelai.requests.filter((request) => isGeneration(request, digestToken(key)))).toHaveLength(1);
	});
});

function isGeneration({ method, authorizationDigest }: NovelaiRequest, digest: string): boolean {
	return method === 'POST' && authorizationDigest === digest;
}

describe('a fault at the sign of waiting', () => {
	test.concurrent.each(Object.keys(FAULTS) as FaultName[])('%s costs no reply', async (faultName) => {
		const place = await addKeyedPlace(world, `waiting ${faultName}`, 'kayra-v1');
		const { key, channel, ellen, guild } = place;
		const waiting = world.discord.build.addChannel(guild, 'waiting');
		const gate = newGate();
		world.novelai.scripts.queue({ text: ' First.', waitFor: gate.opened }, { token: key });
		world.novelai.scripts.queue({ text: ' Second.' }, { token: key });
		const path = new RegExp(`^/channels/${waiting.id}/messages/\\d+/reactions`);
		const fault = world.discord.faults.add({ ...FAULTS[faultName], path });
		const first = world.askThrough(ellen, channel, `${world.mention} hi`);
		const digest = digestToken(key);
		const isAsked = () => world.novelai.requests.some((request) => isGeneration(request, digest));
		await world.novelai.until(isAsked, 10_000);
		const second = world.askThrough(ellen, waiting, `${world.mention} hi`);
		await world.discord.until(() => fault.hits > 0, 10_000);
		gate.open();
		expect((await first).answers.map(textOf)).toEqual(['First.']);
		expect((await second).answers.map(textOf)).toEqual(['Second.']);
	});
});
