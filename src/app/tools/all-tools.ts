/** The tools that there are; a new one is one line here. */
import type { ToolCall, ToolDefinition, ToolResult } from '#domain/tool-call';
import type { TurnRequest } from '#domain/turn';
import type { TurnFacts } from '#domain/turn-facts';
import { recallTool } from './recall-tool.ts';
import { rememberTool } from './remember-tool.ts';
import { revealMessageMetadataTool } from './reveal-message-metadata-tool.ts';
import type { RunnableTool, ToolPorts, ToolScene } from './runnable-tool.ts';

const ALL_TOOLS: readonly RunnableTool[] = [revealMessageMetadataTool, rememberTool, recallTool];

/** What the attempt's model may call in this turn: nothing in a person's name, and nothing where it has no tools. */
export function offeredTools(facts: TurnFacts, request: TurnRequest): readonly ToolDefinition[] {
	return toolsOf(facts, request).map(({ definition }) => definition);
}

function toolsOf(facts: TurnFacts, request: TurnRequest): readonly RunnableTool[] {
	if (!facts.capabilities.hasTools || request.impersonation !== undefined) return [];
	return ALL_TOOLS.filter((tool) => tool.isOffered(facts, request));
}

/** One result for each call, in order, one after the other; none of them rejects, and none is sent beyond an abort. */
export async function answerCalls(
	calls: readonly ToolCall[],
	scene: ToolScene,
	{ ports, signal }: { readonly ports: ToolPorts; readonly signal: AbortSignal },
): Promise<readonly ToolResult[]> {
	const tools = toolsOf(scene.facts, scene.request);
	const results: ToolResult[] = [];
	for (const call of calls) {
		if (signal.aborted) break;
		const tool = tools.find(({ definition }) => definition.name === call.name);
		results.push({ callId: call.id, text: await answerCall(call, tool, { scene, ports }) });
	}
	return results;
}

async function answerCall(
	{ argumentsText }: ToolCall,
	tool: RunnableTool | undefined,
	{ scene, ports }: { readonly scene: ToolScene; readonly ports: ToolPorts },
): Promise<string> {
	if (tool === undefined) return 'Error: There is no such tool.';
	const { name } = tool.definition;
	try {
		const text = await tool.call(argumentsText, scene, ports);
		ports.log.info({ tool: name, triggerId: scene.request.trigger.id }, 'a tool was called');
		return text;
	} catch (error) {
		ports.log.warn({ err: error, tool: name }, 'a tool failed');
		return 'Error: The tool does not work right now.';
	}
}
