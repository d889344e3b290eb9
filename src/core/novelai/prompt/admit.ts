/** Decides which pieces of a conversation NovelAI's models read, and brings them into the renderers' shape. */
import type { ContextTag, StructuredContextItem } from '#domain/context-item';
import type { ExclusionReason } from '#domain/fitting';
import type { Snowflake } from '#domain/ids';
import type { Entry } from './layout.ts';
import { indentLabels, neutraliseInline, neutraliseLines, neutraliseSpecials } from './neutralise.ts';
import type { PromptTokenizer } from './prompt-tokenizer.ts';

/** What the pieces are judged by. */
export interface AdmitOptions {
	readonly items: readonly StructuredContextItem[];
	readonly personaLabel: string;
	readonly triggerMessageId: Snowflake;
	readonly tokenizer: Pick<PromptTokenizer, 'specialStrings' | 'hasOversizedRun'>;
}

/** The admitted pieces by kind, and why the others were left out. */
export interface AdmittedPieces {
	readonly personality: readonly { readonly identity: string; readonly text: string }[];
	readonly samples: readonly Entry[];
	readonly history: readonly Entry[];
	readonly prefill: { readonly identity: string; readonly text: string } | null;
	readonly excluded: readonly { readonly identity: string; readonly reason: ExclusionReason }[];
	/** True when a piece that no prompt can do without holds an oversized run. */
	readonly protectedOversized: boolean;
}

/** Where an admitted tag goes, and whether its text may stand in for a missing projection (ruling N20). */
const PLACES: Readonly<
	Partial<Record<ContextTag, { place: 'personality' | 'samples' | 'history'; lenient: boolean }>>
> = {
	SYSTEM_PERSONALITY: { place: 'personality', lenient: true },
	DIALOGUE_SAMPLE: { place: 'samples', lenient: true },
	DIALOGUE_HISTORY: { place: 'history', lenient: false },
	CONTEXT_NOTE_INJECTION: { place: 'history', lenient: false },
};

/** The text that a NovelAI model reads of a piece, or the reason for which it reads none. */
function projectionOf(item: StructuredContextItem, lenient: boolean): { text: string } | { reason: ExclusionReason } {
	const text = item.completionText ?? (lenient ? item.text : '');
	if (text === '') return { reason: item.completionText === undefined && lenient ? 'empty' : 'projection' };
	const tidied = text.replaceAll(/\r\n?/g, '\n').trim().toWellFormed();
	return tidied === '' ? { reason: 'empty' } : { text: tidied };
}

/** Whether a piece is the triggering message. */
function isTriggerItem(item: StructuredContextItem, triggerMessageId: Snowflake): boolean {
	return item.messageId === triggerMessageId || item.identity === `history:${triggerMessageId}`;
}

/** The label that an entry bears, or null for narration. */
function labelOf(item: StructuredContextItem, options: AdmitOptions): string | null {
	if (item.completionSpeaker === false) return null;
	if (item.sender !== undefined) return neutraliseInline(item.sender.name, options.tokenizer.specialStrings) || null;
	return item.role === 'model' ? options.personaLabel : null;
}

/** Composes label and words; the guards run over both together, since a name could begin a structure too. */
function entryOf(item: StructuredContextItem, text: string, options: AdmitOptions): Entry {
	const label = labelOf(item, options);
	const words = neutraliseSpecials(text, options.tokenizer.specialStrings);
	const side = item.role === 'model' ? 'persona' : 'user';
	const guarded = neutraliseLines(label === null ? words : `${label}: ${words}`);
	return {
		identity: item.identity,
		side,
		// Without a label of its own, narration could open a turn with its first line already.
		line: side === 'user' ? indentLabels(guarded, label === null ? 0 : 1) : guarded,
		isTrigger: isTriggerItem(item, options.triggerMessageId),
	};
}

/** Sorts the pieces. Specials, separators, headers and labels in them are harmless afterwards; prefills stay exact. */
export function admit(options: AdmitOptions): AdmittedPieces {
	const { tokenizer, items } = options;
	const personality: { identity: string; text: string }[] = [];
	const entries = { samples: [] as Entry[], history: [] as Entry[] };
	const excluded: { identity: string; reason: ExclusionReason }[] = [];
	const oversizedSamples = new Set<string>();
	let prefill: AdmittedPieces['prefill'] = null;
	let protectedOversized = false;
	for (const item of items) {
		const { identity } = item;
		if (item.explicitPrefill === true) {
			const text = item.completionText ?? item.text;
			if (text === '') {
				excluded.push({ identity, reason: 'empty' });
				continue;
			}
			if (prefill !== null) excluded.push({ identity: prefill.identity, reason: 'projection' });
			prefill = { identity, text };
			protectedOversized ||= tokenizer.hasOversizedRun(text);
			continue;
		}
		const rule = PLACES[item.tag];
		if (rule === undefined) {
			excluded.push({ identity, reason: 'tag' });
			continue;
		}
		const projection = projectionOf(item, rule.lenient);
		if ('reason' in projection) {
			excluded.push({ identity, reason: projection.reason });
			continue;
		}
		if (tokenizer.hasOversizedRun(projection.text)) {
			protectedOversized ||= rule.place === 'personality' || isTriggerItem(item, options.triggerMessageId);
			excluded.push({ identity, reason: 'oversized-run' });
			if (rule.place === 'samples') oversizedSamples.add(identity);
			continue;
		}
		if (rule.place === 'personality') {
			const text = neutraliseLines(neutraliseSpecials(projection.text, tokenizer.specialStrings));
			personality.push({ identity, text });
		} else {
			entries[rule.place].push(entryOf(item, projection.text, options));
		}
	}
	return {
		personality,
		// Half an example teaches the wrong thing, so the other side of a refused sample goes with it.
		samples: entries.samples.filter((entry) => !oversizedSamples.has(entry.identity)),
		history: entries.history,
		prefill,
		excluded,
		protectedOversized,
	};
}
