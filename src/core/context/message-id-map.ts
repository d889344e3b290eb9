/** Short handles for messages, which a model reads and may name in place of Discord's ids (seed: `messageIdMap`). */
import type { Snowflake } from '#domain/ids';

/** What a handle stands for: a message whose media can be fetched, or one that a note mentions. */
export type HandlePrefix = 'media' | 'ref';

const OPAQUE_KEY = /^(?:media|ref)_\d+$/;

/** The two-way map of one prompt; both kinds count for themselves, from 1, in the order in which they are registered. */
export class MessageIdMap {
	readonly #keys: Readonly<Record<HandlePrefix, Map<Snowflake, string>>> = { media: new Map(), ref: new Map() };
	readonly #ids = new Map<string, Snowflake>();

	/** Whether a text has the form of a handle, known or not. */
	static isOpaqueKey(key: string): boolean {
		return OPAQUE_KEY.test(key);
	}

	/** The message's handle, such as `media_1`; always the same one for the same message and prefix. */
	register(discordId: Snowflake, prefix: HandlePrefix): string {
		const keys = this.#keys[prefix];
		const known = keys.get(discordId);
		if (known !== undefined) return known;
		const key = `${prefix}_${keys.size + 1}`;
		keys.set(discordId, key);
		this.#ids.set(key, discordId);
		return key;
	}

	/** The message that a handle stands for. What is no known handle comes back unchanged, so that raw ids work too. */
	resolve(key: string): string {
		return this.#ids.get(key) ?? key;
	}

	/** Every handle with its message, in the order of registration. */
	entries(): ReadonlyMap<string, Snowflake> {
		return new Map(this.#ids);
	}
}
