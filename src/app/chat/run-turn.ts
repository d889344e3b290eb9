/** The story of a turn: claim it, read everything once, compute the prompt, let the model speak, write down the end. */
import type { Failure } from '#domain/failure';
import type { TurnOutcome, TurnRequest } from '#domain/turn';
import type { ChatPorts } from './chat-ports.ts';
import { chooseCredential } from './choose-credential.ts';
import { gatherFacts } from './gather-facts.ts';
import { gatherPlace } from './gather-place.ts';
import type { ReplyEnd } from './generate-reply.ts';
import { planAttempts } from './plan-attempts.ts';
import { replyInAttempts } from './reply-attempts.ts';
import { settleTurn } from './settle-turn.ts';
import type { ChatTurnContext } from './turn-context.ts';
import type { TurnControl } from './turn-queue.ts';

const PROVIDER = 'novelai';

/** Takes one turn from claim to close. Throws only what stores throw or bugs; the caller logs it. */
export async function runTurn(request: TurnRequest, control: TurnControl, ports: ChatPorts): Promise<TurnOutcome> {
	const place = await gatherPlace(request.trigger, ports);
	const turnId = await ports.stores.turns.claimTurn({
		serverId: place.workspace.id,
		channelId: request.trigger.channelId,
		personaId: place.persona.id,
		userId: place.userId,
		triggerMessageId: request.trigger.id,
		lineIds: request.lines.map((line) => line.id),
	});
	if (turnId === null) return { kind: 'duplicate' };
	const answersByReply = control.wasQueued || request.cause === 'reply';
	const turn: ChatTurnContext = { ...control, request, place, turnId, answersByReply };
	const stopTyping = ports.surface.startTyping(request.trigger.channelId);
	let outcome: TurnOutcome;
	try {
		outcome = await answer(turn, ports);
	} finally {
		stopTyping();
	}
	await settleTurn(turn, outcome, ports);
	return outcome;
}

async function answer(turn: ChatTurnContext, ports: ChatPorts): Promise<TurnOutcome> {
	const { request, place, signal } = turn;
	const { workspace, userId, settings } = place;
	const { personalServerFallback } = settings;
	const query = { workspace, userId, provider: PROVIDER, personalServerFallback };
	const routes = await chooseCredential(query, ports.stores, ports.operator);
	if (!routes.ok) return failed(turn, routes.error);
	const credential = routes.value[0]?.keys[0]?.credential;
	if (!credential) return failed(turn, { code: 'no-key' });

	const facts = await gatherFacts({ request, place, credential, signal }, ports);
	if (!facts.ok) return failed(turn, facts.error);

	const attempts = planAttempts(routes.value, place);
	const end = await replyInAttempts({ turn, facts: facts.value, attempts }, ports);
	if (end === null) return failed(turn, { code: 'internal-error' });
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
	return { kind: 'cancelled' };
}
