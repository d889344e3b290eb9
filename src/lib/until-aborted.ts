/** A stream that says nothing more once it is called off, whatever of it has been read already. */

/** Ends at the first item behind the abort, and releases what it came from. */
export async function* untilAborted<Item>(items: AsyncIterable<Item>, signal: AbortSignal): AsyncGenerator<Item> {
	for await (const item of items) {
		if (signal.aborted) return;
		yield item;
	}
}
