/** From a turn's facts to what a text model is asked. */
import { offeredTools } from '#app/tools/offered-tools';
import { composeContext } from '#core/context/compose-context';
import { MessageIdMap } from '#core/context/message-id-map';
import type { DialogueDrop } from '#core/context/stages/dialogue-history';
import { participantsOf } from '#core/context/stages/participants';
import type { TalkFacts } from '#core/context/talk-facts';
import { buildSimplifiedHistory } from '#core/history/build-simplified-history';
import type { HistoryFacts, SimplifiedHistory } from '#core/history/history-facts';
import { activateLore } from '#core/lore/activate-lore';
import { selectMemories } from '#core/memory/select-memories';
import { selectShortTerm } from '#core/memory/select-short-term';
import { shortTermNudge } from '#core/memory/short-term-nudge';
import { plainLabel } from '#core/text/plain-label';
import type { LineageId, Snowflake } from '#domain/ids';
import type { ShortTermMemory } from '#domain/memory';
import { EMPTY_ATTG, type Persona } from '#domain/persona';
import type { PromptRequest } from '#domain/prompt-request';
import type { TurnRequest } from '#domain/turn';
import type { TurnFacts } from '#domain/turn-facts';
import { normalizeZone } from '#lib/calendar-day';
import { knownNames, peopleFacts } from './known-people.ts';
import { withOtherNames } from './other-names.ts';

/** Of people: the lineages of personas are above 0 (ruling H9). */
const NO_LINEAGE = 0 as LineageId;

/** A turn's request, and what the people in it are called there. */
export interface ComposedTurn {
	readonly prompt: PromptRequest;
	/** By Discord's ids. */
	readonly people: ReadonlyMap<Snowflake, string>;
	/** What the handles in the prompt stand for. */
	readonly messageIds: MessageIdMap;
	/** Messages that the conversation is made of, blocked people's among them. */
	readonly tellable: ReadonlySet<Snowflake>;
	/** What of the conversation is not in it. */
	readonly drops: readonly DialogueDrop[];
}

/** The request of a turn; pure, so that inspection asks for the very same. */
export function composeTurn(facts: TurnFacts, request: TurnRequest): ComposedTurn {
	const messageIds = new MessageIdMap();
	const history = buildSimplifiedHistory(facts.messages, {
		...historyFacts(facts, request),
		messageIdMap: messageIds,
	});
	const { knowledge, persona } = facts;
	const { lineageId } = persona;
	const projections = history.entries.flatMap((entry) => entry.completionContent ?? []);
	const memories = selectMemories({
		knowledge,
		lineageId,
		participants: new Set(participantsOf(history.entries).keys()),
		corpus: projections.join('\n'),
	});
	const lore = activateLore({
		entries: knowledge.lore,
		lineageId,
		projections,
		charactersMax: knowledge.loreCharactersMax,
	});
	const talk = talkFacts(facts, history.userNames, request);
	const speaker = speakerOf(facts, request, history.userNames);
	const { items, drops } = composeContext({
		persona: speaker,
		userName:
			history.userNames.get(request.trigger.author.id) ?? plainLabel(request.trigger.author.displayName, 'someone'),
		history: history.entries,
		knowledge: {
			serverMemories: memories.server,
			personalMemories: memories.personal,
			shortTerm: shortTermOf(facts, history, talk.tools),
			lore: lore.active,
			names: knownNames(facts, history),
		},
		humanizerDegree: facts.settings.humanizerDegree,
		messageIds,
		talk,
		cause: request.cause,
		...(request.wishes === undefined ? {} : { wishes: request.wishes }),
	});
	const prompt = {
		codename: facts.settings.modelCodename,
		items: withOtherNames(items, { persona: speaker, personas: facts.history.personas }, history.entries),
		personaName: speaker.name,
		personaAliases: speaker.aliases,
		attg: speaker.attg,
		sampling: facts.settings.sampling,
		isFallbackAttempt: false,
		thinkingLevel: request.wishes?.thinkingLevel ?? facts.settings.thinkingLevel,
		maxOutputTokens: facts.settings.maxOutputTokens,
		stopStrings: facts.settings.stopStrings,
		speakerStopEnabled: facts.settings.speakerStopEnabled,
		triggerMessageId: request.trigger.id,
		uncensor: talk.uncensor,
		...(talk.tools.length === 0 ? {} : { tools: talk.tools }),
		...(talk.callsVerbatim ? { callsVerbatim: true as const } : {}),
		skippedLore: lore.skipped.map((entry) => `lorebook:${entry.id}`),
	};
	const tellable = new Set(
		history.entries.flatMap(({ id, combined }) => [id, ...(combined ?? []).map((part) => part.id)]),
	);
	return { prompt, people: history.userNames, messageIds, tellable, drops };
}

/** What of the last hours comes up, and whether the model is asked to sum them up. */
function shortTermOf(
	{ knowledge, messages, history: known, persona, nowMs }: TurnFacts,
	{ entries, dropped }: SimplifiedHistory,
	tools: TalkFacts['tools'],
): ShortTermMemory {
	const { records, depth } = knowledge.shortTerm;
	const selected = selectShortTerm({
		records,
		depth,
		oldestReadId: messages[0]?.id ?? null,
		hasReset: dropped.some(({ reason }) => reason === 'before-reset'),
		hiddenUserIds: new Set([...known.blocks.keys(), ...known.privateUserIds]),
		nowMs,
	});
	return { ...selected, nudge: shortTermNudge({ tools, records, history: entries, persona }) };
}

/** Who writes: the persona, or somebody of whom nothing is known but the name that they have in the conversation. */
function speakerOf(
	{ persona }: TurnFacts,
	{ impersonation }: TurnRequest,
	userNames: ReadonlyMap<Snowflake, string>,
): Persona {
	if (impersonation === undefined) return persona;
	const { userDiscordId, identity } = impersonation;
	const name = userNames.get(userDiscordId) ?? plainLabel(identity.name, 'someone');
	return { ...persona, name, aliases: [], attributes: [], samples: [], attg: EMPTY_ATTG, lineageId: NO_LINEAGE };
}

/** What the stages read of the place, the settings and the attempt's model. */
function talkFacts(facts: TurnFacts, userNames: ReadonlyMap<Snowflake, string>, request: TurnRequest): TalkFacts {
	const { settings } = facts;
	const { impersonation } = request;
	const tools = offeredTools(facts, request);
	return {
		room: facts.room,
		prompts: settings,
		...peopleFacts(facts, userNames),
		conditioning: facts.knowledge.conditioning,
		notes: settings.contextNotes,
		// A reply that is written anew carries the note of its turn, and time awareness may be off by now.
		reunionNote: settings.timeAwarenessEnabled ? facts.reunionNote : null,
		reunionNoteDepth: facts.reunionNoteDepth,
		clock: { zone: zoneOf(facts), nowMs: facts.nowMs },
		dates: settings.timeAwarenessEnabled ? { zone: zoneOf(facts), nowMs: facts.nowMs } : null,
		media: {
			windowEntries: facts.mediaWindowEntries,
			fetchLimit: settings.messageFetchLimit,
			imageMessagesMax: facts.imageMessagesMax,
		},
		capabilities: facts.capabilities,
		tools,
		callsVerbatim: settings.verbatimToolCallingEnabled && tools.length > 0,
		uncensor: {
			unicodeSpace: settings.uncensorUnicodeSpaceEnabled,
			sanitize: settings.uncensorSanitizeEnabled,
		},
		impersonatedUserId: impersonation?.userDiscordId ?? null,
		impersonationPrompt: impersonation?.prompt ?? null,
	};
}

/** The server's calendar, which separators and merging share. */
function zoneOf({ settings }: TurnFacts): string {
	return normalizeZone(settings.zone) ?? 'UTC';
}

/** What the simplification needs to know, from what the turn has read. */
export function historyFacts(facts: TurnFacts, request: TurnRequest): HistoryFacts {
	return {
		...facts.history,
		selfId: facts.selfId,
		persona: facts.persona,
		ownWebhookIds: new Set(),
		transcripts: new Map(),
		messageIdMap: null,
		timeAwareness: facts.settings.timeAwarenessEnabled,
		zone: zoneOf(facts),
		nowMs: facts.nowMs,
		turnLines: request.lines,
	};
}
