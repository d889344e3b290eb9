/** Every row of the two tables that drive the conversation, turned, and what a model's abilities do to it: nothing. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { composeTurn } from '#app/chat/compose-prompt';
import { resolveSettings } from '#core/settings/resolve-settings';
import type { Credential } from '#domain/credential';
import type { LineageId, PersonaId, ServerId, UserId } from '#domain/ids';
import { TEXT_ONLY } from '#domain/media-descriptor';
import { EMPTY_ATTG } from '#domain/persona';
import { EMPTY_SETTINGS_ROW, type SettingsRow, type SettingsScopes } from '#domain/settings';
import type { TurnRequest } from '#domain/turn';
import { EMPTY_KNOWLEDGE, type TurnFacts } from '#domain/turn-facts';
import { anyMessage } from '../core/history/arbitrary-messages.ts';
import { attachment, chatMessage, person, SELF, SELF_ID } from '../support/chat-message.ts';
import { plainHistoryKnowledge } from '../support/history-knowledge.ts';

const nowMs = Date.UTC(2026, 6, 12, 12);
const hourMs = 3_600_000;
const persona = {
	id: 1 as PersonaId,
	serverId: 1 as ServerId,
	lineageId: 1 as LineageId,
	isAlter: false,
	name: 'Tomori',
	attributes: [],
	samples: [],
	triggerWords: [],
	aliases: [],
	attg: EMPTY_ATTG,
};

/** Thirty pictures a quarter of an hour apart, then the persona's line and the trigger, all on one day of UTC. */
const pictures = Array.from({ length: 30 }, (_, index) =>
	chatMessage({
		id: String(1_000 + index),
		author: person('11', 'Bo'),
		attachments: [
			attachment({
				id: `${index}`,
				url: `https://files.example/${index}.png`,
				proxyUrl: `https://proxy.example/${index}.png`,
			}),
		],
		createdAtMs: nowMs - 9 * hourMs + index * 900_000,
	}),
);
const own = chatMessage({ id: '1100', author: SELF, content: 'Nice; Very Nice', createdAtMs: nowMs - hourMs });
const trigger = chatMessage({ id: '1101', author: person('12', 'Ellen'), content: 'so much sex', createdAtMs: nowMs });
const messages = [...pictures, own, trigger];

function factsOf(change: Partial<TurnFacts> = {}, scopes: Partial<SettingsScopes> = {}): TurnFacts {
	return {
		workspace: { id: 1 as ServerId, kind: 'guild', discordId: '30', locale: null },
		persona,
		userId: 1 as UserId,
		settings: resolveSettings({ server: null, channel: null, persona: null, user: null, ...scopes }),
		credential: {} as Credential,
		messages,
		history: plainHistoryKnowledge(persona),
		knowledge: EMPTY_KNOWLEDGE,
		triggerId: trigger.id,
		selfId: SELF_ID,
		nowMs,
		room: {
			kind: 'guild',
			name: 'Harbour',
			description: null,
			emojis: [],
			stickers: [],
			channelNames: [],
			names: { roles: new Map(), channels: new Map() },
		},
		mediaWindowEntries: 10,
		imageMessagesMax: 3,
		reunionNote: 'Ellen is back.',
		reunionNoteDepth: 3,
		capabilities: { ...TEXT_ONLY, hasTools: true },
		...change,
	};
}

const request: TurnRequest = { cause: 'mention', trigger, lines: [trigger] };
const itemsOf = (facts: TurnFacts) => composeTurn(facts, request).prompt.items;
const row = (change: Partial<SettingsRow>): SettingsRow => ({ ...EMPTY_SETTINGS_ROW, ...change });
const server = (change: Partial<SettingsRow>) => factsOf({}, { server: row(change) });

/** What is measured: descriptors inside the window, places of notes, separators, and the two last lines. */
function seen(facts: TurnFacts) {
	const items = itemsOf(facts);
	const shown = items.flatMap((item) => item.mediaDescriptors ?? []);
	const dialogue = items.filter(({ tag }) => tag === 'DIALOGUE_HISTORY' || tag === 'CONTEXT_NOTE_INJECTION');
	const fromEnd = (identity: string): number => {
		const place = dialogue.findIndex((item) => item.identity === identity);
		return place === -1 ? -1 : dialogue.slice(place).filter((item) => item.identity.startsWith('history:')).length;
	};
	return {
		shown: shown.filter(({ withinWindow }) => withinWindow).length,
		outside: shown.filter(({ withinWindow }) => !withinWindow).length,
		extendBy: Math.max(0, ...shown.map(({ extendBy = 0 }) => extendBy)),
		note: fromEnd('context-note:0'),
		noteText: dialogue.find(({ identity }) => identity === 'context-note:0')?.text,
		reunion: fromEnd('reunion-note'),
		nudge: fromEnd('verbatim-tool-nudge'),
		separators: items.filter(({ identity }) => identity.startsWith('date_spacer_')).length,
		own: items.find(({ identity }) => identity === 'history:1100')?.text,
		trigger: items.find(({ identity }) => identity === 'history:1101')?.text,
	};
}

const note = { contextNote: 'Be kind', contextNoteDepth: 2 };
const rows: readonly (readonly [string, TurnFacts, Partial<ReturnType<typeof seen>>])[] = [
	['the defaults', factsOf(), { shown: 3, outside: 22, extendBy: 22, reunion: 3, nudge: -1, note: -1, separators: 0 }],
	['MEDIA_IMAGE_MESSAGE_LIMIT', factsOf({ imageMessagesMax: 5 }), { shown: 5 }],
	['MEDIA_IMAGE_MESSAGE_LIMIT of 0', factsOf({ imageMessagesMax: 0 }), { shown: 0, outside: 22 }],
	['TIME_AWARENESS_NOTE_DEPTH', factsOf({ reunionNoteDepth: 5 }), { reunion: 5 }],
	['memoryGuard.getMediaWindow()', factsOf({ mediaWindowEntries: 0 }), { shown: 0, outside: 30 }],
	[
		'message_fetch_limit',
		factsOf({ mediaWindowEntries: 100, imageMessagesMax: 100 }, { server: row({ messageFetchLimit: 20 }) }),
		{ shown: 18, outside: 12, extendBy: 0 },
	],
	['humanizer_degree', server({ humanizerDegree: 3 }), { own: 'Tomori: nice very nice' }],
	['context_note and context_note_depth', server(note), { note: 2, noteText: '[System: Be kind]' }],
	['verbatim_tool_calling_enabled', server({ verbatimToolCallingEnabled: true }), { nudge: 3 }],
	[
		'verbatim_tool_calling_enabled beside context_note',
		server({ ...note, verbatimToolCallingEnabled: true }),
		{ nudge: 3, note: 2, reunion: 3 },
	],
	['timezone_offset', server({ zone: '-04:30' }), { separators: 1 }],
	['time_awareness_enabled', server({ zone: '-04:30', timeAwarenessEnabled: false }), { separators: 0, reunion: -1 }],
	[
		'uncensor_unicode_space_enabled',
		server({ uncensorUnicodeSpaceEnabled: true }),
		{ trigger: 'Ellen: so\u2800much\u2800sex' },
	],
	['uncensor_sanitize_enabled', server({ uncensorSanitizeEnabled: true }), { trigger: 'Ellen: so much se\u00B7x' }],
	[
		'the persona’s context_note and context_note_depth',
		factsOf({}, { server: row(note), persona: row({ contextNote: 'Be loud', contextNoteDepth: 4 }) }),
		{ note: 4, noteText: '[System: Be loud]' },
	],
];

describe('the tables of the dialogue stage', () => {
	test.each(rows)('%s decides what the prompt holds', (_name, facts, expected) => {
		expect(seen(facts)).toMatchObject(expected);
	});

	test('what verbatim tools add is nothing to a model without tools', () => {
		const facts = server({ verbatimToolCallingEnabled: true });
		expect(seen({ ...facts, capabilities: TEXT_ONLY }).nudge).toBe(-1);
	});

	test('the server’s days part the messages, whatever the person’s own zone is', () => {
		const user = row({ zone: '-04:30' });
		expect(seen(factsOf({}, { user })).separators).toBe(0);
	});
});

describe('lines of one person on two of the server’s days', () => {
	const days = [nowMs - 26 * hourMs, nowMs - 23 * hourMs].map((createdAtMs, index) =>
		chatMessage({ id: `${500 + index}`, author: person('11', 'Bo'), content: `line ${index}`, createdAtMs }),
	);
	const linesOf = (change: Partial<SettingsRow>) =>
		itemsOf(factsOf({ messages: [...days, trigger] }, { server: row(change) })).flatMap(({ identity, text }) =>
			identity.startsWith('history:5') ? [text] : [],
		);

	// Ten and thirteen o'clock of UTC, so midnight of a zone twelve hours ahead lies between them.
	test.each([
		['one day', {}, ['Bo: line 0\nline 1']],
		['two days of the server', { zone: '+12:00' }, ['Bo: line 0', 'Bo: line 1']],
		['two days where time awareness is off', { zone: '+12:00', timeAwarenessEnabled: false }, ['Bo: line 0\nline 1']],
	])('are told by the day: %s', (_name, change, expected) => {
		expect(linesOf(change)).toEqual(expected);
	});
});

describe('a model’s abilities', () => {
	test('a blind and a seeing model’s context is byte-equal', () => {
		fc.assert(
			fc.property(
				fc.array(anyMessage, { maxLength: 20 }),
				fc.boolean(),
				fc.boolean(),
				(said, seesImages, seesVideos) => {
					const numbered = said.map((message, index) => ({ ...message, id: String(2_000 + index) }));
					const facts = factsOf({ messages: [...numbered, { ...trigger, id: '3000' }] });
					const seeing = { ...facts, capabilities: { seesImages, seesVideos, hasTools: true } };
					expect(JSON.stringify(itemsOf(seeing))).toBe(JSON.stringify(itemsOf(facts)));
				},
			),
		);
	});

	test('every handle of a turn resolves, those of pictures and those of answered messages', () => {
		const reply = chatMessage({
			id: '1090',
			author: person('12', 'Ellen'),
			reply: { messageId: '1000', channelId: '20', state: 'known', target: null },
		});
		const composed = composeTurn(factsOf({ messages: [...pictures, reply, own, trigger] }), request);
		const named = composed.prompt.items.flatMap(({ text }) =>
			[...text.matchAll(/\b(?:media|ref)_\d+\b/g)].map(([key]) => key),
		);
		expect(new Set(named.map((key) => key.split('_')[0]))).toEqual(new Set(['media', 'ref']));
		const known = new Set([...pictures, reply, own, trigger].map(({ id }) => id));
		for (const key of named) expect(known.has(composed.messageIds.resolve(key))).toBe(true);
	});

	test('what is asked of one reply alone reaches its prompt', () => {
		const wishes = { instruction: 'Speak of the sea', prefill: 'Once' };
		const { items } = composeTurn(factsOf(), { ...request, cause: 'command', wishes }).prompt;
		expect(items.slice(-2).map(({ role, text }) => `${role} ${text}`)).toEqual([
			expect.stringMatching(/^user \[System: Speak of the sea\n/),
			'model Tomori: Once',
		]);
	});
});
