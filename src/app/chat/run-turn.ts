/** The story of a turn: claim it, read everything once, compute the prompt, let the model speak, write down the end. */
import type { ReplyRefusal } from '#domain/access';
import type { Failure } from '#domain/failure';
import type { Snowflake } from '#domain/ids';
import type { TurnOutcome, TurnRequest } from '#domain/turn';
import type { TurnFacts } from '#domain/turn-facts';
import type { Result } from '#lib/result';
import type { ClaimedTurn, TurnClaim } from '#ports/turn-store';
import { attemptsOf, readsNotes, withoutPerson } from './attempts-of.ts';
import type { ChatPorts, ChatStores } from './chat-ports.ts';
import { controlButtons } from './control-buttons.ts';
import { withoutForgottenLines } from './forgotten-lines.ts';
import { gatherFacts } from './gather-facts.ts';
import { isIgnored } from './gather-history.ts';
import { gatherPlace, type TurnPlace } from './gather-place.ts';
import type { ReplyEnd } from './generate-reply.ts';
import { isDisowned } from './is-disowned.ts';
import { type AnswerPermit, mayAnswer, mayGoOn } from './may-answer.ts';
import type { TurnAbortReason, TurnControl } from './pending-turn.ts';
import { replyInAttempts } from './reply-attempts.ts';
import { postCutNotice, settleBroken, settleTurn } from './settle-turn.ts';
import { moveButtons } from './show-controls.ts';
import { tellRefusal, tellWarnings } from './tell-limits.ts';
import type { ChatTurnContext } from './turn-context.ts';
import { carriedReunion, reunionOf, settleReunion } from './turn-reunion.ts';

/** Takes one turn from claim to close. Throws only what stores throw or bugs; the caller logs it. */
export async function runTurn(given: TurnRequest, control: TurnControl, ports: ChatPorts): Promise<TurnOutcome> {
	const { channelId } = given.trigger;
	if (!ports.surface.mayPost(channelId)) {
		ports.log.info({ channelId }, 'nothing is generated where nothing may be posted');
		return { kind: 'ignored' };
	}
	const known = await withoutForgottenLines(given, ports);
	if (known === null) return { kind: 'ignored' };
	const place = await gatherPlace(known, ports);
	const [ignored, fresh] = await Promise.all([
		isIgnoredHere(known, place, ports),
		withoutTakenLines(known, { place, isRerun: control.isRerun }, ports),
	]);
	if (ignored) return { kind: 'ignored' };
	if (fresh === null) return { kind: 'duplicate' };
	const request = fresh;
	const claimed = await claim(request, { place, control }, ports.stores);
	if (claimed === null) return { kind: 'duplicate' };
	const lost = new AbortController();
	const disown = (): void => lost.abort('taken-over' satisfies TurnAbortReason);
	const answersByReply = control.wasQueued || request.cause === 'reply';
	const read: { facts?: TurnFacts } = {};
	const turn: ChatTurnContext = {
		...control,
		...claimed,
		signal: AbortSignal.any([control.signal, lost.signal]),
		disown,
		request,
		place,
		reunionPresence: request.cause === 'persona' ? carriedReunion(null) : reunionOf(place, ports),
		answersByReply,
		variant: 0,
		firstPart: 0,
		unrecorded: [],
		controls: controlButtons({ turnId: claimed.turnId, variant: 0, variants: 1 }),
		keepFacts: (facts) => {
			read.facts = facts;
		},
	};
	const letGo = ports.turnLeases.hold(claimed.turnId, disown);
	try {
		const leave = await (control.resumes === undefined ? mayAnswer(turn, ports) : mayGoOn(turn, ports));
		if (leave.kind === 'refused') return await refuse(turn, leave.refusal, ports);
		return await takeClaimed({ turn, permit: leave.permit, facts: () => read.facts }, ports);
	} catch (error) {
		await settleBroken(turn, ports);
		throw error;
	} finally {
		letGo();
	}
}

interface ClaimedJob {
	readonly turn: ChatTurnContext;
	readonly permit: AnswerPermit;
	/** What the turn has read by now. */
	readonly facts: () => TurnFacts | undefined;
}

/** From a claimed turn that may be answered to its end. */
async function takeClaimed({ turn, permit, facts }: ClaimedJob, ports: ChatPorts): Promise<TurnOutcome> {
	const { request } = turn;
	const stopTyping = ports.surface.startTyping(request.trigger.channelId);
	let outcome: TurnOutcome;
	try {
		outcome = await answerTurn(turn, ports);
	} catch (error) {
		await Promise.all([turn.reunionPresence.end(false), isDisowned(turn) || permit.end(false)]);
		throw error;
	} finally {
		stopTyping();
	}
	await settleReunion(turn, outcome, ports);
	// What it was counted for counts for whoever has taken it over.
	if (isDisowned(turn)) return outcome;
	const warnings = await permit.end('messages' in outcome && outcome.messages.length > 0);
	if (outcome.kind === 'failed') turn.markDelivering();
	await settleTurn(turn, outcome, ports);
	ports.shortTerm.noteTurn(turn, outcome, facts());
	if ('messages' in outcome) await moveButtons(turn, outcome.messages, ports);
	await tellWarnings(turn, warnings, ports);
	return outcome;
}

/** What is refused counts as seen, so that it is not answered later either. */
async function refuse(turn: ChatTurnContext, refusal: ReplyRefusal, ports: ChatPorts): Promise<TurnOutcome> {
	const outcome = { kind: 'refused', refusal } as const;
	await settleTurn(turn, outcome, ports);
	await tellRefusal(turn, refusal, ports);
	return outcome;
}

/**
 * People whom the persona has muted or blocked call it in vain, and so do those who keep out of every context, since it
 * could not read what they ask. Direct messages have no blocks.
 */
export async function isIgnoredHere(
	request: Pick<TurnRequest, 'trigger'>,
	place: TurnPlace,
	ports: ChatPorts,
): Promise<boolean> {
	const { workspace, persona } = place;
	const authorId = request.trigger.author.id;
	const query = { serverId: workspace.id, personaId: persona.id, discordIds: [authorId] };
	const [blocks, [author]] = await Promise.all([
		workspace.kind === 'guild' ? ports.stores.blocks.findBlocks(workspace.id, persona.id) : [],
		ports.stores.people.findPeople(query),
	]);
	return author?.privacyLevel === 2 || isIgnored(blocks, authorId, ports.clock.now());
}

/**
 * The request with those of its lines that no turn of the workspace has answered before; null when its trigger is one
 * that has been. Which persona answered makes no difference, unless the lines call both: another one that speaks now
 * answers nothing a second time.
 */
export async function withoutTakenLines(
	request: TurnRequest,
	{ place, isRerun }: { readonly place: TurnPlace; readonly isRerun: boolean },
	ports: ChatPorts,
): Promise<TurnRequest | null> {
	const lineIds = request.lines.map((line) => line.id);
	const claims = await ports.stores.turns.findClaims(place.workspace.id, lineIds);
	const others = (request.alsoCalled ?? []).filter((personaId) => personaId !== place.persona.id);
	const isTaken = (id: Snowflake): boolean =>
		(claims.get(id) ?? []).some(({ triggerId, personaId }) => {
			// A turn that is taken again finds its own claim.
			const isOwn = isRerun && triggerId === request.trigger.id;
			return !isOwn && !others.includes(personaId);
		});
	if (isTaken(request.trigger.id)) return null;
	return { ...request, lines: request.lines.filter((line) => !isTaken(line.id)) };
}

/** A turn whose trigger was edited may be claimed again; a message that was only delivered twice may not. */
async function claim(
	request: TurnRequest,
	{ place, control }: { readonly place: TurnPlace; readonly control: TurnControl },
	{ turns, openTurns }: Pick<ChatStores, 'turns' | 'openTurns'>,
): Promise<ClaimedTurn | null> {
	const { isRerun, resumes } = control;
	if (resumes !== undefined) {
		const run = await openTurns.resumeTurn(resumes);
		return run === null ? null : { turnId: resumes, run };
	}
	const wanted: TurnClaim = {
		serverId: place.workspace.id,
		channelId: request.trigger.channelId,
		personaId: place.persona.id,
		userId: place.userId,
		triggerMessageId: request.trigger.id,
		cause: request.cause,
		lineIds: request.lines.map((line) => line.id),
	};
	if (isRerun) return await turns.reclaimTurn(wanted);
	const turnId = await turns.claimTurn(wanted);
	return turnId === null ? null : { turnId, run: 0 };
}

/** From a claimed turn to a delivered reply, or to why there is none. */
export async function answerTurn(turn: ChatTurnContext, ports: ChatPorts): Promise<TurnOutcome> {
	const { request, place, signal } = turn;
	const planned = await attemptsOf(place, ports.stores, ports.operator);
	if (!planned.ok) return failed(turn, planned.error);
	const attempts = request.cause === 'persona' ? withoutPerson(planned.value, ports.model) : planned.value;
	const credential = attempts[0]?.route.keys[0]?.credential;
	if (!credential) return failed(turn, { code: 'no-key' });

	const query = { request, place, credential, readsNotes: readsNotes(attempts, ports.model), signal };
	let reading: Promise<Result<TurnFacts, Failure>> | null = null;
	const readFacts = async (): Promise<Result<TurnFacts, Failure>> => {
		reading ??= gatherFacts(query, ports);
		const facts = await reading;
		if (facts.ok) turn.keepFacts?.(facts.value);
		return facts;
	};

	const end = await replyInAttempts({ turn, readFacts, attempts }, ports);
	if (end === null) return failed(turn, { code: 'internal-error' });
	if (end.kind === 'capped') await postCutNotice(turn, ports);
	return end.kind === 'failed' ? failed(turn, end.failure, end) : outcomeOf(turn, end);
}

function outcomeOf(turn: ChatTurnContext, end: ReplyEnd): TurnOutcome {
	if (turn.signal.aborted) return failed(turn, { code: 'turn-timeout' }, end);
	return { kind: 'replied', messages: end.messages };
}

/** An aborted turn ended for its own reason, whatever the step that noticed it says. */
function failed(turn: ChatTurnContext, failure: Failure, end?: ReplyEnd): TurnOutcome {
	const messages = end?.messages ?? [];
	if (!turn.signal.aborted) return { kind: 'failed', failure, messages };
	if (turn.signal.reason === 'turn-timeout') return { kind: 'failed', failure: { code: 'turn-timeout' }, messages };
	// What was said until somebody stopped it, or the program ended, is a reply.
	return messages.length > 0 ? { kind: 'replied', messages } : { kind: 'cancelled' };
}
