/** All reads of a turn, once. */
import { type CallMatcher, compileCalls } from '#core/triggers/compile-calls';
import { withoutCallSigns } from '#core/triggers/plain-calls';
import type { Credential } from '#domain/credential';
import type { Failure } from '#domain/failure';
import type { Snowflake } from '#domain/ids';
import { TEXT_ONLY } from '#domain/media-descriptor';
import type { ChatMessage } from '#domain/message';
import type { TurnRequest } from '#domain/turn';
import type { TurnFacts } from '#domain/turn-facts';
import { ok, type Result } from '#lib/result';
import type { ChatPorts } from './chat-ports.ts';
import { gatherHistory } from './gather-history.ts';
import { gatherKnowledge } from './gather-knowledge.ts';
import type { TurnPlace } from './gather-place.ts';
import { gatherRoom, storedTexts } from './gather-room.ts';
import { nameReactions } from './name-reactions.ts';

/** A turn whose place and key are known. */
export interface GatherQuery {
	readonly request: TurnRequest;
	readonly place: TurnPlace;
	readonly credential: Credential;
	/** Whether any model that may be asked reads notes beside what was said. */
	readonly readsNotes: boolean;
	/** Reads only what was written before this message; for prompts that are shown and not sent. */
	readonly beforeId?: Snowflake;
	readonly signal: AbortSignal;
}

/** Reads the channel and what is known of its messages, and freezes everything. */
export async function gatherFacts(query: GatherQuery, ports: ChatPorts): Promise<Result<TurnFacts, Failure>> {
	const { request, place, signal } = query;
	const { surface } = ports;
	const page = await surface.readMessages(
		{
			channelId: request.trigger.channelId,
			limit: place.settings.messageFetchLimit,
			include: request.lines,
			...(query.beforeId === undefined ? {} : { beforeId: query.beforeId }),
		},
		signal,
	);
	// Who may write but not read the history still knows what it was told just now.
	const isUnreadable = !page.ok && page.error.code === 'discord-forbidden';
	const read = isUnreadable ? ok(request.lines) : page;
	if (!read.ok) return read;
	const privateAmong = (discordIds: readonly Snowflake[]) => privatePeople(discordIds, place, ports);
	const naming = { surface, settings: ports.reactions, privateAmong, signal };
	const [{ history, people }, messages] = await Promise.all([
		gatherHistory(read.value, { place, turnLines: request.lines }, ports),
		// Names cost requests, so they are asked for only where somebody will read them.
		query.readsNotes ? nameReactions(read.value, naming) : read.value,
	]);
	const knowledge = await gatherKnowledge({ place, people, channelId: request.trigger.channelId }, ports);
	const calls = compileCalls(history.personas);
	return ok(
		Object.freeze({
			...place,
			credential: query.credential,
			messages: messages.map((message) => withPlainCalls(withKnownRoles(message), calls)),
			history,
			knowledge,
			triggerId: request.trigger.id,
			selfId: ports.selfId,
			nowMs: ports.clock.now(),
			room: gatherRoom(request.trigger, storedTexts(place, knowledge), surface),
			mediaWindowEntries: ports.memoryPressure.getMediaWindow(),
			imageMessagesMax: ports.imageMessagesMax,
			reunionNote: null,
			reunionNoteDepth: ports.reunions.noteDepth,
			capabilities: TEXT_ONLY,
		}),
	);
}

/** People who keep out of every context. */
async function privatePeople(
	discordIds: readonly Snowflake[],
	{ workspace, persona }: TurnPlace,
	{ stores }: ChatPorts,
): Promise<ReadonlySet<Snowflake>> {
	const people = await stores.people.findPeople({ serverId: workspace.id, personaId: persona.id, discordIds });
	return new Set(people.filter(({ privacyLevel }) => privacyLevel === 2).map(({ discordId }) => discordId));
}

/** How a person called a persona is nothing that it has to read. */
function withPlainCalls(message: ChatMessage, calls: CallMatcher): ChatMessage {
	if (message.author.kind !== 'user') return message;
	const content = withoutCallSigns(message.content, calls);
	return content === message.content ? message : { ...message, content };
}

/** A role without a known name stays as it is written. */
function withKnownRoles(message: ChatMessage): ChatMessage {
	if (message.mentionedRoles.every((role) => role.name !== '')) return message;
	return { ...message, mentionedRoles: message.mentionedRoles.filter((role) => role.name !== '') };
}
