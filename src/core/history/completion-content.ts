/** The projection for completion models: only what people and personas said or did (seed: history simplification). */
import type { ChatMessage, Forward } from '#domain/message';
import { type BodyParts, type BodyThing, listOf, partsOf } from './body-parts.ts';
import { forwardSource, isSeen, UNSEEN_FORWARD } from './forward-source.ts';

/** Things that are said by posting them; pictures, files and previews only accompany words. */
const TELLING_KINDS: ReadonlySet<BodyThing['kind']> = new Set(['sticker', 'poll', 'gif']);

/**
 * The words as prose and whatever was done without words as an action (`*sends 2 images*`), so that no turn is empty
 * (S036). Pictures, files and link previews beside words are left out. Null when there is nothing at all. `parts` are
 * those of the message itself; the result still holds Discord's mention tokens.
 */
export function completionContent(message: ChatMessage, parts: BodyParts, transcript: string | null): string | null {
	const forwarded = message.forward === null ? [] : [projectForward(message.forward, message, transcript)];
	const isWordless = parts.words === '' && forwarded.length === 0;
	const told = isWordless ? parts.things : parts.things.filter((thing) => TELLING_KINDS.has(thing.kind));
	const pieces = [parts.words, actionOf(isWordless ? withoutEchoes(told) : told), ...forwarded];
	return pieces.filter((piece) => piece !== '').join('\n') || null;
}

/** Forwarded text stays prose behind an action that says whose words it is not. */
function projectForward(forward: Forward, wrapper: ChatMessage, transcript: string | null): string {
	if (!isSeen(forward)) return `*forwards a message that ${UNSEEN_FORWARD}*`;
	const { words, things } = partsOf(forward.body, transcript);
	const shown = words === '' ? things : things.filter((thing) => thing.kind !== 'embed');
	const deed = `forwards a message from ${forwardSource(forward, wrapper)}${shown.length > 0 ? ` with ${listOf(shown)}` : ''}`;
	return words === '' ? `*${deed}*` : `*${deed}:* ${words}`;
}

/** A card beside pictures or files is what they look like in an embed, not a second thing. */
function withoutEchoes(things: readonly BodyThing[]): readonly BodyThing[] {
	const others = things.filter((thing) => thing.kind !== 'embed');
	return others.length > 0 ? others : things;
}

function actionOf(things: readonly BodyThing[]): string {
	const deeds = [
		deedOf('starts', things, ['poll']),
		deedOf('sends', things, ['gif', 'sticker', 'image', 'video', 'audio', 'file']),
		deedOf('shares', things, ['embed']),
	];
	const done = deeds.filter((deed) => deed !== '').join(' and ');
	return done === '' ? '' : `*${done}*`;
}

function deedOf(verb: string, things: readonly BodyThing[], kinds: readonly BodyThing['kind'][]): string {
	const meant = things.filter((thing) => kinds.includes(thing.kind));
	return meant.length === 0 ? '' : `${verb} ${listOf(meant)}`;
}
