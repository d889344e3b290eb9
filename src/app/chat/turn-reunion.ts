/** The reunion of one turn, over all of its attempts. */
import { plainLabel } from '#core/text/plain-label';
import type { TurnId } from '#domain/ids';
import type { ChatMessage } from '#domain/message';
import type { TurnOutcome } from '#domain/turn';
import type { HistoryKnowledge } from '#domain/turn-facts';
import { normalizeZone } from '#lib/calendar-day';
import type { ChatPorts } from './chat-ports.ts';
import type { TurnPlace } from './gather-place.ts';
import { logTrouble } from './log-trouble.ts';
import {
	type ResolvedReunion,
	type ReunionPorts,
	type ReunionQuery,
	recordReunionPresence,
	resolveReunionNote,
} from './reunion-presence.ts';

/** What a turn does with the presence clock (seed: `ChatTurnContext.reunionPresence`). */
export interface TurnReunion {
	/** The note for this attempt about the person so called; the clock is read at the first call. */
	note(personName: string): Promise<string | null>;
	/** Gives up what was claimed, so that the next attempt may claim the note itself. */
	giveUp(): Promise<void>;
	/** Settles what the turn owes; further calls do nothing. The note that was told, if there was one. Never rejects. */
	end(hasLanded: boolean): Promise<string | null>;
}

/** The reunion of a turn that answers somebody. */
export function openReunion(query: Omit<ReunionQuery, 'personName'>, ports: ReunionPorts): TurnReunion {
	let resolved: Promise<ResolvedReunion> | null = null;
	const settle = async (hasLanded: boolean): Promise<string | null> => {
		const current = await resolved;
		resolved = null;
		if (!current?.scope) return null;
		await recordReunionPresence(current.scope, hasLanded, ports);
		return hasLanded ? current.note : null;
	};
	return {
		note: async (personName) => {
			resolved ??= resolveReunionNote({ ...query, personName }, ports);
			return (await resolved).note;
		},
		giveUp: async () => {
			await settle(false);
		},
		end: settle,
	};
}

/** The reunion of a reply that is written anew: it tells what its turn told, and neither claims nor records. */
export function carriedReunion(note: string | null): TurnReunion {
	return { note: async () => note, giveUp: async () => {}, end: async () => null };
}

/** What a turn needs of the presence clock, from its place. */
export function reunionOf({ workspace, persona, userId, settings }: TurnPlace, ports: ChatPorts): TurnReunion {
	const { timeAwarenessEnabled, personalZone } = settings;
	const query = {
		serverId: workspace.id,
		userId,
		lineageId: persona.lineageId,
		timeAwarenessEnabled,
		isUserImpersonation: false,
		personalZone: normalizeZone(personalZone) ?? 'UTC',
		personaName: persona.name,
	};
	const { stores, reunions, clock, log } = ports;
	return openReunion(query, { ...reunions, stats: stores.stats, clock, log });
}

/** What the persona calls the person: the name they asked for, where that may be used. */
export function personNameOf(
	{ author }: ChatMessage,
	{ savedNicknames, nicknameBlacklist }: Pick<HistoryKnowledge, 'savedNicknames' | 'nicknameBlacklist'>,
): string {
	const saved = nicknameBlacklist.has(author.id) ? undefined : savedNicknames.get(author.id);
	return plainLabel(saved ?? author.displayName, 'someone');
}

/** The end of the turn as the presence clock sees it, before anything else is written (seed: post-turn). */
export async function settleReunion(
	{ reunionPresence, turnId }: { readonly reunionPresence: TurnReunion; readonly turnId: TurnId },
	outcome: TurnOutcome,
	ports: ChatPorts,
): Promise<void> {
	const told = await reunionPresence.end('messages' in outcome && outcome.messages.length > 0);
	if (told === null) return;
	try {
		await ports.stores.turns.setReunionNote(turnId, told);
	} catch (error) {
		logTrouble(ports.log, 'the note of a reunion could not be kept', { error, turnId });
	}
}
