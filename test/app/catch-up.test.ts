/** Which of the lines that were missed in a channel become turns, and what is looked at once more. */
import { describe, expect, test } from 'vitest';
import { admit } from '#app/chat/admit';
import { type CatchUpDoor, catchUp } from '#app/chat/catch-up';
import type { ChatPorts } from '#app/chat/chat-ports';
import type { LineCall } from '#app/chat/line-call';
import type { Failure } from '#domain/failure';
import type { PersonaId } from '#domain/ids';
import type { ChatMessage } from '#domain/message';
import { StoreUnavailableError } from '#domain/store-unavailable-error';
import type { TurnRequest } from '#domain/turn';
import { err, ok } from '#lib/result';
import type { LineClaim } from '#ports/turn-store';
import { chatMessage, person, SELF_ID } from '../support/chat-message.ts';
import { recordingLog } from '../support/store-log.ts';

const START_MS = 1_700_000_000_000;
const MAIN: LineCall['personas'][number] = { id: 1 as PersonaId, isMain: true };
const MIO: LineCall['personas'][number] = { id: 2 as PersonaId, isMain: false };

/** A channel with lines, the personas that each calls, and the claims that are known. */
class Place {
	readonly messages: ChatMessage[] = [];
	readonly claims = new Map<string, LineClaim[]>();
	readonly #calls = new Map<string, LineCall['personas']>();
	readonly turns: TurnRequest[] = [];
	readonly closing = new AbortController();
	failure: Failure | null = null;
	isStoreAway = false;

	say(id: string, by: string, personas: LineCall['personas'] | null = [MAIN]): void {
		const mentionedUsers = personas === null ? [] : [{ id: SELF_ID, displayName: 'Tomori' }];
		const createdAtMs = START_MS + this.messages.length;
		this.messages.push(chatMessage({ id, author: person(by, by), content: 'hi', createdAtMs, mentionedUsers }));
		this.#calls.set(id, personas ?? []);
	}

	/** Something of the bot's that replies to a line. */
	answer(id: string, messageId: string): void {
		const author = { id: SELF_ID, kind: 'self', displayName: 'Tomori', username: 'Tomori' } as const;
		const reply = { messageId, channelId: '300', state: 'unknown', target: null } as const;
		this.messages.push(chatMessage({ id, author, content: '', createdAtMs: START_MS, noticeKind: 'notice', reply }));
	}

	claim(triggerId: string, personaId: PersonaId, lineIds: readonly string[] = [triggerId]): void {
		for (const id of lineIds) this.claims.set(id, [...(this.claims.get(id) ?? []), { triggerId, personaId }]);
	}

	async catchUp(perChannelMax = 3): Promise<readonly string[]> {
		const door: CatchUpDoor = {
			admit: (message) => admit(message, { selfId: SELF_ID, selfRoleIds: [] }),
			findCall: async ({ id }, cause) => ({ cause, personas: this.#calls.get(id) ?? [], personasMax: 5 }),
			isKnown: () => false,
			addTurn: (request) => this.turns.push(request),
			inOrder: (_channelId, job) => void job(),
			signal: this.closing.signal,
		};
		const ports = {
			surface: {
				mayPost: () => true,
				readMessages: async () => (this.failure ? err(this.failure) : ok(this.messages)),
			},
			stores: {
				workspaces: {
					findWorkspace: async () => {
						if (this.isStoreAway) throw new StoreUnavailableError('findWorkspace', 'connection');
						return { id: 1 };
					},
				},
				turns: { findClaims: async () => this.claims },
			},
			log: recordingLog(),
			guildLocale: () => null,
		} as unknown as ChatPorts;
		const range = { channelIds: ['300'], sinceMs: START_MS };
		return await catchUp(range, { door, ports, perChannelMax, togetherMs: 60_000 });
	}

	/** Who is to answer which lines. */
	asked(): readonly (readonly unknown[])[] {
		return this.turns.map(({ personaId, lines }) => [personaId ?? 'main', ...lines.map(({ id }) => id)]);
	}
}

describe('what is caught up with', () => {
	test('is no line that only went on with one that was answered', async () => {
		const place = new Place();
		place.say('1', 'ada');
		place.say('2', 'ada', null);
		place.claim('1', MAIN.id);
		expect(await place.catchUp()).toEqual([]);
		expect(place.asked()).toEqual([]);
	});

	test('calls nobody whom an answered line called', async () => {
		const place = new Place();
		place.say('1', 'ada', [MIO]);
		place.say('2', 'ada');
		place.claim('1', MIO.id);
		await place.catchUp();
		expect(place.asked()).toEqual([['main', '2']]);
	});

	test('are the personas that did not come to answer a line that another one has', async () => {
		const place = new Place();
		place.say('1', 'ada', [MAIN, MIO]);
		place.say('2', 'ada', null);
		place.claim('2', MAIN.id, ['1', '2']);
		place.say('3', 'ada');
		await place.catchUp();
		expect(place.asked()).toEqual([
			[MIO.id, '1', '2'],
			['main', '3'],
		]);
		expect(place.turns[0]?.alsoCalled).toEqual([MAIN.id]);
	});

	test('leaves nobody out for those who were answered meanwhile', async () => {
		const place = new Place();
		place.say('1', 'ada');
		for (const [index, by] of ['bea', 'cleo', 'dora'].entries()) {
			place.say(String(index + 2), by);
			place.claim(String(index + 2), MAIN.id);
		}
		await place.catchUp();
		expect(place.asked()).toEqual([['main', '1']]);
	});

	test('is nothing that a notice answers, although it was never claimed', async () => {
		const place = new Place();
		place.say('1', 'ada');
		place.answer('2', '1');
		place.say('3', 'bea');
		await place.catchUp();
		expect(place.asked()).toEqual([['main', '3']]);
	});

	test.each([
		['Discord is out of reach', { failure: { code: 'discord-unreachable' } as const }, ['300']],
		['the channel may not be read', { failure: { code: 'discord-forbidden' } as const }, []],
		['the database is away', { isStoreAway: true }, ['300']],
	])('is looked for once more only where that may help: %s', async (_name, change, left) => {
		const place = Object.assign(new Place(), change);
		place.say('1', 'ada');
		expect(await place.catchUp()).toEqual(left);
		expect(place.asked()).toEqual([]);
	});

	test('is left where the bot closes before it was looked for', async () => {
		const place = new Place();
		place.say('1', 'ada');
		place.closing.abort();
		expect(await place.catchUp()).toEqual(['300']);
	});
});
