/** What is stored in the scene. */
import type { LineageId, ServerId, UserId } from '#domain/ids';
import { LOREBOOK_DEFAULTS, type LorebookEntry, type LorebookEntryId } from '#domain/lorebook';
import type {
	PersonalMemory,
	PersonalMemoryId,
	PlacedShortTerm,
	ServerMemory,
	ServerMemoryId,
	ShortTermNoteId,
} from '#domain/memory';
import { EMPTY_SETTINGS_ROW, type SettingsRow, type SettingsScopes } from '#domain/settings';
import { EMPTY_KNOWLEDGE, type HistoryKnowledge, type Knowledge, type RoomFacts } from '#domain/turn-facts';
import { plainHistoryKnowledge } from '../../support/history-knowledge.ts';
import { BO, daysAgo, ELLEN, KIM, KURO, MAX, TOMORI, ZOE } from './scene-people.ts';

const gates = { channels: [], keywords: [] };
const times = { createdAtMs: daysAgo(30), updatedAtMs: daysAgo(30) };

function aboutServer(id: number, content: string, change: Partial<ServerMemory> = {}): ServerMemory {
	const { lineageId, serverId } = TOMORI;
	return { id: id as ServerMemoryId, serverId, lineageId, authorUserId: null, content, gates, ...times, ...change };
}

function about(id: number, userDiscordId: string, content: string): PersonalMemory {
	const owner = { userId: Number(userDiscordId) as UserId, userDiscordId };
	return { id: id as PersonalMemoryId, ...owner, lineageId: null, content, gates, ...times };
}

function lore(id: number, content: string, change: Partial<LorebookEntry> = {}): LorebookEntry {
	const own = { id: id as LorebookEntryId, serverId: 1 as ServerId, lineageId: null, title: `title ${id}`, content };
	return { ...LOREBOOK_DEFAULTS, ...own, keys: [], ...times, ...change };
}

const shortTerm: readonly PlacedShortTerm[] = [
	{
		id: 2 as ShortTermNoteId,
		channelId: '21',
		channelName: 'pier',
		kind: 'lines',
		content: '',
		lines: [
			{ messageIds: ['880'], authorId: '12', speaker: 'Bo', text: 'the ferry is "late"', atMs: daysAgo(0) },
			{ messageIds: ['881'], authorId: '13', speaker: 'Max', text: 'fish!', atMs: daysAgo(0) },
		],
		updatedAtMs: daysAgo(0),
	},
	{
		id: 1 as ShortTermNoteId,
		channelId: '20',
		channelName: null,
		kind: 'summary',
		content: 'Bo asked {bot} about old piers.',
		lines: [],
		updatedAtMs: daysAgo(1),
	},
];

/** Stored for the persona to know. */
export const KNOWLEDGE: Knowledge = {
	...EMPTY_KNOWLEDGE,
	serverMemories: [
		aboutServer(31, 'Movie night is on Fridays, and {user} brings tea.'),
		aboutServer(32, 'The crew meets in <#77>.', { gates: { channels: ['general'], keywords: ['pier'] } }),
		aboutServer(33, 'Of another channel.', { gates: { channels: ['pier'], keywords: [] } }),
		aboutServer(34, 'Of another persona.', { lineageId: 8 as LineageId }),
	],
	personalMemories: [
		about(41, ELLEN.id, '{user} is afraid of gulls [all of them].'),
		about(42, BO.id, 'Bo keeps this to himself.'),
	],
	people: [
		{ discordId: ELLEN.id, nickname: 'Ellen', privacyLevel: 0, mayBePersonal: true },
		{ discordId: BO.id, nickname: null, privacyLevel: 1, mayBePersonal: true },
	],
	channelNames: ['general', '20'],
	shortTerm: { records: shortTerm, depth: null },
	conditioning: { rewards: ['the warm soup'], punishments: ['shouting'], rewardsTotal: 4, punishmentsTotal: 1 },
	lore: [
		lore(51, 'The town lies between two rivers.', { isConstant: true }),
		lore(52, '{bot} was born there.', { isConstant: true, position: 'after' }),
		lore(53, 'The old lighthouse has no door.', { keys: ['lighthouse'] }),
		lore(54, 'Whales are never mentioned.', { keys: ['whale'] }),
	],
};

/** Stored of the messages and of the people in them. */
export const HISTORY: HistoryKnowledge = {
	...plainHistoryKnowledge(TOMORI),
	personas: [TOMORI, KURO],
	savedNicknames: new Map([[ELLEN.id, 'Ellen']]),
	notices: new Map([['1018', { kind: 'reward', payload: { title: 'Bo pats Tomori', authorId: '12' } }]]),
	blocks: new Map([[MAX.id, { expiresAtMs: daysAgo(0, 450) }]]),
	ignored: [
		{ userDiscordId: MAX.id, blockType: 'block', displayName: 'Max' },
		{ userDiscordId: KIM.id, blockType: 'mute', displayName: 'Kim' },
	],
	privateUserIds: new Set([ZOE.id]),
};

/** The place. */
export const ROOM: RoomFacts = {
	kind: 'guild',
	name: 'Harbour Town',
	description: 'Boats,\nand tea.',
	emojis: [{ name: 'anchor' }, { name: 'wave' }],
	stickers: [{ name: 'Hug', description: 'two gulls' }],
	channelNames: ['general'],
	names: { roles: new Map(), channels: new Map([['77', 'pier']]) },
};

const row = (change: Partial<SettingsRow>): SettingsRow => ({ ...EMPTY_SETTINGS_ROW, ...change });

/** What people set. */
export const SCOPES: SettingsScopes = {
	server: row({
		zone: 'Europe/Berlin',
		humanizerDegree: 3,
		prompt:
			'Speak as {bot}, to {{user}}.{{if tool:remember}} Keep what matters with {remember_tool}.{{/if}} Exact times: {message_metadata_tool}.',
		contextNote: 'The note of the server, which the persona overrides.',
		contextNoteDepth: 1,
		stopStrings: ['THE END'],
	}),
	channel: row({ prompt: 'Here only boats are talked about.', contextNote: 'The tide is high.', contextNoteDepth: 6 }),
	persona: row({ prompt: '{bot} never lies.', contextNote: '{bot} is cold.', contextNoteDepth: 1 }),
	user: null,
};
