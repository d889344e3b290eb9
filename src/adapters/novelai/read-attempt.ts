/** The output of one request and then its end. */
import { type AttemptEvent, type AttemptOptions, AttemptReader } from '#core/reply/attempt-reader';
import type { RequestStep } from '#lib/event-request';

/** Nothing of the answer is read after its end. */
export async function* readAttempt(
	steps: AsyncIterable<RequestStep>,
	options: AttemptOptions,
): AsyncGenerator<AttemptEvent> {
	const reader = new AttemptReader(options);
	for await (const step of steps) {
		for (const event of reader.take(step)) {
			yield event;
			if (event.kind === 'end') return;
		}
	}
}
