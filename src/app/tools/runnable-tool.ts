/** A tool together with what happens when it is called. */
import type { MessageIdMap } from '#core/context/message-id-map';
import type { Tool } from '#core/tools/tool';
import type { Snowflake } from '#domain/ids';
import type { MemoryLimits } from '#domain/memory';
import type { ToolDefinition } from '#domain/tool-call';
import type { TurnRequest } from '#domain/turn';
import type { TurnFacts } from '#domain/turn-facts';
import type { GuildDirectory } from '#ports/guild-directory';
import type { Log } from '#ports/log';
import type { MemoryStore } from '#ports/memory-store';

/** The outside of the tools. */
export interface ToolPorts {
	readonly stores: { readonly memories: MemoryStore };
	readonly directory: Pick<GuildDirectory, 'standingOf'>;
	readonly memoryLimits: MemoryLimits;
	readonly log: Log;
}

/** The turn in which something is called, as its model has read it. */
export interface ToolScene {
	readonly facts: TurnFacts;
	readonly request: TurnRequest;
	/** What the handles in the prompt stand for. */
	readonly messageIds: MessageIdMap;
	/** The names that the model reads for the people in the channel, by id. */
	readonly people: ReadonlyMap<Snowflake, string>;
	/** Messages that are in the conversation which the model may read. */
	readonly tellable: ReadonlySet<Snowflake>;
}

/** Whether a tool is there at all in a turn whose model has tools. */
export type ToolOffer = (facts: TurnFacts, request: TurnRequest) => boolean;

/** One tool of the list. */
export interface RunnableTool {
	readonly definition: ToolDefinition;
	readonly isOffered: ToolOffer;
	/** What the model is told; wrong arguments are told, too. */
	call(argumentsText: string, scene: ToolScene, ports: ToolPorts): Promise<string>;
}

/** What a tool does. */
export interface ToolAction<Arguments> {
	readonly isOffered: ToolOffer;
	run(given: Arguments, scene: ToolScene, ports: ToolPorts): Promise<string>;
}

/** The tool for the list. */
export function runnableTool<Arguments>(tool: Tool<Arguments>, action: ToolAction<Arguments>): RunnableTool {
	const { name, description, parameters, macro } = tool;
	return {
		definition: { name, description, parameters, ...(macro === undefined ? {} : { macro }) },
		isOffered: action.isOffered,
		async call(argumentsText, scene, ports) {
			const given = tool.readArguments(argumentsText);
			return given.ok ? await action.run(given.value, scene, ports) : `Error: ${given.error}`;
		},
	};
}
