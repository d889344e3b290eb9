/** Tells chat models how people reacted to a message (seed: reactions). */
import { normalizeEmoji } from '#core/text/emoji';
import { quoteInNote } from '#core/text/system-note';
import type { Reaction } from '#domain/message';
import type { Addition, HistoryBuild, MessageReading } from './annotation.ts';
import { mainPersona } from './known-personas.ts';
import { NO_MEDIA } from './message-media.ts';

/** A note behind the words, within the budget; our own reactions are the persona's. */
export function annotateReactions({ message }: MessageReading, build: HistoryBuild): Addition | null {
	const { reactionBudget } = build.facts;
	if (!reactionBudget.isEnabled || message.reactions.length === 0 || reactionBudget.reactionsMax < 1) return null;
	const told = message.reactions.slice(0, reactionBudget.reactionsMax).map((reaction) => reactionText(reaction, build));
	const more = message.reactions.length - told.length;
	if (more > 0) told.push(`+${more} more reaction ${more === 1 ? 'type' : 'types'}`);
	return {
		notes: [{ text: `Reactions on this message: ${told.join('; ')}`, place: 'after' }],
		media: NO_MEDIA,
		source: null,
	};
}

function reactionText(reaction: Reaction, build: HistoryBuild): string {
	const names = reaction.userNames.map((name) => build.naming.safeName(name));
	if (reaction.isMine) names.unshift(mainPersona(build.facts).name);
	const shown = [...new Set(names)].slice(0, Math.min(build.facts.reactionBudget.usersMax, reaction.count));
	const emoji = `${quoteInNote(normalizeEmoji(reaction.emoji))} x${reaction.count}`;
	if (shown.length === 0) return emoji;
	const more = reaction.count - shown.length;
	return `${emoji} by ${shown.join(', ')}${more > 0 ? ` (+${more} more)` : ''}`;
}
