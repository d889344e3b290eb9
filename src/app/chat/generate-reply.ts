/** Lets the model write and the channel read along. */
import type { Credential } from '#domain/credential';
import type { Failure } from '#domain/failure';
import type { PreparedPrompt } from '#domain/fitting';
import type { Snowflake } from '#domain/ids';
import { attemptOf } from '#domain/message-nonce';
import type { PostedMessage } from '#domain/reply';
import type { TurnFacts } from '#domain/turn-facts';
import type { OutgoingPart } from '#ports/open-turn-store';
import type { ChatPorts } from './chat-ports.ts';
import type { ComposedTurn } from './compose-prompt.ts';
import { type DeliveredPart, ReplyDelivery } from './deliver-reply.ts';
import { logTrouble } from './log-trouble.ts';
import { replyLooks } from './reply-looks.ts';
import { ReplyPace } from './reply-pace.ts';
import { replyPlace } from './reply-place.ts';
import { readRounds } from './reply-rounds.ts';
import { noticeStandIn } from './settle-turn.ts';
import type { ChatTurnContext } from './turn-context.ts';

/** Attempts at one prompt: a normal end with nothing to show is tried once more, from a prompt of its own. */
export const ATTEMPTS_MAX = 2;

/** How a reply ended; messages already posted stay posted. */
export type ReplyEnd =
	| { readonly kind: 'whole'; readonly messages: readonly PostedMessage[] }
	| { readonly kind: 'cut'; readonly messages: readonly PostedMessage[] }
	/** The model wrote more than the messages of one reply hold. */
	| { readonly kind: 'capped'; readonly messages: readonly PostedMessage[] }
	| { readonly kind: 'failed'; readonly failure: Failure; readonly messages: readonly PostedMessage[] };

/** A prompt about to be sent. */
export interface GenerationJob {
	readonly turn: ChatTurnContext;
	readonly facts: TurnFacts;
	readonly prepared: PreparedPrompt;
	readonly credential: Credential;
	/** The names that the model has read for the people in the channel, by id, and what the prompt's handles mean. */
	readonly composed: Pick<ComposedTurn, 'prompt' | 'people' | 'messageIds' | 'tellable'>;
	/** A number for each delivery of the turn, from 0, so that no two share a nonce. */
	readonly nextDelivery: () => number;
}

/** Generates and delivers; a model that ends without a word to show has failed with `empty-reply`. */
export async function generateReply(job: GenerationJob, ports: ChatPorts): Promise<ReplyEnd> {
	const end = await deliverStream(job, ports, job.nextDelivery());
	if (end.kind !== 'whole' || end.messages.length > 0) return end;
	return { kind: 'failed', failure: { code: 'empty-reply' }, messages: [] };
}

async function deliverStream(job: GenerationJob, ports: ChatPorts, attempt: number): Promise<ReplyEnd> {
	const refused = new AbortController();
	const signal = AbortSignal.any([job.turn.signal, refused.signal]);
	const avatarUrl = await avatarOf(job, ports);
	const onRefused = (): void => refused.abort('refused');
	const delivery = openDelivery(job, ports, { attempt, avatarUrl, signal, onRefused });
	const wishes = job.turn.request.wishes;
	const opening = wishes?.showsPrefill === false ? '' : (wishes?.prefill ?? '');
	const { prepared, credential, facts, composed } = job;
	const scene = { ...composed, facts, request: job.turn.request, signal };
	const end = await readRounds({ prepared, credential, signal, scene, delivery, opening }, ports);
	await delivery.end();
	const messages = delivery.posted;
	if (messages.some((message) => message.isStandIn === true)) await noticeStandIn(job.turn, ports);
	if (delivery.refusal) return { kind: 'failed', failure: delivery.refusal, messages };
	if (delivery.wasRemoved && messages.length === 0)
		return { kind: 'failed', failure: { code: 'discord-removed' }, messages };
	if (delivery.isCapped) return { kind: 'capped', messages };
	if (end.kind === 'failure') return { kind: 'failed', failure: end.failure, messages };
	if (end.reason !== 'cut') return { kind: 'whole', messages };
	// What came before the cut may have been nothing but spaces or the own label; silence would look like no answer.
	if (messages.length === 0) return { kind: 'failed', failure: { code: 'continuation-exhausted' }, messages };
	return { kind: 'cut', messages };
}

/** The main persona has the bot's own picture, and so has everybody in direct messages. */
async function avatarOf({ turn, facts }: GenerationJob, ports: ChatPorts): Promise<string | null> {
	const { persona } = facts;
	if (!persona.isAlter || turn.request.trigger.guildId === null) return null;
	return await ports.avatars.urlOf(persona.id);
}

interface AttemptOptions {
	readonly attempt: number;
	readonly avatarUrl: string | null;
	readonly signal: AbortSignal;
	readonly onRefused: () => void;
}

function openDelivery(job: GenerationJob, ports: ChatPorts, options: AttemptOptions): ReplyDelivery {
	const { turn, facts } = job;
	const { avatarUrl, ...attemptOptions } = options;
	const { surface, clock, delivery } = ports;
	const { trigger } = turn.request;
	const degree = facts.settings.humanizerDegree;
	const notifiableUserIds = [...new Set([trigger.author.id, ...peopleShown(facts)])];
	const people = new Map([...job.composed.people].filter(([id]) => notifiableUserIds.includes(id)));
	const chance = () => delivery.random.next();
	const emojis = surface.emojis(trigger.channelId);
	return new ReplyDelivery({
		surface,
		clock,
		place: () => replyPlace(trigger, { byReply: turn.answersByReply }, surface),
		messagesMax: ports.replyMessagesMax,
		triggerId: trigger.id,
		quote: { label: trigger.author.displayName, text: trigger.content },
		notifiableUserIds,
		turnId: turn.turnId,
		variant: turn.variant,
		firstPart: turn.firstPart,
		onFirst: turn.markDelivering,
		onPosting: partOpening(job, ports),
		dress: { degree, people, emojis, keepsUnknownEmoji: delivery.keepsUnknownEmoji, chance },
		pace: new ReplyPace({ clock, random: delivery.random, degree, isOn: delivery.isPaced }),
		looks: replyLooks({
			persona: facts.persona,
			avatarUrl,
			hasWebhooks: trigger.guildId !== null,
			personas: facts.history.personas,
			people: job.composed.people,
			messages: facts.messages,
		}),
		ownLabels: job.prepared.ownLabels,
		buttons: turn.controls,
		onPosted: (part) => recordPart(job, part, ports),
		...attemptOptions,
		attempt: attemptOf(turn.run, options.attempt),
	});
}

/** What cannot be stored is posted all the same: a reply is worth more than its rescue. */
function partOpening({ turn }: GenerationJob, ports: ChatPorts): (part: OutgoingPart) => Promise<void> {
	// The turn of a reply that goes on has ended, until the first message of what is added.
	let reopens = turn.firstPart > 0;
	return async (part) => {
		try {
			if (await ports.stores.openTurns.beginPart(part, { reopens })) reopens = false;
			else turn.disown();
		} catch (error) {
			logTrouble(ports.log, 'a message on its way could not be stored', { error, turnId: turn.turnId });
		}
	};
}

async function recordPart({ turn, facts }: GenerationJob, delivered: DeliveredPart, ports: ChatPorts): Promise<void> {
	const { posted, part, text, identity } = delivered;
	const { turnId, variant } = turn;
	const webhook = posted.webhookId === undefined ? {} : { webhookId: posted.webhookId };
	const where = { turnId, personaId: facts.persona.id, messageId: posted.id, part, variant, ...webhook };
	const record = { ...where, content: { text, identity } };
	try {
		await ports.stores.turns.recordPart(record);
	} catch (error) {
		// The message stands in the channel, so the reply goes on.
		turn.unrecorded?.push(record);
		logTrouble(ports.log, 'a message of a reply could not be recorded', { error, turnId, part });
	}
}

/** Whom the model has read, and so may name: nobody who is blocked or keeps out of contexts. */
function peopleShown({ messages, history }: TurnFacts): readonly Snowflake[] {
	const people = messages.filter((message) => message.author.kind === 'user').map((message) => message.author.id);
	return people.filter((userId) => !history.blocks.has(userId) && !history.privateUserIds.has(userId));
}
