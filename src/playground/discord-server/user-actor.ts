/** A person in the world: writes, edits, deletes, types, reacts, and uses the bot's commands and components. */
import type { APIEmbed, APIMessage, APIStickerItem, APIUser } from 'discord-api-types/v10';
import { type AttachmentInput, storeAttachments } from './attachments.ts';
import type { InteractionHandle } from './interaction-handle.ts';
import type { CommandUse, ComponentUse, ModalUse } from './interaction-input.ts';
import { emojiOf, setReaction } from './reactions.ts';
import { idOf, type MessageRecord, type Reference } from './records.ts';
import { snapshotOf } from './snapshots.ts';
import { deleteMessages, presentMessage, storeMessage, updateMessage } from './store-message.ts';
import { setPin } from './system-messages.ts';
import { useCommand, useComponent, useModal } from './user-interactions.ts';
import type { World } from './world.ts';

/** What a user's message is made of. */
export interface UserMessage {
	readonly content?: string;
	readonly replyTo?: Reference;
	/** True leaves the replied-to message out of the payload, as when Discord did not look it up. */
	readonly omitsTarget?: boolean;
	/** False writes a reply with its ping switched off. */
	readonly replyPing?: boolean;
	readonly attachments?: readonly AttachmentInput[];
	readonly embeds?: readonly APIEmbed[];
	readonly stickers?: readonly APIStickerItem[];
	/** Forwards this message; content is then empty. */
	readonly forward?: Reference;
	/** Any further fields, for kinds of message that users of the API cannot write: polls, system messages. */
	readonly extra?: Partial<APIMessage>;
	/** When it was written; now when absent. */
	readonly atMs?: number;
	/** True for history from before anybody listened: no gateway event. */
	readonly silent?: boolean;
}

/** One person at the keyboard. */
export class UserActor {
	readonly user: APIUser;
	readonly #world: World;

	constructor(world: World, user: APIUser) {
		this.#world = world;
		this.user = user;
	}

	/** Writes a message; mentions are read from its content. */
	send(channel: Reference, input: string | UserMessage): APIMessage {
		const draft: UserMessage = typeof input === 'string' ? { content: input } : input;
		const target = this.#world.channel(idOf(channel));
		const replied = draft.replyTo === undefined ? undefined : idOf(draft.replyTo);
		const forwarded = draft.forward === undefined ? undefined : this.#find(draft.forward);
		const record = storeMessage(this.#world, {
			channel: target,
			author: this.user,
			origin: 'user',
			content: draft.content ?? '',
			...(draft.embeds === undefined ? {} : { embeds: draft.embeds }),
			...(draft.stickers === undefined ? {} : { stickers: draft.stickers }),
			...(draft.extra === undefined ? {} : { extra: draft.extra }),
			...(draft.atMs === undefined ? {} : { atMs: draft.atMs }),
			...(draft.silent === undefined ? {} : { silent: draft.silent }),
			...(draft.omitsTarget === undefined ? {} : { omitsTarget: draft.omitsTarget }),
			attachments: storeAttachments(this.#world, target.id, draft.attachments ?? []),
			...(replied === undefined
				? {}
				: { replyTo: { id: replied, channelId: target.id, record: target.messages.get(replied) ?? null } }),
			...(draft.replyPing === false
				? { allowedMentions: { parse: ['users', 'roles', 'everyone'] as never[], replied_user: false } }
				: {}),
			...(forwarded === undefined ? {} : { forwardOf: { record: forwarded, snapshots: snapshotOf(forwarded) } }),
		});
		return presentMessage(this.#world, record);
	}

	/** Rewrites an own message. */
	edit(message: Reference, content: string): APIMessage {
		const record = this.#find(message);
		updateMessage(this.#world, record, { fields: { content }, edited: true });
		return presentMessage(this.#world, record);
	}

	/** Deletes a message, as its author or a moderator. */
	delete(message: Reference): void {
		const record = this.#find(message);
		deleteMessages(this.#world, this.#world.channel(record.message.channel_id), [record]);
	}

	/** Starts typing. */
	type(channel: Reference): void {
		const target = this.#world.channel(idOf(channel));
		const typing = { channelId: target.id, userId: this.user.id, atMs: this.#world.clock.now() };
		this.#world.typings.push(typing);
		this.#world.announce({ kind: 'typing', typing });
		const d = {
			channel_id: target.id,
			user_id: this.user.id,
			timestamp: Math.floor(typing.atMs / 1000),
			...(target.guildId === null ? {} : { guild_id: target.guildId }),
		};
		this.#world.dispatch({ t: 'TYPING_START', d, guildId: target.guildId, channelId: target.id });
	}

	/** Adds a reaction: a Unicode emoji or `name:id`. */
	react(message: Reference, emoji: string): void {
		setReaction(this.#world, this.#find(message), { emoji: emojiOf(emoji), userId: this.user.id, on: true });
	}

	/** Takes a reaction back. */
	unreact(message: Reference, emoji: string): void {
		setReaction(this.#world, this.#find(message), { emoji: emojiOf(emoji), userId: this.user.id, on: false });
	}

	/** Pins or unpins a message. */
	pin(message: Reference, on = true): void {
		setPin(this.#world, this.#find(message), { on, by: this.user });
	}

	/** Lets Discord add link previews to a message: an update that is no edit. */
	preview(message: Reference, embeds: readonly APIEmbed[]): void {
		updateMessage(this.#world, this.#find(message), { fields: { embeds: [...embeds] }, edited: false });
	}

	/** Uses a slash command: `command` is its path, such as `memory add`; options by name. */
	slash(channel: Reference, command: string, use: CommandUse = {}): InteractionHandle {
		return useCommand(this.#world, this.user, { ...use, channel, command, kind: 'slash' });
	}

	/** Uses a message command on a message. */
	messageCommand(message: Reference, command: string, use: Pick<CommandUse, 'locale'> = {}): InteractionHandle {
		const record = this.#find(message);
		const channel = record.message.channel_id;
		return useCommand(this.#world, this.user, { ...use, channel, command, kind: 'message', target: record });
	}

	/** Uses a user command on a user. */
	userCommand(channel: Reference, command: string, target: Reference): InteractionHandle {
		return useCommand(this.#world, this.user, { channel, command, kind: 'user', targetUserId: idOf(target) });
	}

	/** Asks for the choices of the option `focused`, of which `options[focused]` is the text so far. */
	autocomplete(channel: Reference, command: string, use: CommandUse & { focused: string }): InteractionHandle {
		return useCommand(this.#world, this.user, { ...use, channel, command, kind: 'autocomplete' });
	}

	/** Presses a button of a message. */
	button(message: Reference, customId: string): InteractionHandle {
		return this.component(message, { customId });
	}

	/** Chooses values in a select menu. */
	select(message: Reference, customId: string, values: readonly string[]): InteractionHandle {
		return this.component(message, { customId, values });
	}

	/** Uses any component. */
	component(message: Reference, use: ComponentUse): InteractionHandle {
		return useComponent(this.#world, this.user, { ...use, record: this.#find(message) });
	}

	/** Submits the modal that an interaction was answered with. */
	submitModal(opened: InteractionHandle, fields: ModalUse): InteractionHandle {
		return useModal(this.#world, this.user, { opened: opened.record, fields });
	}

	#find(message: Reference): MessageRecord {
		const id = idOf(message);
		const found = this.#world.messageLog.find((record) => record.message.id === id && !record.deleted);
		if (found === undefined) throw new Error(`No message ${id} in the world`);
		return found;
	}
}
