/** Every fault of a webhook's at every message of a reply: what people then read, under which name, and never twice. */
import { RESTJSONErrorCodes } from 'discord.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FaultOptions } from '#playground/discord-server/faults';
import type { ChannelRecord, MessageRecord } from '#playground/discord-server/records';
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

type Kind = Pick<FaultOptions, 'kind' | 'status' | 'code' | 'times' | 'delayMs' | 'global' | 'scope' | 'page'>;

const FAULTS = {
	'one server error': { kind: '5xx' },
	'a page of the proxy': { kind: '5xx', status: 503, page: {} },
	'server errors without end': { kind: '5xx', times: forever },
	'a rate limit': { kind: '429' },
	'a rate limit of the whole bot': { kind: '429', global: true },
	'a rate limit of the proxy': { kind: '429', page: { retryAfterSeconds: 1 } },
	'a missing permission': {
		kind: 'error',
		status: 403,
		code: RESTJSONErrorCodes.MissingPermissions,
		times: forever,
	},
	'a webhook that is gone': { kind: 'error', status: 404, code: RESTJSONErrorCodes.UnknownWebhook },
	'a webhook that stays gone': { kind: 'error', status: 404, code: RESTJSONErrorCodes.UnknownWebhook, times: forever },
	'a token that was changed': { kind: 'error', status: 401, code: RESTJSONErrorCodes.InvalidWebhookToken },
	'a channel that is gone': { kind: 'error', status: 404, code: RESTJSONErrorCodes.UnknownChannel, times: forever },
	'a form that is refused': {
		kind: 'error',
		status: 400,
		code: RESTJSONErrorCodes.InvalidFormBodyOrContentType,
		times: forever,
	},
	'a connection that is refused': { kind: 'refuse' },
	'an answer that is lost': { kind: 'dropped-answer' },
	'an answer that is cut': { kind: 'half-answer' },
	'an answer that is late': { kind: 'delay', delayMs: 700 },
} as const satisfies Readonly<Record<string, Kind>>;

type FaultName = keyof typeof FAULTS;

const PARAGRAPHS = ['The lamp is lit.', 'The kettle sings.', 'The door is open.'];

/** Where the webhook cannot be had, the bot says the rest under its own name; where the channel refuses, nobody does. */
const BY_ITSELF: readonly FaultName[] = ['a missing permission', 'a webhook that stays gone'];
const CUT: readonly FaultName[] = ['server errors without end', 'a channel that is gone', 'a form that is refused'];

/** Everything that the bot and its webhooks show in a channel. */
function shown(channel: ChannelRecord): readonly MessageRecord[] {
	return world.discord.world.messageLog.filter(({ message, deleted, origin }) => {
		return message.channel_id === channel.id && !deleted && (origin === 'bot' || origin === 'webhook');
	});
}

/** Each message in the nightly run, else the one in the middle. */
const points = Bun.env['TOMORI_NIGHTLY'] === '1' ? [0, 1, 2] : [1];
const CASES = points.flatMap((point) => Object.keys(FAULTS).map((fault) => [fault as FaultName, point] as const));

describe('a fault of a webhook’s', () => {
	test.concurrent.each(CASES)('%s at message %d', async (faultName, after) => {
		const place = await addKeyedPlace(world, `hooks ${faultName} ${after}`, 'kayra-v1');
		const { key, channel, ellen } = place;
		const actor = world.discord.as(ellen);
		const opened = actor.slash(channel, 'persona create', { options: { main: 'yes' } });
		await opened.callback();
		await actor.submitModal(opened, { name: 'Mio', personality: 'Mio is calm.' }).response();
		const respond = async (text: string): Promise<string> => {
			const before = world.turnEnds().length;
			world.novelai.scripts.queue({ text: ` ${text}` }, { token: key });
			await actor.slash(channel, 'respond', { options: { persona: 'Tomori' } }).response(15_000);
			const end = () =>
				world
					.turnEnds()
					.slice(before)
					.find(({ channelId }) => channelId === channel.id);
			return (await world.discord.until(end, 40_000)).outcome;
		};
		// The channel's webhook exists from then on.
		expect(await respond('First.')).toBe('replied');
		const first = shown(channel).at(-1) ?? expect.fail();
		const hookId = first.message.webhook_id ?? expect.fail();
		const before = shown(channel).length;
		const path = new RegExp(`^/webhooks/${hookId}/[^/]+$`);
		const fault = world.discord.faults.add({ ...FAULTS[faultName], method: 'POST', path, after });
		const outcome = await respond(PARAGRAPHS.join('\n\n'));
		fault.remaining = 0;
		expect(fault.hits).toBeGreaterThan(0);
		const said = shown(channel).slice(before);
		const words = said.filter((record) => !isNotice(record));
		const isCut = CUT.includes(faultName);
		expect(words.map(textOf)).toEqual(isCut ? PARAGRAPHS.slice(0, after) : PARAGRAPHS);
		expect(outcome).toBe(isCut ? 'failed' : 'replied');
		const byItself = BY_ITSELF.includes(faultName);
		const origins = words.map(({ origin }) => origin);
		expect(origins).toEqual(words.map((_, index) => (byItself && index >= after ? 'bot' : 'webhook')));
		expect(await respond('Next.')).toBe('replied');
		expect(textOf(shown(channel).at(-1) ?? expect.fail())).toBe('Next.');
	});
});
