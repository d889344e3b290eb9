/** What one reply calls, in either form. */
import { CallMarkup } from '#core/tools/call-markup';
import { ToolCallCollector } from '#core/tools/tool-call-collector';
import { VerbatimCalls, type VerbatimEvent } from '#core/tools/verbatim-calls';
import type { PreparedPrompt } from '#domain/fitting';
import type { GenerationEvent } from '#domain/generation';
import { TOOL_LIMITS, type ToolCall, type ToolCallPiece } from '#domain/tool-call';

type CallsEvent = Extract<GenerationEvent, { readonly type: 'tool-calls' }>;

/** Takes the calls of one reply and leaves the text that people read. */
export class CalledTools {
	readonly #verbatim: VerbatimCalls | null;
	/** Null where calls are not the server's to read. */
	readonly #markup: CallMarkup | null;
	/** Null where nothing may be called, or no more. */
	#native: ToolCallCollector | null;
	readonly #mayCall: boolean;
	readonly #prefix: string;
	readonly #written: ToolCall[] = [];
	#isOver = false;

	constructor({ request, toolRounds = [] }: PreparedPrompt) {
		const { tools = [], callsVerbatim = false } = request;
		this.#mayCall = tools.length > 0 && toolRounds.length < TOOL_LIMITS.roundsMax;
		this.#prefix = `call_${toolRounds.length + 1}`;
		this.#native = this.#mayCall && !callsVerbatim ? new ToolCallCollector() : null;
		this.#markup = !callsVerbatim && tools.length > 0 ? new CallMarkup() : null;
		const names = tools.map(({ name }) => name);
		this.#verbatim = callsVerbatim && tools.length > 0 ? new VerbatimCalls(names, this.#prefix) : null;
	}

	/** Whether something was written behind a call: a model that goes on makes up the result. */
	get isOver(): boolean {
		return this.#isOver;
	}

	/** What may be shown of a piece of text. */
	show(text: string): string {
		const words = this.#markup === null ? text : this.#markup.push(text);
		return this.#verbatim === null ? words : this.#shown(this.#verbatim.push(words));
	}

	/** What may be shown of what was held. */
	end(): string {
		if (this.#markup !== null) return this.#markup.end();
		return this.#verbatim === null ? '' : this.#shown(this.#verbatim.end());
	}

	take(piece: ToolCallPiece): void {
		this.#native?.take(piece);
	}

	/** The request is sent again, and nothing of its answer counts. */
	startAgain(): void {
		if (this.#native !== null) this.#native = new ToolCallCollector();
	}

	/** The event that ends the reply where something was called, else null. */
	event(): CallsEvent | null {
		if (!this.#mayCall) return null;
		const written = this.#written.slice(0, TOOL_LIMITS.callsPerRoundMax);
		if (written.length > 0) return { type: 'tool-calls', form: 'verbatim', calls: written };
		if (this.#native === null || this.#native.isEmpty) return null;
		return { type: 'tool-calls', form: 'native', calls: this.#native.calls(this.#prefix) };
	}

	#shown(events: readonly VerbatimEvent[]): string {
		let shown = '';
		for (const event of events) {
			if (event.kind === 'call') this.#written.push(event.call);
			else if (this.#written.length === 0) shown += event.text;
			else if (event.text.trim() !== '') this.#isOver = true;
			if (this.#isOver) break;
		}
		return shown;
	}
}
