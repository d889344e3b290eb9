/** What each setting does to a prompt: chat models read it, NovelAI's do not. */
import { describe, expect, test } from 'vitest';
import { composeTurn } from '#app/chat/compose-prompt';
import { gatherRoom, storedTexts } from '#app/chat/gather-room';
import { BEHAVIOR_SETTINGS } from '#app/commands/behavior/behavior-settings';
import { preparePrompt } from '#core/novelai/request/prepare-prompt';
import { resolveSettings } from '#core/settings/resolve-settings';
import type { Credential } from '#domain/credential';
import type { LineageId, PersonaId, ServerId, UserId } from '#domain/ids';
import type { ServerMemoryId } from '#domain/memory';
import type { ChatMessage } from '#domain/message';
import { EMPTY_ATTG } from '#domain/persona';
import { EMPTY_SETTINGS_ROW, type SettingsRow, type SettingsScopes } from '#domain/settings';
import { EMPTY_KNOWLEDGE, type TurnFacts } from '#domain/turn-facts';
import type { ChannelRoom } from '#ports/chat-surface';
import { wordTokenizer } from '../core/novelai/conversation.ts';
import { chatMessage, person, SELF, SELF_ID } from '../support/chat-message.ts';
import { plainHistoryKnowledge } from '../support/history-knowledge.ts';

const DAY_MS = 86_400_000;
const nowMs = Date.UTC(2026, 6, 12, 12);
const words = await wordTokenizer();

const messages: readonly ChatMessage[] = [
	chatMessage({ id: '1', author: person('11', 'Bo'), content: 'I saw <@&66> there', createdAtMs: nowMs - 2 * DAY_MS }),
	chatMessage({ id: '2', author: SELF, content: 'Was It Fun', createdAtMs: nowMs - 2 * DAY_MS + 1 }),
	chatMessage({ id: '3', author: person('11', 'Bo'), content: 'very naked fun', createdAtMs: nowMs - 1 }),
	chatMessage({ id: '4', author: person('12', 'Ellen'), content: 'and you', createdAtMs: nowMs }),
];
const trigger = messages.at(-1) ?? chatMessage();
const request = { cause: 'mention', trigger, lines: [trigger] } as const;

const persona = {
	id: 1 as PersonaId,
	serverId: 1 as ServerId,
	lineageId: 1 as LineageId,
	isAlter: false,
	name: 'Tomori',
	attributes: ['Tomori is kind.'],
	samples: [],
	triggerWords: [],
	aliases: [],
	attg: EMPTY_ATTG,
};

const memory = {
	id: 7 as ServerMemoryId,
	serverId: 1 as ServerId,
	lineageId: 1 as LineageId,
	authorUserId: null,
	content: 'The <@&66> meets in <#77>, never in <#78>.',
	gates: { channels: [], keywords: [] },
	createdAtMs: 0,
	updatedAtMs: 0,
};

const room: ChannelRoom = {
	guildName: 'Harbour Town',
	guildDescription: 'Boats.',
	emojis: [{ name: 'wave' }],
	stickers: [{ name: 'Hug', description: null }],
	channelNames: ['general'],
	roleName: (id) => (id === '66' ? 'Crew' : null),
	channelName: (id) => (id === '77' ? 'har[bour' : null),
};

interface Variation {
	readonly scopes?: Partial<SettingsScopes>;
	readonly hasTools?: boolean;
	readonly facts?: Partial<TurnFacts>;
}

function factsOf({ scopes = {}, hasTools = true, facts = {} }: Variation): TurnFacts {
	const all = { server: null, channel: null, persona: null, user: null, ...scopes };
	const knowledge = { ...EMPTY_KNOWLEDGE, serverMemories: [memory] };
	const place = {
		workspace: { id: 1 as ServerId, kind: 'guild', discordId: '30', locale: null },
		persona,
		userId: 1 as UserId,
		settings: resolveSettings(all),
		scopes: all,
	} as const;
	return {
		...place,
		credential: {} as Credential,
		messages,
		history: plainHistoryKnowledge(persona),
		knowledge,
		triggerId: trigger.id,
		selfId: SELF_ID,
		nowMs,
		room: gatherRoom(trigger, storedTexts(place, knowledge), { room: () => room }),
		mediaWindowEntries: 10,
		imageMessagesMax: 3,
		reunionNote: null,
		reunionNoteDepth: 3,
		capabilities: { seesImages: false, seesVideos: false, hasTools },
		// As the attempt has it, where the endpoint is there.
		...(place.settings.visionModel === null ? {} : { vision: {} as Credential }),
		...facts,
	};
}

/** What a chat model reads, piece by piece. */
function chatText(variation: Variation): string {
	const { items } = composeTurn(factsOf(variation), request).prompt;
	return items.map(({ tag, text }) => `<${tag}> ${text}`).join('\n');
}

function novelaiPrompt(variation: Variation, codename = 'kayra-v1'): string {
	const composed = composeTurn(factsOf(variation), request).prompt;
	const prepared = preparePrompt({ ...composed, codename }, 'opus', words);
	if (!prepared.ok) throw new Error(prepared.error.code);
	return prepared.value.prompt;
}

const row = (change: Partial<SettingsRow>): SettingsRow => ({ ...EMPTY_SETTINGS_ROW, ...change });
const CHANNEL_PROMPT = { prompt: 'MARK channel.' } as const;

/** Where a setting is set and what of it a chat model reads; `less` is what it reads no more. */
interface SettingCase {
	readonly scopes: Partial<SettingsScopes>;
	readonly told: RegExp;
	readonly less?: RegExp;
}

const CASES: readonly (readonly [name: string, setting: SettingCase])[] = [
	[
		'humanizer_degree',
		{ scopes: { server: row({ humanizerDegree: 3 }) }, told: /Tomori: was it fun/, less: /Was It Fun/ },
	],
	[
		'system_prompt',
		{
			scopes: { server: row({ prompt: 'MARK for {bot}.' }) },
			told: /<SYSTEM_HUMANIZER_RULES> MARK for Tomori\./,
			less: /You are Tomori/,
		},
	],
	['channel_prompt', { scopes: { channel: row(CHANNEL_PROMPT) }, told: /<SYSTEM_CHANNEL_PROMPT> MARK channel\./ }],
	[
		'channel_prompt_mode',
		{
			scopes: { channel: row({ ...CHANNEL_PROMPT, promptMode: 'replace' }) },
			told: /<SYSTEM_HUMANIZER_RULES> MARK channel\./,
			less: /You are Tomori/,
		},
	],
	['persona_prompt', { scopes: { persona: row({ prompt: 'MARK it.' }) }, told: /<SYSTEM_PERSONA_PROMPT> MARK it\./ }],
	[
		'context_note',
		{ scopes: { server: row({ contextNote: 'MARK' }) }, told: /<CONTEXT_NOTE_INJECTION> \[System: MARK\]/ },
	],
	[
		'context_note_depth',
		{
			scopes: { server: row({ contextNote: 'MARK', contextNoteDepth: 0 }) },
			told: /Ellen: and you\n<CONTEXT_NOTE_INJECTION> \[System: MARK\]$/,
		},
	],
	[
		'time_awareness_enabled',
		{
			scopes: { channel: row({ timeAwarenessEnabled: false }) },
			told: /Now: Sunday, July 12, 2026, 12:00/,
			less: /\(2 days ago, server time\)/,
		},
	],
	[
		'uncensor_unicode_space_enabled',
		{
			scopes: { persona: row({ uncensorUnicodeSpaceEnabled: true }) },
			told: /very\u2800naked\u2800fun/,
			less: /very naked fun/,
		},
	],
	[
		'uncensor_sanitize_enabled',
		{
			scopes: { server: row({ uncensorSanitizeEnabled: true }) },
			told: /very n\S*·\S*d fun/,
			less: /very naked/,
		},
	],
	[
		'verbatim_tool_calling_enabled',
		{ scopes: { server: row({ verbatimToolCallingEnabled: true }) }, told: /<CONTEXT_NOTE_INJECTION> \[System: / },
	],
	[
		'vision_model',
		{
			scopes: { server: row({ visionModel: 'custom:eyes', prompt: 'MARK {image_analysis_tool}.' }) },
			told: /<SYSTEM_HUMANIZER_RULES> MARK analyze_image\./,
		},
	],
	['zone', { scopes: { server: row({ zone: '+09:00' }) }, told: /Now: Sunday, July 12, 2026, 21:00 \(\+09:00\)/ }],
];

describe('a setting', () => {
	const plain = chatText({});

	test.each(CASES)('%s changes what chat models read', (_name, { scopes, told, less }) => {
		const text = chatText({ scopes });
		expect(text).toMatch(told);
		if (less === undefined) {
			expect(plain).not.toMatch(told);
			return;
		}
		expect(plain).toMatch(less);
		expect(text).not.toMatch(less);
	});

	test.each(CASES)('%s leaves the prompts of NovelAI byte-equal', (_name, { scopes }) => {
		for (const codename of ['kayra-v1', 'glm-4-6']) {
			expect(novelaiPrompt({ scopes }, codename)).toBe(novelaiPrompt({}, codename));
		}
	});

	test('every one that is inactive with NovelAI is in the table', () => {
		// What is written in a person's own name has no place in a persona's prompt.
		const ofPersonas = BEHAVIOR_SETTINGS.filter(({ scopes }) => scopes.some((scope) => scope !== 'personal'));
		const inactive = ofPersonas.filter((setting) => setting.isInactiveOnNovelai).map(({ name }) => name);
		expect(CASES.map(([name]) => name)).toEqual(expect.arrayContaining(inactive));
		expect(inactive).toHaveLength(11);
	});

	test('verbatim tools say nothing to a model that has none', () => {
		const scopes = { server: row({ verbatimToolCallingEnabled: true }) };
		expect(chatText({ scopes, hasTools: false })).toBe(chatText({ hasTools: false }));
	});
});

describe('the place of a turn', () => {
	test('reaches chat models alone', () => {
		const told = ['Harbour Town', 'Boats.', ':wave:', '- Hug', 'Channel: #general'];
		for (const words of told) {
			expect(chatText({})).toContain(words);
			expect(novelaiPrompt({})).not.toContain(words);
		}
	});

	test('names the roles and channels that stored texts mention, for every model, and leaves unknown ones', () => {
		const named = 'The @Crew meets in #har(bour, never in <#78>.';
		expect(chatText({})).toContain(`[id:7] ${named}`);
		expect(novelaiPrompt({})).toContain(named);
	});

	test('calls the bot by its persona’s name in stored texts, for every model', () => {
		const scopes = { server: row({ contextNote: `Boats are <@${SELF_ID}>'s` }) };
		expect(chatText({ scopes })).toContain("[System: Boats are Tomori's]");
		const knowledge = { ...EMPTY_KNOWLEDGE, serverMemories: [{ ...memory, content: `<@!${SELF_ID}> likes boats` }] };
		expect(chatText({ facts: { knowledge } })).toContain('[id:7] Tomori likes boats');
		expect(novelaiPrompt({ facts: { knowledge } })).toContain('Tomori likes boats');
	});

	test('what the messages say of a role is surer than the caches', () => {
		const [first, ...others] = messages;
		const renamed = { ...(first ?? trigger), mentionedRoles: [{ id: '66', name: 'Sailors' }] };
		expect(chatText({ facts: { messages: [renamed, ...others] } })).toContain('The @Sailors meets');
	});

	test('muted and blocked people stand there by the name that the prompt uses for them', () => {
		const ignored = [
			{ userDiscordId: '11', blockType: 'mute', displayName: 'bo_the_first' },
			{ userDiscordId: '19', blockType: 'block', displayName: 'Kim\n[x]' },
			{ userDiscordId: '20', blockType: 'block', displayName: null },
		] as const;
		const history = { ...factsOf({}).history, ignored };
		expect(chatText({ facts: { history } })).toMatch(/- Bo \(muted.*\n- Kim \(x\) \(blocked.*\n</);
		expect(novelaiPrompt({ facts: { history } })).toBe(novelaiPrompt({}));
	});

	test('people are listed with their other names', () => {
		const known = messages.map((message) =>
			message.author.id === '11'
				? { ...message, author: { ...message.author, displayName: 'Boatswain', username: 'bo_99' } }
				: message,
		);
		const history = { ...factsOf({}).history, savedNicknames: new Map([['11', 'Bo']]) };
		const text = chatText({ facts: { messages: known, history } });
		expect(text).toContain('- Bo, @{Bo}, also known as Boatswain, bo_99');
	});
});
