/** A prepared prompt as JSON: the request as it would be sent, and what became of every candidate. */
import type { PreparedPrompt } from '#domain/fitting';

/** Without the key, which stands in a header and nowhere else. */
export function exportJson({ codename, transport, body, report }: PreparedPrompt): string {
	const { included, excluded, trimmed, inputTokens, approximate, windowTokens, outputTokensMax } = report;
	const account = { inputTokens, approximate, windowTokens, outputTokensMax, included, excluded, trimmed };
	return JSON.stringify({ model: codename, transport, request: body, report: account }, null, 2);
}
