/** A tool together with what happens when it is called. */
import type { CredentialQueue } from '#app/chat/credential-queue';
import type { MediaLoader } from '#app/media/media-loader';
import type { MessageIdMap } from '#core/context/message-id-map';
import { defineTool, type ToolDraft } from '#core/tools/tool';
import type { Snowflake } from '#domain/ids';
import type { MemoryLimits } from '#domain/memory';
import type { PromptRequest } from '#domain/prompt-request';
import type { ToolDefinition } from '#domain/tool-call';
import type { TurnRequest } from '#domain/turn';
import type { TurnFacts } from '#domain/turn-facts';
import type { Result } from '#lib/result';
import type { Clock } from '#ports/clock';
import type { GuildDirectory } from '#ports/guild-directory';
import type { Log } from '#ports/log';
import type { MemoryStore } from '#ports/memory-store';
import type { ShortTermPlace } from '#ports/short-term-store';
import type { TextModel } from '#ports/text-model';

/** The outside of the tools. */
export interface ToolPorts {
	readonly stores: { readonly memories: MemoryStore };
	/** Rejects when it cannot be stored. */
	readonly shortTerm: { noteSummary(place: ShortTermPlace, content: string): Promise<void> };
	readonly directory: Pick<GuildDirectory, 'standingOf'>;
	/** Whether not everybody in the server may read what is said there. */
	readonly isPrivateChannel: (channelId: Snowflake) => boolean;
	readonly memoryLimits: MemoryLimits;
	readonly model: Pick<TextModel, 'prepare' | 'stream'>;
	readonly credentialQueue: Pick<CredentialQueue, 'run'>;
	readonly mediaLoader: Pick<MediaLoader, 'load'>;
	readonly clock: Clock;
	readonly log: Log;
}

/** The turn in which something is called, as its model has read it. */
export interface ToolScene {
	readonly facts: TurnFacts;
	readonly request: TurnRequest;
	/** What the handles in the prompt stand for. */
	readonly messageIds: MessageIdMap;
	/** What the model has read. */
	readonly prompt: Pick<PromptRequest, 'items'>;
	/** The names that the model reads for the people in the channel, by id. */
	readonly people: ReadonlyMap<Snowflake, string>;
	/** Messages that are in the conversation which the model may read. */
	readonly tellable: ReadonlySet<Snowflake>;
	/** Aborted when the reply ends before its time. */
	readonly signal: AbortSignal;
}

/** Whether a tool is there at all in a turn whose model has tools. */
export type ToolOffer = (facts: TurnFacts, request: TurnRequest) => boolean;

/** One tool of the list. */
export interface RunnableTool {
	readonly definition: ToolDefinition;
	readonly isOffered: ToolOffer;
	/** Calls that one reply may make of it; absent is what rounds and calls allow. */
	readonly callsPerReplyMax?: number;
	/** The arguments of one call, or what is wrong with them, in words for the model. */
	readArguments(argumentsText: string): Result<unknown, string>;
	/** What the model is told; wrong arguments are told, too. */
	call(argumentsText: string, scene: ToolScene, ports: ToolPorts): Promise<string>;
}

/** What a tool is made of: what the model is told of it, and what happens when it calls. */
export interface RunnableToolDraft<Arguments>
	extends ToolDraft<Arguments>,
		Pick<RunnableTool, 'isOffered' | 'callsPerReplyMax'> {
	run(given: Arguments, scene: ToolScene, ports: ToolPorts): Promise<string>;
}

/** The tool for the list. */
export function runnableTool<Arguments>(draft: RunnableToolDraft<Arguments>): RunnableTool {
	const { isOffered, callsPerReplyMax, run, ...defined } = draft;
	const { readArguments, ...definition } = defineTool(defined);
	return {
		definition,
		isOffered,
		...(callsPerReplyMax === undefined ? {} : { callsPerReplyMax }),
		readArguments,
		async call(argumentsText, scene, ports) {
			const given = readArguments(argumentsText);
			return given.ok ? await run(given.value, scene, ports) : `Error: ${given.error}`;
		},
	};
}
