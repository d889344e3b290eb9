/** Puts another reply in the place of the present one so that a crash on the way leaves no half of it. */
import type { Failure } from '#domain/failure';
import { messageNonce } from '#domain/message-nonce';
import type { PostedMessage } from '#domain/reply';
import type { PartContent } from '#domain/turn';
import { ok, type Result } from '#lib/result';
import type { OutgoingPart } from '#ports/open-turn-store';
import type { StoredReply } from '#ports/reply-store';
import { findPosted, messagesSince } from './channel-evidence.ts';
import type { ChatPorts } from './chat-ports.ts';
import type { RecoveryEnd, RecoveryJob } from './close-recovered.ts';
import { controlButtons } from './control-buttons.ts';
import { logTrouble } from './log-trouble.ts';
import type { TurnAbortReason } from './pending-turn.ts';
import { showVariant } from './show-variant.ts';

/** What is to stand there. */
export interface ReplyShowing {
	readonly reply: StoredReply;
	readonly variant: number;
	readonly parts: readonly PartContent[];
	readonly signal: AbortSignal;
}

/** All of it is stored before the first message changes; a shutdown leaves the rest to the next start. */
export async function showReply(showing: ReplyShowing, ports: ChatPorts): Promise<Result<void, Failure>> {
	const { reply, signal } = showing;
	const { turnId } = reply;
	const letGo = ports.turnLeases.hold(turnId, () => {});
	try {
		const planned = plannedParts(showing, ports.clock.now());
		const isStored = await storePlan(planned, ports);
		const shown = await changeMessages({ ...showing, planned }, ports);
		if (!isStored) return shown;
		if (signal.reason === ('shutdown' satisfies TurnAbortReason)) await ports.stores.openTurns.releaseTurn(turnId);
		else await ports.stores.turns.setTurnState(turnId, 'done');
		return shown;
	} finally {
		letGo();
	}
}

/** What a crash interrupted is shown as a whole; where not even its last message was stored, nothing had changed yet. */
export async function finishShowing(
	{ turn, signal }: RecoveryJob,
	planned: readonly OutgoingPart[],
	ports: ChatPorts,
): Promise<RecoveryEnd> {
	const { turnId, channelId, triggerMessageId: sinceId } = turn;
	const reply = await ports.stores.replies.findReply(turnId);
	const last = planned.find(({ isLast }) => isLast);
	if (reply !== null && last) {
		const read = await messagesSince({ channelId, sinceId, signal }, ports);
		if (!read.ok && read.error.code === 'discord-unreachable') return 'later';
		const parts = planned.map(({ message: { text, identity } }) => ({ text, identity: identity ?? null }));
		const posted = async (part: number): Promise<PostedMessage | null> => {
			const plan = planned[part];
			return plan && read.ok ? await findPosted(plan, read.value.messages, ports) : null;
		};
		const showing = { reply, variant: last.variant, parts, signal, planned, posted };
		const shown = read.ok ? await changeMessages(showing, ports) : ok(undefined);
		if (!shown.ok && (signal.aborted || shown.error.code === 'discord-unreachable')) return 'later';
	}
	await ports.stores.turns.setTurnState(turnId, 'done');
	return 'done';
}

function plannedParts({ reply, variant, parts }: ReplyShowing, attempt: number): readonly OutgoingPart[] {
	const { turnId, channelId, triggerMessageId: triggerId } = reply;
	return parts.map(({ text, identity }, part) => {
		// Showing a variant again posts anew what an earlier showing had posted and taken back.
		const nonce = messageNonce({ triggerId, turnId, attempt, variant, part });
		const look = identity === null ? {} : { identity };
		const message = { channelId, text, replyToId: null, nonce, notifiableUserIds: [], ...look };
		return { turnId, variant, part, message, isLast: part === parts.length - 1, shows: true };
	});
}

/** False where it cannot be stored: then it is shown without a net. */
async function storePlan(planned: readonly OutgoingPart[], { stores, log }: ChatPorts): Promise<boolean> {
	try {
		for (const part of planned) {
			if (!(await stores.openTurns.beginPart(part, { reopens: part.part === 0 }))) return false;
		}
		return planned.length > 0;
	} catch (error) {
		logTrouble(log, 'what is about to be shown could not be stored', { error });
		return false;
	}
}

interface PlannedShowing extends ReplyShowing {
	readonly planned: readonly OutgoingPart[];
	readonly posted?: (part: number) => Promise<PostedMessage | null>;
}

async function changeMessages(showing: PlannedShowing, ports: ChatPorts): Promise<Result<void, Failure>> {
	const { reply, variant } = showing;
	const { turnId } = reply;
	const newest = await ports.stores.replies.newestReply(reply.channelId);
	const variants = Math.max(reply.variants.length, variant + 1);
	const buttons = newest?.turnId === turnId ? controlButtons({ turnId, variant, variants }) : [];
	return await showVariant({ ...showing, buttons }, ports);
}
