/** Dispatches interactions to our commands: acknowledged first, run afterwards (ruling D4). */
import { InteractionResponseType, InteractionType } from 'discord.js';
import type { LocalizedText } from '#domain/localized-text';
import { StoreUnavailableError } from '#domain/store-unavailable-error';
import type { Clock } from '#ports/clock';
import type { ButtonPress, CommandAnswer, CommandAttachment, CommandSet, FormFill, NamedUser } from '#ports/command';
import type { Log } from '#ports/log';
import { type FindSubcommand, messageCommandFinder, type Runnable, subcommandFinder } from './command-registry.ts';
import { errorFacts } from './discord-failure.ts';
import type { InteractionAnswers } from './interaction-answers.ts';
import { type Interaction, readInteraction, readModalFields, readTarget, readValues } from './interaction-input.ts';
import { localeFor } from './interaction-locale.ts';
import { type InteractionSharing, isOursToRun } from './interaction-sharing.ts';
import { modalJson } from './modal-json.ts';
import { createModalTickets, type ModalTickets } from './modal-ticket.ts';
import { textOf, textsOf } from './raw-fields.ts';
import { truncate } from './split-answer.ts';
import { withinBudget } from './within-budget.ts';

/** What the dispatch works with. */
export interface InteractionsOptions extends Partial<Omit<CommandSet, 'commands'>> {
	readonly commands: CommandSet['commands'];
	readonly answers: InteractionAnswers;
	/** Shown when a command breaks or is no longer known. */
	readonly internalError: LocalizedText;
	/** Shown when a form is sent whose command is no longer known, since the program was started anew meanwhile. */
	readonly formForgotten: LocalizedText;
	/** Shown when a command finds the database away (S093). */
	readonly databaseUnavailable: LocalizedText;
	/** Absent where no other process can be. */
	readonly sharing?: InteractionSharing;
	readonly clock: Clock;
	readonly log: Log;
	/** Aborted when the connection closes. */
	readonly signal: AbortSignal;
}

/** Suggestions shown at once, and characters of each name and value. */
export const suggestionsMax = 25;
const suggestionLengthMax = 100;

/** Handles INTERACTION_CREATE packets; the returned function never rejects. */
export function interactionHandler(options: InteractionsOptions): (packet: unknown) => Promise<void> {
	const dispatch: Dispatch = {
		...options,
		find: subcommandFinder(options.commands),
		findOnMessage: messageCommandFinder(options.messageCommands ?? []),
		tickets: createModalTickets(),
	};
	return async (packet) => {
		const interaction = readInteraction(packet);
		if (!interaction) return;
		try {
			// Suggestions change nothing, whoever makes them.
			const changes = interaction.type !== InteractionType.ApplicationCommandAutocomplete;
			if (changes) await options.sharing?.giveWay(interaction.place.channelId);
			if (interaction.type === InteractionType.ApplicationCommand) await takeCommand(dispatch, interaction);
			if (interaction.type === InteractionType.MessageComponent) await takeComponent(dispatch, interaction);
			if (interaction.type === InteractionType.ModalSubmit) await takeModal(dispatch, interaction);
			if (interaction.type === InteractionType.ApplicationCommandAutocomplete) await suggest(dispatch, interaction);
		} catch (error) {
			options.log.error(errorFacts(error), 'an interaction could not be handled');
		}
	};
}

interface Dispatch extends InteractionsOptions {
	readonly find: FindSubcommand;
	readonly findOnMessage: (name: string) => Runnable | null;
	readonly tickets: ModalTickets;
}

interface Run {
	readonly subcommand: Runnable | null;
	readonly targetMessageId?: string;
	readonly values: ReadonlyMap<string, string>;
	readonly attachments: ReadonlyMap<string, CommandAttachment>;
	readonly users?: ReadonlyMap<string, NamedUser>;
}

async function takeCommand(dispatch: Dispatch, interaction: Interaction): Promise<void> {
	const given = readValues(interaction.data, interaction.place.guildId);
	const command = textOf(interaction.data['name']) ?? '';
	const target = readTarget(interaction.data);
	const subcommand: Runnable | null = target
		? dispatch.findOnMessage(command)
		: dispatch.find(command, given.subcommand);
	const onTarget = target ? { targetMessageId: target.messageId } : {};
	const modal = subcommand?.modal;
	const isAnswered = modal?.unlessGiven !== undefined && given.values.has(modal.unlessGiven);
	if (!modal || isAnswered) return acknowledgeAndRun(dispatch, interaction, { ...given, ...onTarget, subcommand });
	const values = target ? new Map([[targetValue, target.messageId]]) : given.values;
	const ticket = { command, subcommand: given.subcommand, values };
	const customId = dispatch.tickets.write(ticket, interaction.id);
	const locale = localeFor(interaction.place, 'private');
	const filled = target ? targetFill(modal.filledField, target.text) : await fillOf(dispatch, interaction, values);
	if (filled.kind === 'refuse') return await dispatch.answers.refuse(interaction, filled.answer);
	const data = modalJson(modal, customId, { locale, texts: filled.texts });
	await dispatch.answers.respond(interaction, { type: InteractionResponseType.Modal, data });
}

function targetFill(field: string | undefined, text: string): FormFill {
	return { kind: 'open', texts: new Map(field === undefined ? [] : [[field, text]]) };
}

/** A form cannot be opened later, so what it shows has to be known while Discord still waits. */
async function fillOf(
	dispatch: Dispatch,
	{ place, data }: Interaction,
	values: ReadonlyMap<string, string>,
): Promise<FormFill> {
	const fill = dispatch.find(data['name'], readValues(data).subcommand)?.fill;
	if (!fill) return { kind: 'open', texts: new Map() };
	const away: FormFill = {
		kind: 'refuse',
		answer: { text: dispatch.databaseUnavailable[localeFor(place, 'private')] },
	};
	return await withinBudget(dispatch, fill({ place, values }), away);
}

/** Under this name a modal's ticket carries the message of a message command; no option is called so. */
const targetValue = '@message';

async function takeModal(dispatch: Dispatch, interaction: Interaction): Promise<void> {
	const customId = textOf(interaction.data['custom_id']) ?? '';
	if (dispatch.buttonForm?.(customId)) {
		return await takePress(dispatch, interaction, { fields: readModalFields(interaction.data) });
	}
	const ticket = dispatch.tickets.read(customId);
	if (ticket === null) {
		await dispatch.sharing?.giveWayToOthers();
		return await refuseForm(dispatch, interaction);
	}
	const targetMessageId = ticket.values.get(targetValue);
	const subcommand =
		targetMessageId === undefined
			? dispatch.find(ticket.command, ticket.subcommand)
			: dispatch.findOnMessage(ticket.command);
	const values = new Map([...ticket.values, ...readModalFields(interaction.data)]);
	const onTarget = targetMessageId === undefined ? {} : { targetMessageId };
	await acknowledgeAndRun(dispatch, interaction, { subcommand, values, attachments: new Map(), ...onTarget });
}

async function refuseForm({ answers, formForgotten, log }: Dispatch, interaction: Interaction): Promise<void> {
	log.info({}, 'a forgotten form was sent');
	await answers.refuse(interaction, { text: formForgotten[localeFor(interaction.place, 'private')] });
}

/** A button opens its form, or is pressed. */
async function takeComponent(dispatch: Dispatch, interaction: Interaction): Promise<void> {
	const buttonId = textOf(interaction.data['custom_id']) ?? '';
	const form = dispatch.buttonForm?.(buttonId) ?? null;
	if (!form) return await takePress(dispatch, interaction, { choices: textsOf(interaction.data['values']) });
	const data = modalJson(form, buttonId, { locale: localeFor(interaction.place, 'private') });
	await dispatch.answers.respond(interaction, { type: InteractionResponseType.Modal, data });
}

/** The press is acknowledged without a visible answer; only what has to be said is said, to the person alone. */
async function takePress(
	dispatch: Dispatch,
	interaction: Interaction,
	given: Pick<ButtonPress, 'choices' | 'fields'>,
): Promise<void> {
	if (!(await dispatch.answers.respond(interaction, { type: InteractionResponseType.DeferredMessageUpdate }))) return;
	if (!(await isOursToRun(interaction.id, dispatch))) return;
	const { place, id } = interaction;
	const buttonId = textOf(interaction.data['custom_id']) ?? '';
	let answer: CommandAnswer | null;
	try {
		answer = (await dispatch.pressButton?.({ buttonId, place, id, signal: dispatch.signal, ...given })) ?? null;
	} catch (error) {
		answer = { text: brokenPress(dispatch, { buttonId, error })[localeFor(place, 'private')] };
	}
	if (answer?.replacesMessage === true) await dispatch.answers.answer(interaction, answer, 'private');
	else if (answer !== null) await dispatch.answers.followUp(interaction, answer);
}

function brokenPress(
	{ log, internalError, databaseUnavailable }: Dispatch,
	{ buttonId, error }: { readonly buttonId: string; readonly error: unknown },
): LocalizedText {
	if (error instanceof StoreUnavailableError) {
		log.warn({ buttonId, code: error.code }, 'a button found the database away');
		return databaseUnavailable;
	}
	log.error({ buttonId, ...errorFacts(error) }, 'a button failed');
	return internalError;
}

/** Without an acknowledgement nobody would see the answer, so then nothing is run. */
async function acknowledgeAndRun(dispatch: Dispatch, interaction: Interaction, run: Run): Promise<void> {
	const visibility = visibilityOf(run);
	if (!(await dispatch.answers.defer(interaction, visibility))) return;
	if (!(await isOursToRun(interaction.id, dispatch))) return;
	const answer = await answerOf(dispatch, interaction, run);
	await dispatch.answers.answer(interaction, answer, visibility);
}

/** What the subcommand says, unless the asker chose to let everyone see a private answer. */
function visibilityOf({ subcommand, values }: Run): 'private' | 'public' {
	const option = subcommand?.publicOption;
	if (option !== undefined && values.get(option) === 'yes') return 'public';
	return subcommand?.answer ?? 'private';
}

async function answerOf(dispatch: Dispatch, { id, place }: Interaction, run: Run): Promise<CommandAnswer> {
	const { subcommand, values, attachments, targetMessageId, users } = run;
	const named = users === undefined ? {} : { users };
	const onTarget = { ...named, ...(targetMessageId === undefined ? {} : { targetMessageId }) };
	const locale = localeFor(place, visibilityOf(run));
	const broken = { text: dispatch.internalError[locale] };
	if (!subcommand) {
		dispatch.log.warn({}, 'an unknown command was used');
		return broken;
	}
	try {
		return await subcommand.run({ id, place, values, attachments, signal: dispatch.signal, ...onTarget });
	} catch (error) {
		if (error instanceof StoreUnavailableError) {
			dispatch.log.warn({ subcommand: subcommand.name, code: error.code }, 'a command found the database away');
			return { text: dispatch.databaseUnavailable[locale] };
		}
		dispatch.log.error({ subcommand: subcommand.name, ...errorFacts(error) }, 'a command failed');
		return broken;
	}
}

async function suggest(dispatch: Dispatch, interaction: Interaction): Promise<void> {
	const given = readValues(interaction.data);
	const subcommand = dispatch.find(interaction.data['name'], given.subcommand);
	const option = subcommand?.options.find((each) => each.name === given.focused);
	const text = given.values.get(given.focused ?? '') ?? '';
	const ask = async () =>
		(await option?.autocomplete?.({ text, place: interaction.place, values: given.values })) ?? [];
	const suggestions = await withinBudget(dispatch, ask(), []);
	const choices = suggestions
		.filter(({ name, value }) => name !== '' && value.length <= suggestionLengthMax)
		.slice(0, suggestionsMax)
		.map(({ name, value }) => ({ name: truncate(name, suggestionLengthMax), value }));
	const type = InteractionResponseType.ApplicationCommandAutocompleteResult;
	await dispatch.answers.respond(interaction, { type, data: { choices } });
}
