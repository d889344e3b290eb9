/** Which of a turn's prompts tell the note of a reunion: those that are built while the turn has the claim. */
import { expect, test } from 'vitest';
import { ProcessReunionClaims } from '#adapters/system/process-reunion-claims';
import type { ChatPorts } from '#app/chat/chat-ports';
import { CredentialQueue } from '#app/chat/credential-queue';
import { replyInAttempts } from '#app/chat/reply-attempts';
import type { ReunionPorts } from '#app/chat/reunion-presence';
import type { ChatTurnContext } from '#app/chat/turn-context';
import { openReunion } from '#app/chat/turn-reunion';
import { DEFAULT_SETTINGS } from '#core/settings/resolve-settings';
import type { Credential } from '#domain/credential';
import type { Failure, FailureCode } from '#domain/failure';
import type { LineageId, ServerId, UserId } from '#domain/ids';
import type { PromptRequest } from '#domain/prompt-request';
import { EMPTY_KNOWLEDGE, type TurnFacts } from '#domain/turn-facts';
import { err, ok } from '#lib/result';
import type { PooledKey } from '#ports/key-pool-store';
import { TOMORI } from '../core/context/dialogue-case.ts';
import { chatMessage, person, SELF_ID } from '../support/chat-message.ts';
import { plainHistoryKnowledge } from '../support/history-knowledge.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { recordingLog } from '../support/store-log.ts';

const dayMs = 86_400_000;
const trigger = chatMessage({ id: '1', author: person('11', 'Ellen'), content: 'hello' });
const request = { cause: 'mention', trigger, lines: [trigger] } as const;
const facts = {
	persona: TOMORI,
	settings: DEFAULT_SETTINGS,
	messages: [trigger],
	history: plainHistoryKnowledge(TOMORI),
	knowledge: EMPTY_KNOWLEDGE,
	selfId: SELF_ID,
	nowMs: 0,
	room: {
		kind: 'direct',
		name: 'Ellen',
		description: null,
		emojis: [],
		stickers: [],
		channelNames: [],
		names: { roles: new Map(), channels: new Map() },
	},
	mediaWindowEntries: 10,
	imageMessagesMax: 3,
	reunionNote: null,
	reunionNoteDepth: 3,
} as unknown as TurnFacts;

interface Scene {
	/** What becomes of each prompt; the last one's end is final. */
	readonly ends: readonly FailureCode[];
	/** Another channel's turn takes the claim as soon as it is free. */
	readonly isTaken: boolean;
}

const keyOf = (digest: string): PooledKey => ({
	id: null,
	credential: { digest } as Credential,
	isMain: true,
	isEnabled: true,
	usageCount: 0,
	coolingUntilMs: null,
	lastErrorCode: null,
});

/** Of each prompt whether it tells the note, and whether presence is written when the turn lands in the end. */
async function run({ ends, isTaken }: Scene) {
	const clock = new ManualClock();
	const claims = new ProcessReunionClaims({ claimTtlMs: 240_000, clock });
	let written = 0;
	const reunionPorts: ReunionPorts = {
		claims: {
			claim: (pair) => claims.claim(pair),
			holds: (claim) => claims.holds(claim),
			release: async (claim) => {
				await claims.release(claim);
				if (isTaken) await claims.claim(claim);
			},
		},
		stats: {
			addStat: async () => {
				written += 1;
			},
			addStats: async () => {},
			readTalk: async () => {
				throw new Error('presence is not talk');
			},
			getUserPersonaReunionInfo: async () => ({ lastActivityAtMs: clock.now() - 8 * dayMs, seenToday: false }),
		},
		reunionDays: 7,
		clock,
		log: recordingLog(),
	};
	const query = {
		serverId: 1 as ServerId,
		userId: 10 as UserId,
		lineageId: 5 as LineageId,
		timeAwarenessEnabled: true,
		isUserImpersonation: false,
		personalZone: 'UTC',
		personaName: 'Tomori',
	};
	const reunionPresence = openReunion(query, reunionPorts);
	const told: boolean[] = [];
	const ports = {
		clock,
		log: recordingLog(),
		credentialQueue: new CredentialQueue(clock),
		model: {
			prepare: async ({ items }: PromptRequest) => {
				told.push(items.some(({ identity }) => identity === 'reunion-note'));
				return err({ code: ends[told.length - 1] ?? 'internal-error' } as Failure);
			},
		},
	} as unknown as ChatPorts;
	const turn = { request, reunionPresence, signal: new AbortController().signal } as unknown as ChatTurnContext;
	const attempts = ['first', 'second'].map((modelCodename) => ({
		route: {
			scope: 'server' as const,
			provider: modelCodename,
			keys: [keyOf(modelCodename)],
		},
		settings: { ...DEFAULT_SETTINGS, modelCodename },
		isFallback: false,
	}));
	await replyInAttempts({ turn, readFacts: async () => ok(facts), attempts }, ports);
	await reunionPresence.end(true);
	return { told, written };
}

test('every attempt tells the note while the claim is the turn’s', async () => {
	const ends = ['empty-reply', 'model-unknown', 'internal-error'] as const;
	expect(await run({ ends, isTaken: false })).toEqual({ told: [true, true, true], written: 1 });
});

test('after another turn has taken the claim no further model is told the note, and nothing is written', async () => {
	const ends = ['empty-reply', 'model-unknown', 'internal-error'] as const;
	expect(await run({ ends, isTaken: true })).toEqual({ told: [true, false, false], written: 0 });
});
