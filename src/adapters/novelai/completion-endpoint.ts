/** `POST /oa/v1/completions`: OpenAI's old shape, one choice per chunk. */
import type { TextEndpoint, WireEvent } from '#core/reply/text-endpoint';

/** Reads `choices[0].text` and its finish reason; both may come in one chunk. */
export const COMPLETION_ENDPOINT: TextEndpoint = {
	path: '/oa/v1/completions',
	sentinel: '[DONE]',
	read(payload) {
		const choices = payload['choices'];
		const choice: unknown = Array.isArray(choices) ? choices[0] : undefined;
		if (typeof choice !== 'object' || choice === null) return [];
		const { text, finish_reason: finish } = choice as { text?: unknown; finish_reason?: unknown };
		const events: WireEvent[] = [];
		if (typeof text === 'string' && text !== '') events.push({ kind: 'text', text });
		if (typeof finish === 'string' && finish !== '') {
			events.push({ kind: 'end', reason: finish === 'length' ? 'length' : 'stop' });
		}
		return events;
	},
};
