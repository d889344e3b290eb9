/** What a prepared request holds beside its words. */
import type { PreparedPrompt } from '#domain/fitting';

/** What the model may do and see with it. */
export interface RequestFacts {
	/** Names of the tools that may be called, in fields of the reply or in its words; in the order of the request. */
	readonly tools: readonly string[];
	/** Pictures and videos that are shown. */
	readonly media: number;
}

/** Read from the request itself, so that nothing is told that would not be sent. */
export function requestFacts({ request, body }: Pick<PreparedPrompt, 'request' | 'body'>): RequestFacts {
	const { messages } = body;
	const parts = Array.isArray(messages) ? messages.flatMap(partsOf) : [];
	return {
		tools: (request.tools ?? []).map(({ name }) => name),
		media: parts.filter(isShown).length,
	};
}

function partsOf(message: unknown): readonly unknown[] {
	const content = typeof message === 'object' && message !== null && 'content' in message ? message.content : null;
	return Array.isArray(content) ? content : [];
}

function isShown(part: unknown): boolean {
	return typeof part === 'object' && part !== null && ('image_url' in part || 'video_url' in part);
}
