/** `POST /ai/generate-stream`: NovelAI's own shape, one token per event. */
import type { TextEndpoint, WireEvent } from '#core/reply/text-endpoint';

/** Reads `token` and `final`; the last event carries text like any other. */
export const NATIVE_ENDPOINT: TextEndpoint = {
	path: '/ai/generate-stream',
	sentinel: null,
	read(payload) {
		const { token, final } = payload as { token?: unknown; final?: unknown };
		const events: WireEvent[] = [];
		if (typeof token === 'string' && token !== '') events.push({ kind: 'text', text: token });
		if (final === true) events.push({ kind: 'end', reason: 'stop' });
		return events;
	},
};
