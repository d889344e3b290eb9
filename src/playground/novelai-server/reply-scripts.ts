/** What a test makes the next reply be: exact texts, delays, and every broken stream seen in the wild. */

/** A whole answer in place of a generation. */
export interface ScriptedResponse {
	readonly status: number;
	readonly body: string;
	readonly contentType: string;
	/** Beside the type, such as `retry-after`. */
	readonly headers?: Readonly<Record<string, string>>;
}

/** One reply's script. Everything is optional; an empty script is an ordinary reply. */
export interface ReplyScript {
	/** Exactly this text, stop strings and output limit ignored; empty is allowed. */
	readonly text?: string;
	/** With `text`: let stops and the output limit cut it as they would cut the model's own text. */
	readonly obeyLimits?: boolean;
	/** The completion route's reason at the end; default `stop`, or `length` when the limit cut the text. */
	readonly finishReason?: 'stop' | 'length';
	/** Nothing is sent, headers included, before this settles. */
	readonly waitFor?: Promise<unknown>;
	readonly firstByteDelayMs?: number;
	/** Answer with this and generate nothing. */
	readonly response?: ScriptedResponse;
	/** Drop the connection instead of answering at all. */
	readonly resetAtOnce?: boolean;
	/** The body's bytes are written in pieces that end at these offsets; `each` is one byte at a time. */
	readonly cutAt?: readonly number[] | 'each';
	/** The whole event stream in one write. */
	readonly oneWrite?: boolean;
	/** A clean end of the body after so many bytes, in the middle of an event if it falls there. */
	readonly endAfterBytes?: number;
	/** A clean end after so many tokens, without any terminal event. */
	readonly endAfterTokens?: number;
	/** Silence after so many tokens until the client gives up. */
	readonly hangAfterTokens?: number;
	/** The connection breaks after so many tokens. */
	readonly resetAfterTokens?: number;
	/** An error object inside the stream after so many tokens, then the end. */
	readonly errorAfterTokens?: { readonly tokens: number; readonly message: string };
	/** A pause after so many tokens that lasts until the promise settles. */
	readonly pauseAfterTokens?: { readonly tokens: number; readonly until: Promise<unknown> };
	/** The last event's JSON is cut in half, then the end. */
	readonly malformedLastChunk?: boolean;
	/** Completion route: no `[DONE]`. */
	readonly omitDone?: boolean;
	/** Completion route: no chunk with a finish reason. */
	readonly omitFinishReason?: boolean;
	/** Native route: no event is marked `final`. */
	readonly omitFinal?: boolean;
	/** `\r\n` in place of `\n` between lines. */
	readonly carriageReturns?: boolean;
	/** Each event's JSON over several `data:` lines. */
	readonly multiLineData?: boolean;
	/** A comment line before each event, as proxies send to keep a connection open. */
	readonly comments?: boolean;
	/** The text of the stop that ended the reply is written too. */
	readonly includeStopText?: boolean;
}

/** Something a test opens. */
export interface Gate {
	readonly opened: Promise<void>;
	open(): void;
}

/** A gate for `waitFor` and `pauseAfterTokens`. */
export function newGate(): Gate {
	const { promise, resolve } = Promise.withResolvers<void>();
	return { opened: promise, open: () => resolve() };
}

/** Scripts in the order they will be used; an account's own come before those for anyone. */
export class ScriptQueue<Script extends ReplyScript = ReplyScript> {
	readonly #forAnyone: Script[] = [];
	readonly #forToken = new Map<string, Script[]>();
	#always: Script | null = null;

	/** The next generation of this account (or of any) follows the script. */
	queue(script: Script, options: { readonly token?: string; readonly times?: number } = {}): void {
		const queue = options.token === undefined ? this.#forAnyone : this.#queueOf(options.token);
		for (let time = 0; time < (options.times ?? 1); time += 1) queue.push(script);
	}

	/** Every generation without a queued script follows this one; null goes back to ordinary replies. */
	always(script: Script | null): void {
		this.#always = script;
	}

	/** Scripts that were queued and not yet used; a test that ends with some did not exercise what it meant to. */
	get pending(): number {
		const own = [...this.#forToken.values()].reduce((sum, queue) => sum + queue.length, 0);
		return own + this.#forAnyone.length;
	}

	/** Forgets everything queued. */
	clear(): void {
		this.#forAnyone.length = 0;
		this.#forToken.clear();
		this.#always = null;
	}

	/** Null is an ordinary reply. */
	take(token: string): Script | null {
		return this.#forToken.get(token)?.shift() ?? this.#forAnyone.shift() ?? this.#always;
	}

	#queueOf(token: string): Script[] {
		const queue = this.#forToken.get(token) ?? [];
		this.#forToken.set(token, queue);
		return queue;
	}
}
