/** What every tool is: a definition for the model, and a reader of what the model gives. */
import { z } from 'zod';
import type { ToolDefinition } from '#domain/tool-call';
import { err, ok, type Result } from '#lib/result';

/** A tool whose calls can be read. */
export interface Tool<Arguments> extends ToolDefinition {
	/** The arguments of one call, or what is wrong with them, in words for the model. */
	readArguments(argumentsText: string): Result<Arguments, string>;
}

/** What a tool is made of. */
export interface ToolDraft<Arguments> {
	readonly name: string;
	readonly description: string;
	readonly macro?: string;
	/** A strict object, made of what it is given; unknown arguments are refused. */
	readonly schema: (kinds: typeof z) => z.ZodType<Arguments>;
}

const problemsMax = 5;
const problemUnitsMax = 500;

/** The tool; its JSON schema is made from the same source as the check. */
export function defineTool<Arguments>({ schema: make, ...draft }: ToolDraft<Arguments>): Tool<Arguments> {
	const schema = make(z);
	const { $schema: _dialect, ...parameters } = z.toJSONSchema(schema, { io: 'input' });
	return {
		...draft,
		parameters,
		readArguments(argumentsText) {
			const given = parseArguments(argumentsText);
			if (!given.ok) return given;
			const parsed = schema.safeParse(given.value);
			return parsed.success ? ok(parsed.data) : err(problemsOf(parsed.error));
		},
	};
}

/** Models leave out the arguments of tools that need none. */
function parseArguments(text: string): Result<unknown, string> {
	const trimmed = text.trim();
	if (trimmed === '' || trimmed === 'null') return ok({});
	try {
		return ok(JSON.parse(trimmed));
	} catch {
		return err('The arguments are not valid JSON.');
	}
}

function problemsOf({ issues }: z.ZodError): string {
	const problems = issues
		.slice(0, problemsMax)
		.map(({ path, message }) => `${path.join('.') || 'arguments'}: ${message}`);
	return problems.join('; ').slice(0, problemUnitsMax);
}
