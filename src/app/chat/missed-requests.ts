/** What is still to be answered of what a person said while nobody listened. */
import type { PersonaId, Snowflake } from '#domain/ids';
import type { ChatMessage } from '#domain/message';
import type { TriggerCause, TurnRequest } from '#domain/turn';
import type { LineClaim } from '#ports/turn-store';
import type { ChatPorts } from './chat-ports.ts';
import { workspaceKeyOf } from './gather-place.ts';
import { joinCalls, type LineCall, requestsOf } from './line-call.ts';
import type { MissedTurn } from './missed-turns.ts';

/** The part of the intake that knows. */
export interface MissedDoor {
	readonly findCall: (message: ChatMessage, cause: TriggerCause) => Promise<LineCall | null>;
	/** Whether a line waits, is being answered or was. */
	readonly isKnown: (message: ChatMessage) => boolean;
}

/** What it takes to find out. */
export interface MissedSearch {
	readonly door: MissedDoor;
	readonly ports: ChatPorts;
	/** Lines that something of ours in the channel replies to. */
	readonly answeredIds: ReadonlySet<Snowflake>;
}

/**
 * What a person wrote before a line of theirs that was answered has been passed over, and stays so; what follows it is
 * answered if it calls somebody itself. Of several personas that the answered line called, those who have not answered
 * do. The claims decide in the end; what is claimed already need not wait for that.
 */
export async function missedRequests(turn: MissedTurn, search: MissedSearch): Promise<readonly TurnRequest[]> {
	const claims = await claimsOf(turn, search.ports);
	const isTaken = ({ line }: MissedTurn[number]): boolean =>
		claims.has(line.id) || search.answeredIds.has(line.id) || search.door.isKnown(line);
	const lastTaken = turn.findLastIndex(isTaken);
	const rest = await callersOf(turn, claims.get(turn[lastTaken]?.line.id ?? ''), { claims, search });
	const open = turn.slice(lastTaken + 1);
	const call = await callOf(open, search);
	return [...rest, ...requestsFor(open, call)];
}

type LineClaims = ReadonlyMap<Snowflake, readonly LineClaim[]>;

async function claimsOf(turn: MissedTurn, ports: ChatPorts): Promise<LineClaims> {
	const first = turn[0];
	if (!first) return new Map();
	const workspace = await ports.stores.workspaces.findWorkspace(workspaceKeyOf(first.line, ports));
	if (workspace === null) return new Map();
	const lineIds = turn.map(({ line }) => line.id);
	return await ports.stores.turns.findClaims(workspace.id, lineIds);
}

/** Further personas that a turn has called of which one has been taken. */
async function callersOf(
	turn: MissedTurn,
	taken: readonly LineClaim[] | undefined,
	{ claims, search }: { readonly claims: LineClaims; readonly search: MissedSearch },
): Promise<readonly TurnRequest[]> {
	const triggerId = taken?.[0]?.triggerId;
	const lines = turn.filter(({ line }) => claims.get(line.id)?.some((claim) => claim.triggerId === triggerId));
	if (!taken || lines.at(-1)?.line.id !== triggerId) return [];
	const call = await callOf(lines, search);
	if (call === null || call.personas.length < 2) return [];
	const answering = new Set<PersonaId>(taken.map(({ personaId }) => personaId));
	return requestsFor(lines, call).filter((_, index) => {
		const persona = call.personas[index];
		return persona !== undefined && !answering.has(persona.id);
	});
}

/** Whom the lines call together; null for lines that only go on with others. */
async function callOf(lines: MissedTurn, { door }: MissedSearch): Promise<LineCall | null> {
	let call: LineCall | null = null;
	for (const { line, cause } of lines) {
		const next = cause === null ? null : await door.findCall(line, cause);
		call = call === null ? next : joinCalls(call, next);
	}
	return call;
}

function requestsFor(missed: MissedTurn, call: LineCall | null): readonly TurnRequest[] {
	const lines = missed.map(({ line }) => line);
	const trigger = lines.at(-1);
	return trigger && call ? requestsOf(call, { trigger, lines }) : [];
}
