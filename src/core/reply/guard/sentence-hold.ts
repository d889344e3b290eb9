/** Knows whether a reply that broke off lacks the rest of a sentence. */
import { isBlankText } from '#core/text/blank-text';
import { InlineContext } from '#core/text/inline-context';
import { endsSentence } from './ends-sentence.ts';

/** What is looked at, in UTF-16 units: a sentence that is longer is none. */
const tailUnitsMax = 4_000;
const paragraphEnd = '\n\n';
/** A line that opens or closes a code block. */
const fenceLine = /^[ \t>]*(?:`{3}|~{3})/;

/**
 * Takes visible text. A fragment is what stands behind the last whole sentence: a sentence is whole when it ends in a
 * mark that ends sentences, in a closing mark, in an emoji, or with its line, and nothing that it opened is still open
 * (emphasis, quotes, brackets, inline code). White space alone is no fragment, and neither is a closed code block.
 */
export class SentenceHold {
	#paragraph = '';
	#endsWithFeed = false;

	push(text: string): void {
		if (text === '') return;
		const joined = this.#endsWithFeed ? `\n${text}` : text;
		const end = joined.lastIndexOf(paragraphEnd);
		this.#paragraph = end < 0 ? this.#paragraph + text : joined.slice(end + paragraphEnd.length);
		if (this.#paragraph.length > 2 * tailUnitsMax) this.#paragraph = this.#paragraph.slice(-tailUnitsMax);
		this.#endsWithFeed = text.endsWith('\n');
	}

	/** Whether a fragment is left if `held` follows and then nothing; not to be asked while a code block is open. */
	isFragmentWith(held: string): boolean {
		const text = (this.#paragraph + held).slice(-tailUnitsMax);
		const tail = behindLastFence(text);
		if (isBlankText(tail)) return false;
		const context = new InlineContext();
		for (const character of tail) context.take(character);
		context.end();
		if (context.isOpen) return true;
		return !tail.endsWith('\n') && !endsSentence(tail);
	}
}

/** What stands behind the last line of a code block's marks; the whole text without one. */
function behindLastFence(text: string): string {
	let end = text.length;
	for (const line of text.split('\n').toReversed()) {
		if (fenceLine.test(line)) return text.slice(end);
		end -= line.length + 1;
	}
	return text;
}
