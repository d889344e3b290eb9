/** An interaction from the user's side: lets a test wait for the bot's answers. */
import type { APIMessage } from 'discord-api-types/v10';
import type { InteractionCallback, InteractionRecord } from './interaction-record.ts';
import { presentMessage } from './store-message.ts';
import { waitUntil } from './until.ts';
import type { World } from './world.ts';

/** How long the waits last unless told otherwise. */
const defaultWaitMs = 5_000;

/** The flag of a message only its receiver sees. */
const ephemeralFlag = 64;

/** One interaction a user started. */
export class InteractionHandle {
	readonly record: InteractionRecord;
	readonly #world: World;

	constructor(world: World, record: InteractionRecord) {
		this.#world = world;
		this.record = record;
	}

	/** Whether the bot has answered at all. */
	get acknowledged(): boolean {
		return this.record.callback !== null;
	}

	/** Whether the first answer is for the user's eyes only. */
	get ephemeral(): boolean {
		const flags = this.record.callback?.data['flags'];
		return typeof flags === 'number' && (flags & ephemeralFlag) !== 0;
	}

	/** The first answer: reply, deferral, update, choices or modal. */
	callback(timeoutMs: number = defaultWaitMs): Promise<InteractionCallback> {
		return this.#wait('a callback', () => this.record.callback, timeoutMs);
	}

	/** The reply, or the updated message, once it has something to read; a deferral alone does not count. */
	response(timeoutMs: number = defaultWaitMs): Promise<APIMessage> {
		return this.#wait('a readable response', () => this.record.originalVersions[0], timeoutMs);
	}

	/** The `count`th follow-up, from 1. */
	followUp(count = 1, timeoutMs: number = defaultWaitMs): Promise<APIMessage> {
		const found = (): APIMessage | undefined => {
			const record = this.record.followUps[count - 1];
			return record === undefined ? undefined : presentMessage(this.#world, record);
		};
		return this.#wait(`follow-up ${count}`, found, timeoutMs);
	}

	/** The choices an autocomplete was answered with. */
	async choices(timeoutMs: number = defaultWaitMs): Promise<{ name: string; value: string | number }[]> {
		const { data } = await this.callback(timeoutMs);
		return (data['choices'] ?? []) as { name: string; value: string | number }[];
	}

	/** The reply as it reads now; undefined before there is one. */
	latest(): APIMessage | undefined {
		return this.record.original === null ? undefined : presentMessage(this.#world, this.record.original);
	}

	#wait<T>(what: string, probe: () => T | undefined | null, timeoutMs: number): Promise<T> {
		const { type, commandName, id } = this.record;
		return waitUntil({
			probe,
			subscribe: (changed) => this.#world.onChange(changed),
			timeoutMs,
			describe: () => `Interaction ${id} (type ${type}, ${commandName ?? 'no command'}) never got ${what}`,
		});
	}
}
