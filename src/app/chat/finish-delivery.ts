/** Brings a reply to an end whose process died while it was posted. */
import type { PostedMessage } from '#domain/reply';
import type { OpenTurn, OutgoingPart, StoredPart } from '#ports/open-turn-store';
import { findPosted, messagesSince } from './channel-evidence.ts';
import type { ChatPorts } from './chat-ports.ts';
import { ageOf, closeWithNote, type RecoveryEnd, type RecoveryJob } from './close-recovered.ts';
import { controlButtons } from './control-buttons.ts';
import { moveButtons } from './show-controls.ts';
import { finishShowing } from './show-reply.ts';

/** How long Discord surely knows a nonce, in milliseconds: it speaks of a few minutes. */
const NONCE_KNOWN_MS = 60_000;

const POST_TIMEOUT_MS = 15_000;

/** What became of a part: it stands there, it stood there and was deleted, it cannot be had, or that cannot be told now. */
type PartEnd = PostedMessage | 'removed' | 'refused' | 'later';

/**
 * Finds or posts the messages that were on their way. What the model would have written behind them nobody knows, so the
 * reply ends there: as a whole one where the last part is known to be the last, else with the note of a cut.
 */
export async function finishDelivery(job: RecoveryJob, ports: ChatPorts): Promise<RecoveryEnd> {
	const { turn } = job;
	const planned = turn.stored.flatMap(({ outgoing }) => (outgoing?.shows ? [outgoing] : []));
	if (planned.length > 0) return await finishShowing(job, planned, ports);
	const known = turn.recorded.map((each) => [each.part, postedOf(turn, each)] as const);
	const standing = new Map<number, PostedMessage>(known);
	let isWhole = turn.stored.length > 0;
	for (const stored of turn.stored) {
		if (turn.recorded.some(({ variant, part }) => variant === stored.variant && part === stored.part)) {
			isWhole = stored.outgoing?.isLast ?? false;
			continue;
		}
		const end = await settlePart(job, stored, ports);
		if (end === 'later') return 'later';
		isWhole = end !== 'refused' && (stored.outgoing?.isLast ?? false);
		if (typeof end === 'object') standing.set(stored.part, end);
		// Nothing of a reply stands behind a gap.
		if (end === 'refused') break;
	}
	const messages = [...standing].sort(([one], [other]) => one - other).map(([, message]) => message);
	await bearButtons(job, { messages, isWhole }, ports);
	if (!isWhole) return await closeWithNote(job, messages.length > 0 ? 'notice.cut' : 'notice.lost', ports);
	await ports.stores.turns.setTurnState(turn.turnId, 'done');
	return 'done';
}

function postedOf({ channelId }: OpenTurn, { messageId, webhookId }: OpenTurn['recorded'][number]): PostedMessage {
	return { id: messageId, channelId, ...(webhookId === null ? {} : { webhookId }) };
}

/** A part that nobody has reported: looked for first, and posted only where it cannot appear twice. */
async function settlePart(job: RecoveryJob, stored: StoredPart, ports: ChatPorts): Promise<PartEnd> {
	const { turn, signal, takenAtMs } = job;
	const { outgoing } = stored;
	const isFollowed = turn.recorded.some(({ variant, part }) => variant === stored.variant && part > stored.part);
	if (outgoing === null) return isFollowed ? 'removed' : 'refused';
	const { channelId, identity } = outgoing.message;
	const read = await messagesSince({ channelId, sinceId: turn.triggerMessageId, signal }, ports);
	if (!read.ok && read.error.code === 'discord-unreachable') return 'later';
	const found = read.ok ? await findPosted(outgoing, read.value.messages, ports) : null;
	if (found !== null) return await record(turn, { outgoing, posted: found }, ports);
	// A later one was posted, so this one had been: somebody has deleted it, and below the later one is not its place.
	if (isFollowed) return 'removed';
	const nowMs = ports.clock.now();
	const isKnownByNonce = identity === undefined && stored.ageMs + (nowMs - takenAtMs) < NONCE_KNOWN_MS;
	if (!(read.ok && read.value.isWhole) && !isKnownByNonce) return 'refused';
	// Words out of nowhere, long after anybody asked, are worth less than none.
	if (ageOf(turn, nowMs) >= job.catchUpMs && !isKnownByNonce) return 'refused';
	const timeout = AbortSignal.any([signal, AbortSignal.timeout(POST_TIMEOUT_MS)]);
	const posted = await ports.surface.post(outgoing.message, timeout);
	if (posted.ok) return await record(turn, { outgoing, posted: posted.value }, ports);
	if (posted.error.code === 'discord-removed') return 'removed';
	// Whatever took too long may stand there all the same, and is looked for the next time.
	return posted.error.code === 'discord-unreachable' || timeout.aborted ? 'later' : 'refused';
}

async function record(
	{ turnId, personaId }: OpenTurn,
	{ outgoing, posted }: { readonly outgoing: OutgoingPart; readonly posted: PostedMessage },
	ports: ChatPorts,
): Promise<PostedMessage> {
	const { variant, part, message } = outgoing;
	const { id: messageId, webhookId } = posted;
	const webhook = webhookId === undefined ? {} : { webhookId };
	const content = { text: message.text, identity: message.identity ?? null };
	await ports.stores.turns.recordPart({ turnId, personaId, messageId, variant, part, ...webhook, content });
	return posted;
}

/** The row belongs below the newest reply only, which is seldom this one by now. */
async function bearButtons(
	{ turn: { turnId, channelId } }: RecoveryJob,
	{ messages, isWhole }: { readonly messages: readonly PostedMessage[]; readonly isWhole: boolean },
	ports: ChatPorts,
): Promise<void> {
	const last = messages.at(-1);
	const { replies } = ports.stores;
	const newest = await replies.newestReply(channelId);
	const reply = newest?.turnId === turnId ? await replies.findReply(turnId) : null;
	if (!last || !reply) return;
	const controls = controlButtons({ turnId, variant: reply.variant, variants: reply.variants.length });
	await moveButtons({ turnId, controls }, [isWhole ? { ...last, hasButtons: true } : last], ports);
}
