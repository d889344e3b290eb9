/** Refusals in OpenAI's shape. */

/** What an error says beside its message. */
export interface OpenaiErrorFacts {
	readonly type?: string;
	readonly param?: string | null;
	readonly code?: string | null;
}

/** The body of an error. */
export function openaiErrorBody(message: string, facts: OpenaiErrorFacts = {}): object {
	return {
		error: {
			message,
			type: facts.type ?? 'invalid_request_error',
			param: facts.param ?? null,
			code: facts.code ?? null,
		},
	};
}

/** A refusal as JSON. */
export function openaiError(status: number, message: string, facts: OpenaiErrorFacts = {}): Response {
	return Response.json(openaiErrorBody(message, facts), { status });
}
