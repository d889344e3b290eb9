/** Does what the page asks: speaks, reacts and uses commands as one of the scene's people. */
import { type APIModalInteractionResponseCallbackData, PermissionFlagsBits } from 'discord-api-types/v10';
import type { AttachmentInput } from '#playground/discord-server/attachments';
import type { InteractionHandle } from '#playground/discord-server/interaction-handle';
import type { OptionValue } from '#playground/discord-server/interaction-input';
import { permissionsIn } from '#playground/discord-server/permissions';
import type { DiscordServer } from '#playground/discord-server/start-discord-server';
import type { UserActor } from '#playground/discord-server/user-actor';
import type { PageAnswer, PageOptionValue, PageRequests, PageUpload } from './page-protocol.ts';
import type { Scene } from './scene.ts';

/** Discord gives a bot three seconds for its first answer; the rest is for a busy machine. */
const answerWaitMs = 3_500;

/** The longest message that Discord takes from a person, in characters. */
const messageCharactersMax = 2_000;

/** The kinds of first answer that the page shows itself. */
const choicesType = 8;
const modalType = 9;

/** The kinds of option whose value is the id of something. */
const referenceTypes: ReadonlySet<number> = new Set([6, 7, 8, 9]);

/** Where the requests are carried out. */
export interface RequestPlace {
	readonly discord: DiscordServer;
	readonly scene: Scene;
}

type Handlers = {
	readonly [Kind in keyof PageRequests]: (
		place: RequestPlace,
		body: PageRequests[Kind],
	) => PageAnswer | Promise<PageAnswer>;
};

const done: PageAnswer = { kind: 'done' };

function actorOf({ discord, scene }: RequestPlace, personId: string): UserActor {
	const person = scene.people.find(({ user }) => user.id === personId);
	if (person === undefined) throw new Error('Nobody of that id can be spoken as.');
	return discord.as(person.user);
}

/** Discord lets people edit their own messages only, and delete others' only where they may manage messages. */
function refuseForeign(
	{ discord }: RequestPlace,
	{ personId, messageId }: PageRequests['delete'],
	deed: 'edit' | 'delete',
): void {
	const { world } = discord;
	const record = world.messageLog.find(({ message, deleted }) => message.id === messageId && !deleted);
	if (record === undefined) throw new Error('There is no such message any more.');
	if (record.origin === 'user' && record.message.author.id === personId) return;
	const channel = world.channel(record.message.channel_id);
	const mayManage =
		channel.guildId !== null &&
		record.ephemeralTo === null &&
		(permissionsIn(world, channel, personId) & PermissionFlagsBits.ManageMessages) !== 0n;
	if (deed === 'edit' || !mayManage) throw new Error(`Only who wrote a message can ${deed} it.`);
}

function localeOf({ scene }: RequestPlace, personId: string): string {
	return scene.people.find(({ user }) => user.id === personId)?.locale ?? 'en-US';
}

function isUpload(value: PageOptionValue): value is PageUpload {
	return typeof value === 'object';
}

function attachmentOf(upload: PageUpload): AttachmentInput {
	return { filename: upload.name, contentType: upload.contentType, bytes: Buffer.from(upload.base64, 'base64') };
}

interface OptionShape {
	readonly name: string;
	readonly type: number;
	readonly options?: readonly OptionShape[];
}

/** The types of the options of a command's path, by name. */
function optionTypes({ discord }: RequestPlace, path: string): ReadonlyMap<string, number> {
	const [name, ...rest] = path.split(' ');
	const command = [...discord.world.commands.values()].find(
		(candidate) => candidate.name === name && candidate.type === 1,
	);
	let options = (command?.options ?? []) as readonly OptionShape[];
	for (const step of rest) options = options.find((option) => option.name === step)?.options ?? [];
	return new Map(options.map((option) => [option.name, option.type]));
}

function optionValues(place: RequestPlace, body: PageRequests['command']): Record<string, OptionValue> {
	const types = optionTypes(place, body.command);
	return Object.fromEntries(
		Object.entries(body.options).map(([name, value]): [string, OptionValue] => {
			if (isUpload(value)) return [name, attachmentOf(value)];
			return [name, referenceTypes.has(types.get(name) ?? 0) ? { id: String(value) } : value];
		}),
	);
}

async function answerOf(handle: InteractionHandle): Promise<PageAnswer> {
	const callback = await handle.callback(answerWaitMs).catch(() => null);
	if (callback === null) return { kind: 'no-answer' };
	if (callback.type === choicesType) return { kind: 'choices', choices: await handle.choices() };
	if (callback.type !== modalType) return { kind: 'answered' };
	// The stand-in has checked the form when the bot sent it.
	const modal = callback.data as unknown as APIModalInteractionResponseCallbackData;
	return { kind: 'modal', interactionId: handle.record.id, modal };
}

const handlers: Handlers = {
	say: (place, body) => {
		if (body.text.length > messageCharactersMax) throw new Error('Discord takes at most 2,000 characters.');
		if (body.text === '' && (body.files ?? []).length === 0) throw new Error('There is nothing to say.');
		const sent = actorOf(place, body.personId).send(body.channelId, {
			content: body.text,
			attachments: (body.files ?? []).map(attachmentOf),
			...(body.replyTo === undefined ? {} : { replyTo: body.replyTo }),
		});
		return { kind: 'done', id: sent.id };
	},
	edit: (place, body) => {
		refuseForeign(place, body, 'edit');
		actorOf(place, body.personId).edit(body.messageId, body.text);
		return done;
	},
	delete: (place, body) => {
		refuseForeign(place, body, 'delete');
		actorOf(place, body.personId).delete(body.messageId);
		return done;
	},
	typing: (place, body) => {
		actorOf(place, body.personId).type(body.channelId);
		return done;
	},
	react: (place, body) => {
		const actor = actorOf(place, body.personId);
		if (body.on) actor.react(body.messageId, body.emoji);
		else actor.unreact(body.messageId, body.emoji);
		return done;
	},
	'open-direct': (place, body) => ({
		kind: 'done',
		id: place.discord.build.openDm(actorOf(place, body.personId).user).id,
	}),
	command: (place, body) =>
		answerOf(
			actorOf(place, body.personId).slash(body.channelId, body.command, {
				options: optionValues(place, body),
				locale: localeOf(place, body.personId),
			}),
		),
	'message-command': (place, body) =>
		answerOf(actorOf(place, body.personId).messageCommand(body.messageId, body.command)),
	autocomplete: (place, body) =>
		answerOf(
			actorOf(place, body.personId).autocomplete(body.channelId, body.command, {
				options: optionValues(place, body),
				focused: body.focused,
				locale: localeOf(place, body.personId),
			}),
		),
	component: (place, body) =>
		answerOf(
			actorOf(place, body.personId).component(body.messageId, {
				customId: body.customId,
				locale: localeOf(place, body.personId),
				...(body.values === undefined ? {} : { values: body.values }),
			}),
		),
	modal: (place, body) => {
		const opened = place.discord.world.interactions.get(body.interactionId);
		if (opened === undefined) throw new Error('That form is not open any more.');
		const actor = actorOf(place, body.personId);
		return answerOf(actor.submitModal({ record: opened } as InteractionHandle, body.fields));
	},
};

/** Whether the page can ask for this. */
export function isRequestKind(kind: string): kind is keyof PageRequests {
	return Object.hasOwn(handlers, kind);
}

/** The texts that each kind of request cannot do without. */
const neededTexts: Readonly<Record<keyof PageRequests, readonly string[]>> = {
	say: ['personId', 'channelId', 'text'],
	edit: ['personId', 'messageId', 'text'],
	delete: ['personId', 'messageId'],
	typing: ['personId', 'channelId'],
	react: ['personId', 'messageId', 'emoji'],
	'open-direct': ['personId'],
	command: ['personId', 'channelId', 'command'],
	'message-command': ['personId', 'messageId', 'command'],
	autocomplete: ['personId', 'channelId', 'command', 'focused'],
	component: ['personId', 'messageId', 'customId'],
	modal: ['personId', 'interactionId'],
};

/** The object that each kind of request cannot do without. */
const neededObjects: Readonly<Partial<Record<keyof PageRequests, string>>> = {
	command: 'options',
	autocomplete: 'options',
	modal: 'fields',
};

function lackOf(kind: keyof PageRequests, body: object): string | null {
	const fields = new Map<string, unknown>(Object.entries(body));
	const text = neededTexts[kind].find((name) => typeof fields.get(name) !== 'string');
	if (text !== undefined) return `The request needs the text ${text}.`;
	const object = neededObjects[kind];
	const given = object === undefined ? {} : fields.get(object);
	return typeof given === 'object' && given !== null ? null : `The request needs the object ${object}.`;
}

/** Carries a request out; what the world refuses becomes a sentence for the page. */
export async function answerRequest(place: RequestPlace, kind: keyof PageRequests, body: unknown): Promise<PageAnswer> {
	if (typeof body !== 'object' || body === null) return { kind: 'refused', sentence: 'The request has no body.' };
	const lack = lackOf(kind, body);
	if (lack !== null) return { kind: 'refused', sentence: lack };
	try {
		const handler = handlers[kind] as (place: RequestPlace, body: unknown) => PageAnswer | Promise<PageAnswer>;
		return await handler(place, body);
	} catch (error) {
		return { kind: 'refused', sentence: error instanceof Error ? error.message : String(error) };
	}
}
