/** Files that go to the bot with a command, and come back with its answer. */
import type { APIMessage, APIUser } from 'discord-api-types/v10';
import type { ChannelRecord } from '#playground/discord-server/records';
import { answerText, type Options } from './bot-commands.ts';
import type { BotWorld } from './bot-world.ts';

/** What a command answered, with its file if it has one. */
export interface FileAnswer {
	readonly text: string;
	readonly fileName: string;
	readonly bytes: Buffer;
}

/** One person in one channel, with files. */
export class FileUser {
	readonly #world: BotWorld;
	readonly #user: APIUser;
	readonly #channel: ChannelRecord;

	constructor(world: BotWorld, user: APIUser, channel: ChannelRecord) {
		this.#world = world;
		this.#user = user;
		this.#channel = channel;
	}

	/** Gives a command a file and resolves with what its answer says. */
	async send(
		command: string,
		file: { readonly filename: string; readonly bytes: Uint8Array | string },
		options: Options = {},
	): Promise<string> {
		const use = { options: { ...options, file } };
		return answerText(await this.#world.discord.as(this.#user).slash(this.#channel, command, use).response(30_000));
	}

	/** Gives a command and fetches the file of its answer. */
	async fetch(command: string, options: Options = {}): Promise<FileAnswer> {
		const used = this.#world.discord.as(this.#user).slash(this.#channel, command, { options });
		const message: APIMessage = await used.response(30_000);
		const [file] = message.attachments;
		const bytes = file ? Buffer.from(await (await fetch(file.url)).arrayBuffer()) : Buffer.alloc(0);
		return { text: answerText(message), fileName: file?.filename ?? '', bytes };
	}

	/** What stands in the fields of the form that a command opens, by their names. */
	async form(command: string, options: Options = {}): Promise<Readonly<Record<string, string>>> {
		const opened = this.#world.discord.as(this.#user).slash(this.#channel, command, { options });
		const { data } = await opened.callback();
		const rows = (data['components'] ?? []) as { components?: FormField[]; component?: FormField }[];
		const fields = rows.flatMap((row) => [...(row.components ?? []), ...(row.component ? [row.component] : [])]);
		return Object.fromEntries(fields.map((field) => [field.custom_id, field.value ?? '']));
	}
}

interface FormField {
	readonly custom_id: string;
	readonly value?: string;
}
