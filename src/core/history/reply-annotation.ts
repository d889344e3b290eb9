/** Tells chat models what a message answers, and copies the media of the answered message (seed: replies). */
import { convertMentions } from '#core/text/mentions';
import { quoteInNote } from '#core/text/system-note';
import type { Forward, ReferencedMessage, ReplyReference } from '#domain/message';
import type { Addition, HistoryBuild, MessageReading } from './annotation.ts';
import { partsOf } from './body-parts.ts';
import { isSeen, UNSEEN_FORWARD } from './forward-source.ts';
import { joinMedia, mediaOf, NO_MEDIA } from './message-media.ts';
import { noticeOf } from './notices.ts';
import { isBlocked } from './redact-blocked.ts';

/** The answered message as far as it can be shown. */
interface Target
	extends Pick<ReferencedMessage, 'id' | 'author' | 'webhook' | 'body' | 'noticeKind' | 'isUnseenForward'> {
	readonly forward: Forward | null;
	readonly transcript: string | null;
}

/**
 * A note before the words, and the answered message's media, owned by it. Nothing is noted, nor copied, of people who are
 * blocked or keep out of every context, nor of our own errors and answers to commands.
 */
export function annotateReply(reading: MessageReading, build: HistoryBuild): Addition | null {
	const { message, author } = reading;
	const { reply } = message;
	if (reply === null) return null;
	const target = targetOf(reply, build);
	if (target === null) {
		return noteBefore(
			`This message${handleOf(message, build)} by ${author.label} is a reply to ${withoutTarget(reply, message)}.`,
		);
	}
	const userId = build.authors.userIdOf(target);
	if (isBlocked(userId, message.guildId, build.facts) || build.facts.privateUserIds.has(userId)) return null;
	const quote = quoteOf(target, build);
	if (quote === null) return null;
	// The reply comes first, as it stands: handles count in the order in which they are read.
	const answer = `This message${handleOf(message, build)} by ${author.label}`;
	const deed = `${answer} is referring to a previous message${handleOf(target, build)} by`;
	const media = joinMedia(
		mediaOf(target.body, target.id),
		target.forward !== null && isSeen(target.forward) ? mediaOf(target.forward.body, target.id) : NO_MEDIA,
	);
	return {
		...noteBefore(convertMentions(`${deed} ${quote}`, build.naming)),
		media,
		source: media === NO_MEDIA ? null : 'reply',
	};
}

/** Such as ` (ID: ref_7)`. */
function handleOf({ id }: Pick<Target, 'id'>, { facts }: HistoryBuild): string {
	return facts.messageIdMap === null ? '' : ` (ID: ${facts.messageIdMap.register(id, 'ref')})`;
}

function noteBefore(text: string): Addition {
	return { notes: [{ text, place: 'before' }], media: NO_MEDIA, source: null };
}

/** The message as it was read with the channel, else what Discord sent along with the reply. */
function targetOf(reply: ReplyReference, build: HistoryBuild): Target | null {
	if (reply.state === 'deleted') return null;
	const read = build.byId.get(reply.messageId);
	if (read) return { ...read, body: read };
	return reply.target === null ? null : { ...reply.target, forward: null, transcript: null };
}

/** S034: `[deleted]` is what Discord says; that a message is unknown only means that nobody could ask. */
function withoutTarget(reply: ReplyReference, message: { readonly channelId: string }): string {
	if (reply.state === 'deleted') return 'a message that is [deleted]';
	if (reply.channelId !== message.channelId) return 'a message in another channel';
	return reply.state === 'unreadable' ? 'a message that cannot be read' : 'an earlier message that is not known here';
}

function isUnseen({ forward, isUnseenForward }: Target): boolean {
	return forward === null ? isUnseenForward === true : !isSeen(forward);
}

/** Who said what, on one line; null for a notice that is no part of the conversation. */
function quoteOf(target: Target, build: HistoryBuild): string | null {
	const notice = build.authors.isOurs(target) ? noticeOf(target, target.body, build.facts) : null;
	if (notice !== null) return notice.text === '' ? null : `the system saying: ${quoteInNote(notice.text)}`;
	const isForward = target.forward !== null && isSeen(target.forward);
	const transcript = build.facts.transcripts.get(target.id) ?? target.transcript;
	const own = partsOf(target.body, transcript);
	const { words, things } = isForward && own.words === '' ? partsOf(target.forward.body, transcript) : own;
	if (words === '' && things.length === 0 && isUnseen(target)) {
		return `${build.authors.resolve(target).label} that ${UNSEEN_FORWARD}`;
	}
	const said = words === '' ? ' (no text)' : ` saying: ${quoteInNote(words)}`;
	return `${build.authors.resolve(target).label}${said}${things.map((thing) => ` (with ${thing.phrase})`).join('')}`;
}
