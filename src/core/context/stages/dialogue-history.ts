/** What was said in the channel, at the bottom of the prompt (seed: dialogue history). */
import type { MentionNames } from '#core/text/mentions';
import { renderSystemNote } from '#core/text/system-note';
import type { StructuredContextItem } from '#domain/context-item';
import type { SimplifiedMessageForContext } from '#domain/simplified-message';
import { noteIndex } from '../dialogue-history/active-notes.ts';
import { DateSpacer } from '../dialogue-history/date-spacer.ts';
import { type EntryMedia, type MediaDrop, planMedia } from '../dialogue-history/media-budget.ts';
import { labelOf, messageLine, namesOf } from '../dialogue-history/message-line.ts';
import type { EntryRole } from '../dialogue-history/role-of.ts';
import { DEFAULT_SEAMS, type DialogueHistorySeams } from '../dialogue-history/seams.ts';
import { MessageIdMap } from '../message-id-map.ts';
import type { ContextFacts } from '../stage.ts';
import type { DeepItem } from './short-term-memory.ts';

/** An entry of which nothing is in the prompt, or a picture of one. */
export type DialogueDrop = MediaDrop | { readonly identity: string; readonly reason: 'empty' | 'preprocessed' };

/** The conversation, and what was left out of it. */
export interface DialogueHistory {
	readonly items: readonly StructuredContextItem[];
	readonly drops: readonly DialogueDrop[];
}

/** What the stage shares with others. */
export interface DialogueHistoryUse {
	/** Takes up the handles of media. */
	readonly messageIds?: MessageIdMap;
	/** Of other stages, to be placed by the depth of notes and before these. */
	readonly deepItems?: readonly DeepItem[];
	readonly seams?: DialogueHistorySeams;
}

interface Scene {
	readonly facts: ContextFacts;
	readonly names: MentionNames;
	readonly seams: DialogueHistorySeams;
	readonly items: StructuredContextItem[];
}

/**
 * One item an entry, or two where the model's own line has notes of ours; day separators and notes between them. At one
 * place the separator stands first, then the notes, then the entry. Nothing depends on what the model can see.
 */
export function dialogueHistory(facts: ContextFacts, use: DialogueHistoryUse = {}): DialogueHistory {
	const { messageIds = new MessageIdMap(), deepItems = [], seams = DEFAULT_SEAMS } = use;
	const names = namesOf(facts);
	const { history, drops } = preprocessed(facts, seams);
	const media = planMedia(history, {
		policy: facts.talk.media,
		messageIds,
		labelOf: (entry) => labelOf(entry, names),
		rules: seams.media,
	});
	const items: StructuredContextItem[] = [];
	const scene: Scene = { facts, names, seams, items };
	const deepAt = placed([...deepItems, ...seams.activeNotes(facts, seams.noteDepth)], history.length);
	const spacer = spacerOf(scene);
	for (const [index, entry] of history.entries()) {
		const separator = spacer?.before(entry) ?? null;
		if (separator !== null) {
			seams.pushItem(items, { role: 'user', text: separator, identity: `date_spacer_${entry.id}` });
		}
		for (const item of deepAt.get(index) ?? []) seams.pushItem(items, item);
		const shown = media[index];
		const before = items.length;
		if (shown) pushEntry(entry, shown, scene);
		if (items.length === before) drops.push({ identity: `history:${entry.id}`, reason: 'empty' });
		drops.push(...(shown?.drops ?? []));
	}
	for (const item of deepAt.get(history.length) ?? []) seams.pushItem(items, item);
	return { items, drops };
}

function preprocessed(
	facts: ContextFacts,
	seams: DialogueHistorySeams,
): { readonly history: readonly SimplifiedMessageForContext[]; readonly drops: DialogueDrop[] } {
	const history: SimplifiedMessageForContext[] = [];
	const drops: DialogueDrop[] = [];
	for (const entry of facts.history) {
		const changed = seams.preprocessMessage(entry, facts);
		if (changed === null) drops.push({ identity: `history:${entry.id}`, reason: 'preprocessed' });
		else history.push(changed);
	}
	return { history, drops };
}

function spacerOf({ facts, seams }: Scene): DateSpacer | null {
	const { dates } = facts.talk;
	const template = seams.dateSpacerTemplate(facts.talk);
	return dates === null || template === null ? null : new DateSpacer(template, dates);
}

/** By the index of the entry that they stand before; those behind all entries are at the number of entries. */
function placed(
	deepItems: readonly DeepItem[],
	totalEntries: number,
): ReadonlyMap<number, readonly StructuredContextItem[]> {
	const places = new Map<number, StructuredContextItem[]>();
	for (const { depth, item } of deepItems) {
		const index = noteIndex(totalEntries, depth);
		const place = places.get(index);
		if (place) place.push(item);
		else places.set(index, [item]);
	}
	return places;
}

/** The user's side holds everything in one item; beside the model's own words no note may stand as if it had said it. */
function pushEntry(entry: SimplifiedMessageForContext, media: EntryMedia, scene: Scene): void {
	const { facts, seams, items } = scene;
	const role = seams.roleOf(entry, facts);
	const line = messageLine(entry, role, scene);
	const hint = media.hint ?? (line.said === null ? media.fallback : null);
	const budget = media.budgetNote === null ? [] : [media.budgetNote];
	const around = { before: [...budget, ...line.before], after: [...line.after, ...(hint === null ? [] : [hint])] };
	const said = line.said === null ? [] : [line.said];
	const before = around.before.map(renderSystemNote);
	const after = around.after.map(renderSystemNote);
	// A merged entry stands for all of its messages, but only its last one can be the line that is answered.
	const messageId = entry.combined?.at(-1)?.id ?? entry.id;
	if (role === 'model') {
		const text = [...before, ...after].join('\n');
		seams.pushItem(items, { role: 'user', text, identity: `history-notes:${entry.id}`, messageId });
	}
	seams.pushItem(items, {
		role,
		text: (role === 'model' ? said : [...before, ...said, ...after]).join('\n'),
		...(entry.completionContent === null ? {} : { completionText: entry.completionContent }),
		...(entry.completionSpeaker === false ? { completionSpeaker: false } : {}),
		identity: `history:${entry.id}`,
		messageId,
		...senderOf(entry, role),
		mediaDescriptors: media.descriptors,
	});
}

/**
 * Whoever needs to know the speaker need not read the label. Nobody speaks in system entries, so nobody's label may end a
 * reply because of them. The answering persona's own lines bear the look that they were said in for completion models, so
 * that these can take it again; others end a reply under their bare name.
 */
function senderOf(
	entry: SimplifiedMessageForContext,
	role: EntryRole,
): Pick<StructuredContextItem, 'sender' | 'completionLabel'> {
	if (entry.authorType === 'system') return {};
	const name = entry.personaName ?? entry.authorName;
	const sender = { name, type: entry.authorType } as const;
	return role === 'model' && entry.authorName !== name ? { sender, completionLabel: entry.authorName } : { sender };
}
