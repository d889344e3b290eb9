/** Reads protocol marks: what history shows of each kind, known by the mark and never by the text (ruling H20). */
import type { Snowflake } from '#domain/ids';
import type { MessageBody } from '#domain/message';
import type { NoticeKind } from '#domain/notice';
import type { HistoryFacts } from './history-facts.ts';

/** What history makes of a notice. */
export interface NoticeReading {
	readonly kind: NoticeKind;
	/** The note for chat models, without brackets; `''` for kinds that are no part of the conversation. */
	readonly text: string;
	/** The narration for completion models; null for administrative kinds. */
	readonly narration: string | null;
}

type Rendering = 'hidden' | 'summary' | 'scene' | 'gesture' | 'administrative';

const RENDERINGS: Readonly<Record<NoticeKind, Rendering>> = {
	notice: 'hidden',
	command: 'hidden',
	reset: 'hidden',
	compact_refresh: 'summary',
	compact_summary: 'summary',
	scene_directive: 'scene',
	system_injection: 'scene',
	reward: 'gesture',
	punish: 'gesture',
	memory_learning: 'administrative',
	reminder_set: 'administrative',
	user_info_update: 'administrative',
	user_moderation: 'administrative',
	diagnostic: 'hidden',
	reply_context: 'hidden',
};

/** The mark of a message of ours: its row, else its footer; kinds that we do not know are plain notices. Null without a mark. */
export function noticeKindOf(
	message: { readonly id: Snowflake; readonly noticeKind: string | null },
	facts: Pick<HistoryFacts, 'notices'>,
): NoticeKind | null {
	const kind = facts.notices.get(message.id)?.kind ?? message.noticeKind;
	if (kind === null) return null;
	return Object.hasOwn(RENDERINGS, kind) ? (kind as NoticeKind) : 'notice';
}

/**
 * What a notice of ours says, or null for a message without a mark. The row's payload gives `title`, `text` and, for gestures,
 * `action`; what it leaves out is read from the card itself.
 */
export function noticeOf(
	message: { readonly id: Snowflake; readonly noticeKind: string | null },
	body: MessageBody,
	facts: Pick<HistoryFacts, 'notices' | 'persona'>,
): NoticeReading | null {
	const kind = noticeKindOf(message, facts);
	if (kind === null) return null;
	const rendering = RENDERINGS[kind];
	if (rendering === 'hidden') return { kind, text: '', narration: null };
	const payload = facts.notices.get(message.id)?.payload ?? {};
	const card = cardOf(body);
	const title = textIn(payload, 'title') ?? card.title;
	const told = withoutLabel(textIn(payload, 'text') ?? card.text, facts.persona.name);
	const either = told === '' ? title : told;
	const both = [title, told].filter(isSaid).join('\n');
	switch (rendering) {
		case 'summary':
			return { kind, text: title === '' || told === '' ? either : `## ${title}\n${told}`, narration: either };
		case 'scene':
			return { kind, text: either, narration: either };
		case 'gesture':
			return { kind, text: both, narration: textIn(payload, 'action') ?? [title, told].filter(isSaid).join(': ') };
		case 'administrative':
			return { kind, text: both, narration: null };
	}
}

/** Who gave the command behind a notice of ours, as its row tells; null where none does. */
export function noticeAuthorOf(messageId: Snowflake, facts: Pick<HistoryFacts, 'notices'>): Snowflake | null {
	return textIn(facts.notices.get(messageId)?.payload ?? {}, 'authorId');
}

function isSaid(part: string): boolean {
	return part !== '';
}

function textIn(payload: Readonly<Record<string, unknown>>, field: string): string | null {
	const value = payload[field];
	return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

/** The first heading is the title, small print is the footer, everything else the body. */
function cardOf(body: MessageBody): { readonly title: string; readonly text: string } {
	const embed = body.embeds.find((candidate) => candidate.kind === 'card');
	if (embed) return { title: embed.title?.trim() ?? '', text: embed.description?.trim() ?? '' };
	const lines = body.componentTexts
		.join('\n')
		.split('\n')
		.filter((line) => !line.startsWith('-# '));
	const heading = lines.findIndex((line) => /^#{1,3} /.test(line));
	const title = heading === -1 ? '' : (lines[heading] ?? '').replace(/^#+ /, '').trim();
	const text = lines
		.filter((_, index) => index !== heading)
		.join('\n')
		.trim();
	return { title, text: text === '' && title === '' ? body.content.trim() : text };
}

/** A model that wrote the text may have begun with the persona's own label. */
function withoutLabel(text: string, personaName: string): string {
	const label = `${personaName}:`;
	return text.startsWith(label) ? text.slice(label.length).trimStart() : text;
}
