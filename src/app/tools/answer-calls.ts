/** Runs what a model has called. */
import type { ToolCall, ToolResult, ToolRound } from '#domain/tool-call';
import { toolsOf } from './offered-tools.ts';
import type { RunnableTool, ToolPorts, ToolScene } from './runnable-tool.ts';

/** The calls of one round, and those of the rounds before it. */
export interface CallsToAnswer {
	readonly calls: readonly ToolCall[];
	readonly before: readonly ToolRound[];
}

/** One result for each call, in order, one after the other; none of them rejects, and none is sent beyond an abort. */
export async function answerCalls(
	{ calls, before }: CallsToAnswer,
	scene: ToolScene,
	ports: ToolPorts,
): Promise<readonly ToolResult[]> {
	const tools = toolsOf(scene.facts, scene.request);
	const made = before.flatMap((round) => round.calls.map(({ name }) => name));
	const results: ToolResult[] = [];
	for (const call of calls) {
		if (scene.signal.aborted) break;
		const tool = tools.find(({ definition }) => definition.name === call.name);
		const isSpent = made.filter((name) => name === call.name).length >= (tool?.callsPerReplyMax ?? Infinity);
		const text = isSpent ? SPENT : await answerCall(call, tool, { scene, ports });
		made.push(call.name);
		results.push({ callId: call.id, text });
	}
	return results;
}

const SPENT = 'Error: This tool cannot be used again in this reply.';

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
