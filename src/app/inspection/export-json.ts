/** A prepared prompt as JSON: the request as it would be sent, and what became of every candidate. */
import { withoutBytes } from '#core/chat-completions/describe-part';
import type { PreparedPrompt } from '#domain/fitting';

/**
 * Without the key, which stands in a header and nowhere else; pictures stand there by their size and digest, since their
 * bytes would say nothing to a reader.
 */
export function exportJson({ codename, transport, body, report }: PreparedPrompt): string {
	const { included, excluded, trimmed, inputTokens, approximate, windowTokens, outputTokensMax } = report;
	const account = { inputTokens, approximate, windowTokens, outputTokensMax, included, excluded, trimmed };
	return JSON.stringify({ model: codename, transport, request: withoutBytes(body), report: account }, null, 2);
}
