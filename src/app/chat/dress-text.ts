/** From a segment of a reply to the texts of its messages, as Discord will show them. */
import { splitReply } from '#core/reply/split-reply';
import { isBlankText } from '#core/text/blank-text';
import { countThoughtTags } from '#core/text/count-thought-tags';
import { placeEmoji } from '#core/text/emoji-out';
import { humanizeString } from '#core/text/humanize';
import { restoreMentions } from '#core/text/mentions';
import type { Snowflake } from '#domain/ids';
import type { HumanizerDegree } from '#domain/settings';

/** What the texts are made with. */
export interface TextDress {
	readonly degree: HumanizerDegree;
	/** Names that become mentions, by id. */
	readonly people: ReadonlyMap<Snowflake, string>;
	readonly emojis: ReadonlyMap<string, string>;
	readonly keepsUnknownEmoji: boolean;
	readonly chance: () => number;
}

/** Messages of at most 2,000 UTF-16 units, none of them blank; none at all when nothing is left to see. */
export function dressText(segment: string, dress: TextDress): readonly string[] {
	const typed = typedTexts(segment, dress);
	// What is left out may have parted the halves of a tag (`<think :nope:>`): such a segment goes as it was written.
	const makesTag = countThoughtTags(typed.join('\n')) > countThoughtTags(segment);
	const texts = makesTag ? [segment] : typed;
	return texts.flatMap((message) => splitReply(message)).filter((message) => !isBlankText(message));
}

function typedTexts(segment: string, dress: TextDress): readonly string[] {
	const named = restoreMentions(segment, dress.people);
	const text = placeEmoji(named, { emojis: dress.emojis, keepsUnknown: dress.keepsUnknownEmoji });
	return dress.degree === 3 ? humanizeString(text, { chance: dress.chance }) : [text];
}
