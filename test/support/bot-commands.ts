/** Commands as people give them, for end-to-end tests. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { APIMessage, APIUser } from 'discord-api-types/v10';
import type { OptionValue } from '#playground/discord-server/interaction-input';
import type { ChannelRecord } from '#playground/discord-server/records';
import type { NovelaiRequest } from '#playground/novelai-server/request-log';
import type { BotWorld } from './bot-world.ts';

const FOLDERS = [process.env['TOKENIZER_ASSET_DIR'] ?? '', join(import.meta.dirname, '..', '..', 'tokenizers')];

/** Whether one of the tokenizer files is at hand. */
function has(file: string): boolean {
	return FOLDERS.some((folder) => folder !== '' && existsSync(join(folder, file)));
}

/** Every model that a channel can have. */
export const ALL_MODELS = ['kayra-v1', 'glm-4-6', 'xialong-v1', 'llama-3-erato-v1'] as const;

/** The models that can be counted here. */
export const COUNTED_MODELS: readonly string[] = [
	...(has('glm46.ranks.bin.br') ? ['glm-4-6', 'xialong-v1'] : []),
	'kayra-v1',
	...(has('llama3.ranks.bin.br') || has('llama3nai.ranks.bin.br') ? ['llama-3-erato-v1'] : []),
];

/** Options by name. */
export type Options = Readonly<Record<string, OptionValue>>;

/** Everything of an answer that can be read. */
export function answerText(message: APIMessage): string {
	const cards = message.embeds.flatMap((embed) => [
		embed.title ?? '',
		embed.description ?? '',
		...(embed.fields ?? []).flatMap((field) => [field.name, field.value]),
	]);
	return [message.content, ...cards].join('\n');
}

/** The kind of a first response that opens a form. */
const FORM = 9;

/** One person in one channel. */
export class CommandUser {
	readonly #world: BotWorld;
	readonly #user: APIUser;
	readonly #channel: ChannelRecord;

	constructor(world: BotWorld, user: APIUser, channel: ChannelRecord) {
		this.#world = world;
		this.#user = user;
		this.#channel = channel;
	}

	get channelId(): string {
		return this.#channel.id;
	}

	/** Gives a command and resolves with what its answer says. */
	async say(command: string, options: Options = {}, locale = 'en-US'): Promise<string> {
		const handle = this.#world.discord.as(this.#user).slash(this.#channel, command, { options, locale });
		return answerText(await handle.response(30_000));
	}

	/** Gives a command that opens a form for a key, fills it in, and resolves with what the answer says. */
	async key(command: 'key set' | 'key add', key: string, options: Options = {}): Promise<string> {
		return await this.fill(command, { key }, options);
	}

	/** Gives a command that opens a form, fills it in, and resolves with what the answer says; or why it opens none. */
	async fill(command: string, fields: Readonly<Record<string, string>>, options: Options = {}): Promise<string> {
		const actor = this.#world.discord.as(this.#user);
		const opened = actor.slash(this.#channel, command, { options });
		if ((await opened.callback()).type !== FORM) return answerText(await opened.response());
		return answerText(await actor.submitModal(opened, fields).response(30_000));
	}

	/** What is suggested for an option, of which a text was typed; or with others that are given already. */
	async suggestions(
		command: string,
		focused: string,
		given: string | Options = '',
	): Promise<{ name: string; value: string | number }[]> {
		const options = typeof given === 'string' ? { [focused]: given } : { [focused]: '', ...given };
		return await this.#world.discord
			.as(this.#user)
			.autocomplete(this.#channel, command, { options, focused })
			.choices();
	}

	/** Mentions the bot and resolves when the turn has ended, with its outcome, its answers and its generations. */
	async talk(text = 'hi'): Promise<Talked> {
		const before = this.#world.novelai.requests.length;
		const asked = await this.#world.askThrough(this.#user, this.#channel, `${this.#world.mention} ${text}`);
		const generations = this.#world.novelai.requests.slice(before).filter((request) => request.method === 'POST');
		return { ...asked, generations };
	}
}

/** A turn as seen from outside. */
export type Talked = Awaited<ReturnType<BotWorld['askThrough']>> & { readonly generations: readonly NovelaiRequest[] };

/** The sampling parameters of a generation, whichever endpoint it went to. */
export function parametersOf(request: NovelaiRequest | undefined): Readonly<Record<string, unknown>> {
	const body = (request?.body ?? {}) as Readonly<Record<string, unknown>>;
	return (body['parameters'] ?? body) as Readonly<Record<string, unknown>>;
}
