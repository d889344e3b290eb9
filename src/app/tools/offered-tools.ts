/** Which tools are there in a turn. */
import type { ToolDefinition } from '#domain/tool-call';
import type { TurnRequest } from '#domain/turn';
import type { TurnFacts } from '#domain/turn-facts';
import { ALL_TOOLS } from './all-tools.ts';
import type { RunnableTool } from './runnable-tool.ts';

/** What the attempt's model may call in this turn: nothing in a person's name, and nothing where it has no tools. */
export function offeredTools(facts: TurnFacts, request: TurnRequest): readonly ToolDefinition[] {
	return toolsOf(facts, request).map(({ definition }) => definition);
}

/** The same, to be run. */
export function toolsOf(facts: TurnFacts, request: TurnRequest): readonly RunnableTool[] {
	if (!facts.capabilities.hasTools || request.impersonation !== undefined) return [];
	return ALL_TOOLS.filter((tool) => tool.isOffered(facts, request));
}
