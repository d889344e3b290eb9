/** Macros that stand for the tools of one turn (seed: tool macros). */
import type { ToolDefinition } from '#domain/tool-call';

const TOOL_MACRO = /\{\{([a-z][a-z0-9_]{0,63}_tool)\}\}|\{([a-z][a-z0-9_]{0,63}_tool)\}/g;
const TOOL_CONDITION = /\{\{if tool:\s*([\w-]{1,64})\s*\}\}([\s\S]*?)\{\{\/if\}\}/gi;

/**
 * Replaces `{name_tool}` and `{{name_tool}}` by the name of a tool that can be called in this turn; others stay as they stand. What is
 * between `{{if tool:name}}` and `{{/if}}` stays where that tool is there, and else goes.
 */
export function resolveToolMacros(text: string, tools: readonly ToolDefinition[]): string {
	if (!text.includes('{')) return text;
	const find = (name: string): ToolDefinition | undefined =>
		tools.find((tool) => tool.name === name || tool.macro === name || `${tool.name}_tool` === name);
	return text
		.replace(TOOL_CONDITION, (_whole, name: string, body: string) => (find(name) === undefined ? '' : body))
		.replace(TOOL_MACRO, (whole, double: string | undefined, single: string) => find(double ?? single)?.name ?? whole);
}
