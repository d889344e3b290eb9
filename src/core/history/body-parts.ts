/** What a message consists of besides words, each thing in a few words that can stand in for it. */
import { isBlankText } from '#core/text/blank-text';
import { quoteInNote } from '#core/text/system-note';
import type { Attachment } from '#domain/media';
import type { MessageBody, Poll } from '#domain/message';
import { embedText } from './embed-text.ts';
import { gifNameOf } from './links.ts';

/** One thing in a message. */
export interface BodyThing {
	readonly kind: 'sticker' | 'poll' | 'gif' | 'image' | 'video' | 'audio' | 'file' | 'embed';
	/** With its article, such as `the sticker "wave"` or `2 images`. */
	readonly phrase: string;
}

/** A message in two halves: its words as Discord holds them, and everything else. */
export interface BodyParts {
	/** Content or text of components, then the transcript; `''` when there are none, or when they only link to a GIF. */
	readonly words: string;
	readonly things: readonly BodyThing[];
}

const nameCharactersMax = 100;
const altTextCharactersMax = 200;
const NOTHING: readonly BodyThing[] = [];

/** Takes a body apart. With a transcript, its sound counts as words. */
export function partsOf(body: MessageBody, transcript: string | null = null): BodyParts {
	const written = [body.content, ...body.componentTexts].filter((text) => !isBlankText(text)).join('\n');
	const gifName = gifNameOf(written);
	const spoken = transcript !== null && !isBlankText(transcript) ? transcript : null;
	const words = [gifName === null ? written : '', spoken ?? ''].filter((text) => text !== '').join('\n');
	const isPlain = gifName === null && body.attachments.length + body.componentMedia.length + body.stickers.length === 0;
	if (isPlain && body.embeds.length === 0 && body.poll === null) return { words, things: NOTHING };
	return {
		words,
		things: [...thingsSaid(body, gifName), ...filesOf(body, spoken !== null), ...embedsOf(body, gifName)],
	};
}

function thingsSaid(body: MessageBody, gifName: string | null): readonly BodyThing[] {
	const things: BodyThing[] = [];
	if (gifName !== null) things.push({ kind: 'gif', phrase: gifPhrase(gifName || (body.embeds[0]?.title ?? '')) });
	for (const sticker of body.stickers) things.push({ kind: 'sticker', phrase: `the sticker ${quoted(sticker.name)}` });
	if (body.poll !== null) things.push({ kind: 'poll', phrase: pollPhrase(body.poll) });
	return things;
}

function gifPhrase(name: string): string {
	const shown = quoteInNote(name, nameCharactersMax);
	return shown === '' ? 'a GIF' : `a GIF: ${shown}`;
}

function pollPhrase(poll: Poll): string {
	const answers = poll.answers
		.map((answer) => quoteInNote(answer, nameCharactersMax))
		.filter((answer) => answer !== '');
	return `a poll: ${quoted(poll.question, altTextCharactersMax * 2)}${answers.length > 0 ? ` (${answers.join(' / ')})` : ''}`;
}

function filesOf(body: MessageBody, isTranscribed: boolean): readonly BodyThing[] {
	const files = [...body.attachments, ...body.componentMedia];
	if (files.length === 0) return NOTHING;
	const ofKind = (kind: Attachment['kind']): readonly Attachment[] => files.filter((file) => file.kind === kind);
	return [
		...lookedAt('image', 'an', ofKind('image')),
		...lookedAt('video', 'a', ofKind('video')),
		...(isTranscribed ? NOTHING : ofKind('audio').map(soundThing)),
		...ofKind('document').map((file): BodyThing => ({ kind: 'file', phrase: `the file ${quoted(file.fileName)}` })),
	];
}

/** One picture is told by its alt text where it has one, several by their number. */
function lookedAt(kind: 'image' | 'video', article: string, files: readonly Attachment[]): readonly BodyThing[] {
	const [only] = files;
	if (only === undefined) return NOTHING;
	if (files.length > 1) return [{ kind, phrase: `${files.length} ${kind}s` }];
	const alt = quoteInNote(only.description ?? '', altTextCharactersMax);
	return [{ kind, phrase: alt === '' ? `${article} ${kind}` : `${article} ${kind}: ${alt}` }];
}

function soundThing(file: Attachment): BodyThing {
	return { kind: 'audio', phrase: file.isVoiceMessage ? 'a voice message' : `the sound file ${quoted(file.fileName)}` };
}

/** The embed of a GIF link is the GIF itself. */
function embedsOf(body: MessageBody, gifName: string | null): readonly BodyThing[] {
	if (gifName !== null) return NOTHING;
	return body.embeds.flatMap((embed): readonly BodyThing[] => {
		const text = embedText(embed);
		const noun = embed.kind === 'link-preview' ? 'link' : 'card';
		if (text !== '') return [{ kind: 'embed', phrase: `a ${noun}: ${text}` }];
		const hasPicture = embed.imageUrl !== null || embed.thumbnailUrl !== null || embed.videoUrl !== null;
		return hasPicture ? [{ kind: 'embed', phrase: `a ${noun} with a picture` }] : NOTHING;
	});
}

function quoted(text: string, charactersMax: number = nameCharactersMax): string {
	return `"${quoteInNote(text, charactersMax)}"`;
}

/** `a`, `a and b`, `a, b and c`. */
export function listOf(things: readonly BodyThing[]): string {
	const phrases = things.map((thing) => thing.phrase);
	const last = phrases.at(-1) ?? '';
	return phrases.length < 2 ? last : `${phrases.slice(0, -1).join(', ')} and ${last}`;
}
