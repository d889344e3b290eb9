/** Lets a persona's reply call other personas, where somebody has allowed that. */
import { resolveSettings } from '#core/settings/resolve-settings';
import { chooseCalled } from '#core/triggers/choose-called';
import { compileCalls } from '#core/triggers/compile-calls';
import type { PersonaId, Snowflake, UserId } from '#domain/ids';
import { REPLY_LIMITS } from '#domain/settings';
import type { TurnOutcome, TurnRequest } from '#domain/turn';
import type { Workspace } from '#domain/workspace';
import { attemptsOf, withoutPerson } from './attempts-of.ts';
import type { ChatPorts } from './chat-ports.ts';
import { workspaceKeyOf } from './gather-place.ts';
import { logTrouble } from './log-trouble.ts';
import type { AttemptPlace } from './plan-attempts.ts';
import { wordlessTrigger } from './stored-turn.ts';

/** Stands for a person of whom nothing is stored: the database numbers people from 1. */
const NOBODY = 0 as UserId;

/** Takes one turn; the same as the queue's own. */
export type TakeTurn = (request: TurnRequest) => Promise<TurnOutcome>;

/** A reply that may call others, and who is not to be called by it. */
interface Speech {
	readonly outcome: TurnOutcome;
	readonly request: TurnRequest;
	/** The persona that this reply answers, or null for a person. */
	readonly answeredId: PersonaId | null;
}

/**
 * Takes the turns of personas that the reply to a person's line calls, and of those that these call, up to the server's
 * limit. A persona neither calls itself nor the one it answers. Where terms want a person behind every generation, a
 * persona that nothing else could serve is never called so (ruling N10). Never rejects.
 */
export async function takeCascade(first: Omit<Speech, 'answeredId'>, take: TakeTurn, ports: ChatPorts): Promise<void> {
	try {
		await takeCalled(first, take, ports);
	} catch (error) {
		// What the person asked for is answered already.
		logTrouble(ports.log, 'personas could not answer one another', {
			error,
			channelId: first.request.trigger.channelId,
		});
	}
}

async function takeCalled(first: Omit<Speech, 'answeredId'>, take: TakeTurn, ports: ChatPorts): Promise<void> {
	const speeches: Speech[] = [{ ...first, answeredId: null }];
	let turns = 0;
	for (let speech = speeches.shift(); speech; speech = speeches.shift()) {
		const found = await calledIn(speech, ports);
		for (const { request, speakerId, limit } of found) {
			if (turns >= limit) return;
			turns += 1;
			speeches.push({ outcome: await take(request), request, answeredId: speakerId });
		}
	}
}

interface CascadeTurn {
	readonly request: TurnRequest;
	readonly speakerId: PersonaId;
	readonly limit: number;
}

async function calledIn({ outcome, request, answeredId }: Speech, ports: ChatPorts): Promise<readonly CascadeTurn[]> {
	const last = outcome.kind === 'replied' ? outcome.messages.at(-1) : undefined;
	if (!last) return [];
	const { workspaces, personas, replies } = ports.stores;
	const workspace = await workspaces.findWorkspace(workspaceKeyOf(request.trigger, ports));
	const company = workspace ? await personas.listPersonas(workspace.id) : [];
	if (!workspace || company.length < 2) return [];
	const turnId = await replies.turnOf(last.id);
	const reply = turnId === null ? null : await replies.findReply(turnId);
	if (!reply) return [];
	const text = (reply.variants[reply.variant] ?? []).map((part) => part.text).join('\n');
	const called = compileCalls(company).findCalls(text);
	const turns: CascadeTurn[] = [];
	const excludedIds = [reply.personaId, ...(answeredId === null ? [] : [answeredId]), ...(request.alsoCalled ?? [])];
	for (const id of chooseCalled({
		forcedId: null,
		calls: called,
		deliberateOnly: false,
		personasMax: REPLY_LIMITS.matchMax,
		excludedIds,
	})) {
		const place = await placeOf(id, { ...reply, workspace }, ports);
		const { settings } = place;
		if (turns.length >= settings.matchLimit || settings.cascadeLimit === 0) break;
		if (!(await mayBeCalled(place, ports))) continue;
		const isMain = company.some((persona) => persona.id === id && !persona.isAlter);
		const { ownerId: userId, ownerName: userName, channelId, guildId, personaId: speakerId } = reply;
		const trigger = wordlessTrigger({ id: last.id, channelId, guildId, userId, userName });
		const answer: TurnRequest = { cause: 'persona', trigger, lines: [], ...(isMain ? {} : { personaId: id }) };
		turns.push({ request: answer, speakerId, limit: settings.cascadeLimit });
	}
	return turns;
}

interface CascadePlace {
	readonly workspace: Workspace;
	readonly channelId: Snowflake;
	/** Who began the conversation, by Discord's id. */
	readonly ownerId: Snowflake;
}

async function placeOf(
	personaId: PersonaId,
	{ workspace, channelId, ownerId }: CascadePlace,
	{ stores }: ChatPorts,
): Promise<AttemptPlace> {
	const userId = (await stores.workspaces.findUser(ownerId)) ?? NOBODY;
	const scopes = await stores.settings.readScopes({ serverId: workspace.id, channelId, personaId, userId });
	return { workspace, userId, scopes, settings: resolveSettings(scopes) };
}

/** By the very plan of its turn, so that neither a fallback nor another scope's key serves what the chosen one may. */
async function mayBeCalled(place: AttemptPlace, { stores, operator, model }: ChatPorts): Promise<boolean> {
	const planned = await attemptsOf(place, stores, operator);
	return planned.ok && withoutPerson(planned.value, model).length > 0;
}
