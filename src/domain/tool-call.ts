/** Tools, their calls and what came of them. */

/** The tool that tells when exactly a message was sent. */
export const metadataTool = 'reveal_message_metadata';

/** The tool that keeps a summary of the last hours. */
export const shortTermTool = 'update_short_term_memory';

/** The tool that has another model look at pictures. */
export const imageAnalysisTool = 'analyze_image';

/** A tool that the model may call in this turn. */
export interface ToolDefinition {
	readonly name: string;
	readonly description: string;
	/** JSON schema of the arguments. */
	readonly parameters: Readonly<Record<string, unknown>>;
	/** What prompts may call it besides `{name_tool}`, without braces; absent is nothing. */
	readonly macro?: string;
}

/** How a model calls: in fields of the reply that are there for it, or in the words of the reply. */
export type ToolCallForm = 'native' | 'verbatim';

/** One call, as the model wrote it; nothing of it is checked yet. */
export interface ToolCall {
	/** Ties the result to the call; unique within a reply. */
	readonly id: string;
	readonly name: string;
	/** What should be a JSON object. */
	readonly argumentsText: string;
}

/** A piece of one call, as an event of the stream brings it; null is what the piece does not say. */
export interface ToolCallPiece {
	readonly index: number | null;
	readonly id: string | null;
	readonly name: string | null;
	readonly argumentsText: string;
}

/** What the model is told about one of its calls. */
export interface ToolResult {
	readonly callId: string;
	readonly text: string;
}

/** What a reply said until it called, the calls, and a result for each of them in the same order. */
export interface ToolRound {
	readonly form: ToolCallForm;
	readonly said: string;
	readonly calls: readonly ToolCall[];
	readonly results: readonly ToolResult[];
}

/** What one reply may call: rounds, calls, and UTF-16 units. */
export const TOOL_LIMITS = {
	roundsMax: 4,
	callsPerRoundMax: 8,
	argumentsUnitsMax: 8_000,
	nameUnitsMax: 64,
	resultUnitsMax: 2_000,
} as const;
