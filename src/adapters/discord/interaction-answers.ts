/** Answers interactions over REST; nothing that Discord may say to an answer is thrown. */
import {
	type APIInteractionResponse,
	InteractionResponseType,
	MessageFlags,
	REST,
	RESTJSONErrorCodes,
	Routes,
} from 'discord.js';
import type { Snowflake } from '#domain/ids';
import type { CommandAnswer } from '#ports/command';
import type { Log } from '#ports/log';
import { cardEmbed } from './command-card.ts';
import { type DirectFile, rawFile } from './direct-file.ts';
import { errorFacts, hasDiscordCode, isDiscordAnswer, neverArrived } from './discord-failure.ts';
import type { Interaction } from './interaction-input.ts';
import { menuRow } from './menu-row.ts';
import { buttonRows } from './message-body.ts';
import { type RestRoute, restOptions } from './rest-route.ts';
import { splitAnswer, truncate } from './split-answer.ts';

/** What the answers travel over. */
export interface InteractionAnswersOptions extends RestRoute {
	readonly applicationId: Snowflake;
	/** Sends a file by direct message; false when that is not possible. */
	readonly sendDirect: (file: DirectFile) => Promise<boolean>;
	readonly log: Log;
}

/** Every way of answering. */
export interface InteractionAnswers {
	/** First response of any kind; false when the interaction is no longer ours to answer. */
	respond(interaction: Interaction, response: APIInteractionResponse): Promise<boolean>;
	/** Acknowledges, so that the answer may take its time; false as above. */
	defer(interaction: Interaction, visibility: 'private' | 'public'): Promise<boolean>;
	/** The answer after `defer`, in as many messages as it needs. */
	answer(interaction: Interaction, answer: CommandAnswer, visibility: 'private' | 'public'): Promise<void>;
	/** A private answer that is the first response, where nothing is acknowledged before. */
	refuse(interaction: Interaction, answer: CommandAnswer): Promise<void>;
	/** A private message after an acknowledgement that shows nothing. */
	followUp(interaction: Interaction, answer: CommandAnswer): Promise<void>;
	/** Ends the timers of the REST client. */
	close(): void;
}

/** Attempts of a first response whose own answer was lost. */
const respondAttemptsMax = 3;

/**
 * Answers with a REST client of its own that never repeats by itself: a follow-up has no nonce, so it is repeated only
 * when it never arrived (ruling D2).
 */
export function createInteractionAnswers(options: InteractionAnswersOptions): InteractionAnswers {
	const rest = new REST({ retries: 0, ...restOptions(options) });
	const door = { ...options, rest };
	const respond = (interaction: Interaction, body: APIInteractionResponse) => sendResponse(door, interaction, body);
	return {
		respond,
		defer: (interaction, visibility) =>
			respond(interaction, {
				type: InteractionResponseType.DeferredChannelMessageWithSource,
				data: flagsOf(visibility),
			}),
		answer: async (interaction, answer, visibility) => {
			const remaining = await afterDirect(door, interaction, answer);
			await sendAnswer(door, interaction, messagesOf(remaining, visibility));
		},
		refuse: async (interaction, answer) => {
			const [first] = messagesOf(answer, 'private');
			if (!first) return;
			await respond(interaction, { type: InteractionResponseType.ChannelMessageWithSource, data: first.body });
		},
		followUp: (interaction, answer) => sendFollowUps(door, interaction, messagesOf(answer, 'private')),
		close: () => {
			rest.clearHashSweeper();
			rest.clearHandlerSweeper();
		},
	};
}

interface Door extends InteractionAnswersOptions {
	readonly rest: REST;
}

async function sendResponse(door: Door, interaction: Interaction, body: APIInteractionResponse): Promise<boolean> {
	const route = Routes.interactionCallback(interaction.id, interaction.token);
	for (let attempt = 1; ; attempt += 1) {
		try {
			await door.rest.post(route, { body, auth: false });
			return true;
		} catch (error) {
			const isAnswered = hasDiscordCode(error, RESTJSONErrorCodes.InteractionHasAlreadyBeenAcknowledged);
			if (isAnswered && attempt > 1) return true;
			const mayRepeat = !isDiscordAnswer(error) && attempt < respondAttemptsMax;
			if (mayRepeat) continue;
			if (isAnswered) {
				door.log.debug({ interactionId: interaction.id }, 'another process has acknowledged an interaction');
				return false;
			}
			door.log.warn({ ...errorFacts(error) }, 'an interaction could not be acknowledged');
			return false;
		}
	}
}

/** What is left to answer once a file that should go by direct message has gone. */
async function afterDirect(
	{ sendDirect }: Door,
	{ id, place }: Interaction,
	answer: CommandAnswer,
): Promise<CommandAnswer> {
	const { file, text } = answer;
	if (file?.sentDirectly === undefined || place.guildId === null) return answer;
	const isSent = await sendDirect({ userId: place.userId, text, file, name: id });
	return isSent ? { text: file.sentDirectly } : answer;
}

/** Characters of a file's description, as Discord limits it. */
const altTextMax = 1_024;

/** What Discord is told of the only file. */
function describedFile(altText: string) {
	return { id: '0', description: truncate(altText, altTextMax) };
}

type AnswerMessage = ReturnType<typeof messagesOf>[number];

/** The first message replaces what `defer` shows; card and file stand below the last one. */
function messagesOf(answer: CommandAnswer, visibility: 'private' | 'public') {
	const parts = splitAnswer(answer.text);
	const texts = parts.length > 0 ? parts : [answer.card || answer.file ? '' : '…'];
	return texts.map((content, index) => {
		const { card, file } = index === texts.length - 1 ? answer : {};
		const body = {
			content,
			allowed_mentions: { parse: [] },
			...(card ? { embeds: [cardEmbed(card, file)] } : {}),
			...(file?.altText === undefined ? {} : { attachments: [describedFile(file.altText)] }),
			...componentsOf(answer, index === texts.length - 1),
			...flagsOf(visibility),
		};
		return { body, ...(file ? { files: [rawFile(file)] } : {}) };
	});
}

/** Menu and buttons stand below the last message; an answer that takes a message's place takes its rows away. */
function componentsOf({ menu, buttons, replacesMessage }: CommandAnswer, isLast: boolean) {
	if ((menu || buttons) && isLast) {
		return { components: [...(menu ? [menuRow(menu)] : []), ...buttonRows(buttons ?? [])] };
	}
	return replacesMessage === true ? { components: [] } : {};
}

async function sendAnswer(door: Door, interaction: Interaction, messages: readonly AnswerMessage[]): Promise<void> {
	const [first, ...followUps] = messages;
	const edit = Routes.webhookMessage(door.applicationId, interaction.token);
	try {
		await repeatWhen(
			(error) => !isDiscordAnswer(error),
			() => door.rest.patch(edit, { ...withoutFlags(first), auth: false }),
		);
		for (const message of followUps) {
			const create = Routes.webhook(door.applicationId, interaction.token);
			await repeatWhen(neverArrived, () => door.rest.post(create, { ...message, auth: false }));
		}
	} catch (error) {
		door.log.warn({ ...errorFacts(error) }, 'an answer to a command could not be delivered');
	}
}

async function sendFollowUps(door: Door, interaction: Interaction, messages: readonly AnswerMessage[]): Promise<void> {
	try {
		for (const message of messages) {
			const create = Routes.webhook(door.applicationId, interaction.token);
			await repeatWhen(neverArrived, () => door.rest.post(create, { ...message, auth: false }));
		}
	} catch (error) {
		door.log.warn({ ...errorFacts(error) }, 'an answer to a button could not be delivered');
	}
}

async function repeatWhen(mayRepeat: (error: unknown) => boolean, action: () => Promise<unknown>): Promise<void> {
	try {
		await action();
	} catch (error) {
		if (!mayRepeat(error)) throw error;
		await action();
	}
}

/** Whether a message is private was settled by `defer`; an edit must not say it again. */
function withoutFlags(message: AnswerMessage | undefined) {
	const { flags: _flags, ...body } = { flags: 0, ...message?.body };
	return { ...message, body };
}

function flagsOf(visibility: 'private' | 'public'): { flags?: MessageFlags.Ephemeral } {
	return visibility === 'private' ? { flags: MessageFlags.Ephemeral } : {};
}
