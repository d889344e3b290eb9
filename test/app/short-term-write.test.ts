/** Notes behind turns: in the channel's order, and never in anybody's way. */
import { describe, expect, test } from 'vitest';
import { type EndedTurn, ShortTermWriter, type ShortTermWriterOptions } from '#app/chat/short-term-write';
import { resolveSettings } from '#core/settings/resolve-settings';
import type { Credential } from '#domain/credential';
import type { LineageId, PersonaId, ServerId, Snowflake, TurnId, UserId } from '#domain/ids';
import { TEXT_ONLY } from '#domain/media-descriptor';
import { EMPTY_ATTG } from '#domain/persona';
import type { PostedMessage } from '#domain/reply';
import type { TurnOutcome } from '#domain/turn';
import { EMPTY_KNOWLEDGE, type TurnFacts } from '#domain/turn-facts';
import type { StoredReply } from '#ports/reply-store';
import type { ChangedLine, NotedLines, NotedSummary } from '#ports/short-term-store';
import { chatMessage, person, SELF_ID } from '../support/chat-message.ts';
import { plainHistoryKnowledge } from '../support/history-knowledge.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { recordingLog } from '../support/store-log.ts';

const persona = {
	id: 1 as PersonaId,
	serverId: 1 as ServerId,
	lineageId: 7 as LineageId,
	isAlter: false,
	name: 'Tomori',
	attributes: [],
	samples: [],
	triggerWords: [],
	aliases: [],
	attg: EMPTY_ATTG,
};
const trigger = chatMessage({ id: '100', author: person('11', 'Bo'), content: 'hi' });
const posted: PostedMessage = { id: '900', channelId: trigger.channelId };
const replied: TurnOutcome = { kind: 'replied', messages: [posted] };

function turn(signal = new AbortController().signal): EndedTurn {
	return { turnId: 5 as TurnId, request: { cause: 'mention', trigger, lines: [trigger] }, signal };
}

/** Only what the writer reads of them. */
function factsOf(): TurnFacts {
	const unread = { room: {}, mediaWindowEntries: 1, imageMessagesMax: 1, reunionNote: null, reunionNoteDepth: 1 };
	return {
		...unread,
		workspace: { id: 1 as ServerId, kind: 'guild', discordId: '30', locale: null },
		persona,
		userId: 1 as UserId,
		settings: resolveSettings({ server: null, channel: null, persona: null, user: null }),
		credential: {} as Credential,
		messages: [trigger],
		history: plainHistoryKnowledge(persona),
		knowledge: EMPTY_KNOWLEDGE,
		triggerId: trigger.id,
		selfId: SELF_ID,
		nowMs: 0,
		capabilities: TEXT_ONLY,
	} as unknown as TurnFacts;
}

function replyOf(text: string, ids: readonly Snowflake[] = ['900']): StoredReply {
	return {
		turnId: 5 as TurnId,
		personaId: persona.id,
		channelId: trigger.channelId,
		guildId: '30',
		triggerMessageId: trigger.id,
		lineIds: [trigger.id],
		ownerId: '11',
		ownerName: 'Bo',
		reunionNote: null,
		messages: ids.map((id) => ({ id, channelId: trigger.channelId })),
		variant: 0,
		variants: [[{ text, identity: null }]],
	};
}

function world(change: { reply?: StoredReply | null; before?: (step: string) => Promise<void> } = {}) {
	const saved: NotedLines[] = [];
	const changed: ChangedLine[] = [];
	const summaries: NotedSummary[] = [];
	const before = change.before ?? (async () => {});
	const shortTerm: ShortTermWriterOptions['stores']['shortTerm'] = {
		async saveLines(_place, noted) {
			await before('save');
			saved.push(noted);
		},
		async saveSummary(_place, noted) {
			await before('summary');
			summaries.push(noted);
		},
		async changeLine(_channelId, line) {
			await before('change');
			changed.push(line);
		},
		async clearShortTerm() {
			await before('clear');
			return 1;
		},
	};
	const log = recordingLog();
	const reply = change.reply === undefined ? replyOf('hey <@11>') : change.reply;
	const replies = { findReply: async () => reply };
	const writer = new ShortTermWriter({
		stores: { shortTerm, replies },
		isPrivateChannel: () => true,
		clock: new ManualClock(1_000),
		log,
	});
	return { writer, saved, summaries, changed, log };
}

describe('the notes of a turn', () => {
	test('hold what its prompt showed and the reply with names in it', async () => {
		const { writer, saved } = world();
		writer.noteTurn(turn(), replied, factsOf());
		await writer.idle();
		expect(saved).toMatchObject([
			{
				isPrivate: true,
				nowMs: 1_000,
				lines: [
					{ speaker: 'Bo', text: 'hi', messageIds: ['100'], authorId: '11' },
					{ speaker: 'Tomori', text: 'hey Bo', messageIds: ['900'], authorId: null, atMs: 1_000 },
				],
			},
		]);
	});

	test('are none of turns that were stopped, said nothing, or read nothing', async () => {
		const { writer, saved } = world();
		const stopped = new AbortController();
		stopped.abort('stopped');
		writer.noteTurn(turn(stopped.signal), replied, factsOf());
		writer.noteTurn(turn(), { kind: 'cancelled' }, factsOf());
		writer.noteTurn(turn(), { kind: 'failed', failure: { code: 'empty-reply' }, messages: [] }, factsOf());
		writer.noteTurn(turn(), replied, undefined);
		await writer.idle();
		expect(saved).toEqual([]);
	});

	test('are those of a turn that broke off behind its first words', async () => {
		const { writer, saved } = world();
		const late = new AbortController();
		late.abort('turn-timeout');
		const failed = { kind: 'failed', failure: { code: 'turn-timeout' }, messages: [posted] } as const;
		writer.noteTurn(turn(late.signal), failed, factsOf());
		await writer.idle();
		expect(saved).toHaveLength(1);
	});

	test('are none when the reply is gone before they are written', async () => {
		const { writer, saved } = world({ reply: null });
		writer.noteTurn(turn(), replied, factsOf());
		await writer.idle();
		expect(saved).toEqual([]);
	});
});

describe('the notes of a reply that changes', () => {
	test('are what stands there now, or nothing when it is gone', async () => {
		const { writer, changed } = world({ reply: replyOf('new\nwords', ['901']) });
		writer.noteReply(replyOf('old'));
		await writer.idle();
		expect(changed).toEqual([{ messageIds: ['900', '901'], now: { messageIds: ['901'], text: 'new words' } }]);
		const gone = world({ reply: null });
		gone.writer.noteReply(replyOf('old'));
		gone.writer.forgetMessage(trigger.channelId, '77');
		await gone.writer.idle();
		expect(gone.changed).toEqual([
			{ messageIds: ['900'], now: null },
			{ messageIds: ['77'], now: null },
		]);
	});
});

describe('messages that are deleted', () => {
	test('are forgotten together when they go together', async () => {
		const { writer, changed } = world();
		const ids = Array.from({ length: 100 }, (_, index) => String(index));
		for (const id of ids) writer.forgetMessage(trigger.channelId, id);
		writer.forgetMessage('another', '500');
		await writer.idle();
		writer.forgetMessage(trigger.channelId, '600');
		await writer.idle();
		expect(changed.map(({ messageIds }) => messageIds)).toEqual([ids, ['500'], ['600']]);
	});

	test('are not noted when they went while the reply was written', async () => {
		const { writer, saved } = world();
		const facts = factsOf();
		writer.forgetMessage(trigger.channelId, trigger.id);
		writer.noteTurn(turn(), replied, facts);
		await writer.idle();
		expect(saved.map(({ lines }) => lines.map(({ text }) => text))).toEqual([['hey Bo']]);
	});
});

describe('the summary of a channel', () => {
	const place = { serverId: persona.serverId, lineageId: persona.lineageId, channelId: trigger.channelId };

	test('is kept with what the channel is, behind what is being noted there', async () => {
		const gate = Promise.withResolvers<void>();
		const { writer, saved, summaries } = world({
			before: (step) => (step === 'save' ? gate.promise : Promise.resolve()),
		});
		writer.noteTurn(turn(), replied, factsOf());
		const kept = writer.noteSummary(place, 'They met.');
		await new Promise((resolve) => setImmediate(resolve));
		expect(summaries).toEqual([]);
		gate.resolve();
		await kept;
		expect([saved.length, summaries]).toEqual([1, [{ content: 'They met.', isPrivate: true, nowMs: 1_000 }]]);
	});

	test('that could not be stored is told to who writes it', async () => {
		const { writer } = world({ before: () => Promise.reject(new Error('away')) });
		await expect(writer.noteSummary(place, 'They met.')).rejects.toThrow('away');
	});
});

describe('behind the turns', () => {
	test('a store that fails is logged and nobody hears of it; what comes next is written', async () => {
		let fails = true;
		const { writer, saved, log } = world({
			before: async () => {
				if (fails) throw new Error('away');
			},
		});
		writer.noteTurn(turn(), replied, factsOf());
		await writer.idle();
		expect(log.lines.filter(({ level }) => level === 'warn')).toHaveLength(1);
		fails = false;
		writer.noteTurn(turn(), replied, factsOf());
		await writer.idle();
		expect(saved).toHaveLength(1);
	});

	test('what is forgotten waits for what is being noted, and tells when it could not be done', async () => {
		const gate = Promise.withResolvers<void>();
		const steps: string[] = [];
		const { writer } = world({
			before: async (step) => {
				if (step === 'save') await gate.promise;
				steps.push(step);
				if (steps.length > 2) throw new Error('away');
			},
		});
		writer.noteTurn(turn(), replied, factsOf());
		const forgotten = writer.forgetChannel(persona.serverId, trigger.channelId);
		gate.resolve();
		await forgotten;
		expect(steps).toEqual(['save', 'clear']);
		await expect(writer.forgetChannel(persona.serverId, trigger.channelId)).rejects.toThrow('away');
	});

	test('a channel is written in order, and one that hangs holds up no other and no more than 50 notes', async () => {
		const gate = Promise.withResolvers<void>();
		const { writer, changed, log } = world({ before: (step) => (step === 'save' ? gate.promise : Promise.resolve()) });
		writer.noteTurn(turn(), replied, factsOf());
		for (let number = 0; number < 60; number += 1) writer.noteReply(replyOf('old', [String(number)]));
		writer.forgetMessage('another', 'free');
		await new Promise((resolve) => setImmediate(resolve));
		expect(changed.map(({ messageIds }) => messageIds[0])).toEqual(['free']);
		expect(log.lines.filter(({ level }) => level === 'warn')).toHaveLength(10);
		gate.resolve();
		await writer.idle();
		expect(changed.slice(1).map(({ messageIds }) => messageIds[0])).toEqual(
			Array.from({ length: 50 }, (_, at) => String(at)),
		);
	});
});
