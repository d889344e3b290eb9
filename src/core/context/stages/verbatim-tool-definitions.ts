/** The tools in plain text, for models that call them in plain text. */
import type { StructuredContextItem } from '#domain/context-item';
import type { ContextFacts } from '../stage.ts';
import { callsVerbatimTools } from '../verbatim-tools.ts';

/** One item with every tool and the schema of its arguments, where the nudge tells how to call them. */
export function verbatimToolDefinitions({ talk }: ContextFacts): readonly StructuredContextItem[] {
	if (!callsVerbatimTools(talk) || talk.tools.length === 0) return [];
	const tools = talk.tools.map(({ name, description, parameters }) =>
		[`- \`${name}\`: ${description.replace(/\s+/g, ' ').trim()}`, `  arguments: ${JSON.stringify(parameters)}`].join(
			'\n',
		),
	);
	return [
		{
			role: 'system',
			tag: 'KNOWLEDGE_VERBATIM_TOOL_DEFINITIONS',
			text: ['Tools that you can call, each with the JSON schema of its arguments:', ...tools].join('\n'),
			identity: 'verbatim-tool-definitions',
		},
	];
}
