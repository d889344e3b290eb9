/** Decides which pieces of a conversation NovelAI's models read, and brings them into the renderers' shape. */

import { indentLabels, neutraliseInline, neutraliseLines, neutraliseSpecials } from '#core/text/neutralise';
import { type ContextTag, completionLabelOf, type StructuredContextItem } from '#domain/context-item';
import type { ExclusionReason } from '#domain/fitting';
import type { Snowflake } from '#domain/ids';
import type { Entry, LorePiece, MemoryPiece } from './layout.ts';
import type { PromptTokenizer } from './prompt-tokenizer.ts';

/** What the pieces are judged by. */
export interface AdmitOptions {
	readonly items: readonly StructuredContextItem[];
	readonly personaLabel: string;
	readonly triggerMessageId: Snowflake;
	readonly tokenizer: Pick<PromptTokenizer, 'specialStrings' | 'hasOversizedRun'>;
	/** Makes prose of chat shorthand. */
	readonly polish: (text: string) => string;
}

/** A candidate that is not in the prompt. */
export interface ExcludedCandidate {
	readonly identity: string;
	readonly reason: ExclusionReason;
}

/** The admitted pieces by kind, and why the others were left out. */
export interface AdmittedPieces {
	readonly personality: readonly { readonly identity: string; readonly text: string }[];
	readonly memories: readonly MemoryPiece[];
	readonly constantLore: readonly LorePiece[];
	readonly activatedLore: readonly LorePiece[];
	readonly samples: readonly Entry[];
	readonly history: readonly Entry[];
	readonly prefill: { readonly identity: string; readonly text: string } | null;
	readonly excluded: readonly ExcludedCandidate[];
	/** True when a piece that no prompt can do without holds an oversized run. */
	readonly protectedOversized: boolean;
}

type Place = 'personality' | 'memories' | 'lore' | 'samples' | 'history';

/** Where an admitted tag goes, and whether its text may stand in for a missing projection (ruling N20). */
const PLACES: Readonly<Partial<Record<ContextTag, { place: Place; lenient: boolean }>>> = {
	SYSTEM_PERSONALITY: { place: 'personality', lenient: true },
	KNOWLEDGE_SERVER_MEMORIES: { place: 'memories', lenient: true },
	KNOWLEDGE_USERS_IN_CONVERSATION: { place: 'memories', lenient: true },
	KNOWLEDGE_SHORT_TERM_MEMORY: { place: 'memories', lenient: true },
	KNOWLEDGE_LOREBOOK: { place: 'lore', lenient: true },
	DIALOGUE_SAMPLE: { place: 'samples', lenient: true },
	DIALOGUE_HISTORY: { place: 'history', lenient: false },
	CONTEXT_NOTE_INJECTION: { place: 'history', lenient: false },
};

/** The text that a NovelAI model reads of a piece, or the reason for which it reads none. */
function projectionOf(item: StructuredContextItem, lenient: boolean): { text: string } | { reason: ExclusionReason } {
	const text = item.completionText ?? (lenient ? item.text : '');
	if (text === '') return { reason: item.completionText === undefined && lenient ? 'empty' : 'projection' };
	const tidied = tidy(text);
	return tidied === '' ? { reason: 'empty' } : { text: tidied };
}

/** One kind of line break, no white space around it, no halves of characters. */
function tidy(text: string): string {
	return text.replaceAll(/\r\n?/g, '\n').trim().toWellFormed();
}

/** Collects what is admitted, piece by piece. */
class Admission {
	readonly personality: { identity: string; text: string }[] = [];
	readonly memories: MemoryPiece[] = [];
	readonly constantLore: LorePiece[] = [];
	readonly activatedLore: LorePiece[] = [];
	readonly samples: Entry[] = [];
	readonly history: Entry[] = [];
	readonly excluded: ExcludedCandidate[] = [];
	readonly oversizedSamples = new Set<string>();
	prefill: AdmittedPieces['prefill'] = null;
	protectedOversized = false;
	readonly #options: AdmitOptions;

	constructor(options: AdmitOptions) {
		this.#options = options;
	}

	take(item: StructuredContextItem): void {
		const { identity } = item;
		if (item.explicitPrefill === true) {
			this.#takePrefill(item);
			return;
		}
		const rule = PLACES[item.tag];
		if (rule === undefined) {
			this.#exclude(identity, 'tag');
			return;
		}
		if (rule.place === 'memories' && item.completionEntries !== undefined && item.completionText !== '') {
			for (const entry of item.completionEntries) this.#takeMemory(entry);
			// The block stands in the report where nothing does in its place.
			if (item.completionEntries.length === 0) this.#exclude(identity, 'projection');
			return;
		}
		const projection = projectionOf(item, rule.lenient);
		if ('reason' in projection) {
			this.#exclude(identity, projection.reason);
			return;
		}
		if (rule.place === 'memories') {
			this.#takeMemory({ identity, text: projection.text });
			return;
		}
		if (this.#isOversized(identity, projection.text)) {
			this.protectedOversized ||= rule.place === 'personality' || this.#isTrigger(item);
			if (rule.place === 'samples') this.oversizedSamples.add(identity);
			return;
		}
		this.#place(item, projection.text, rule.place);
	}

	#place(item: StructuredContextItem, text: string, place: Exclude<Place, 'memories'>): void {
		const { identity, lore } = item;
		switch (place) {
			case 'personality':
				this.personality.push({ identity, text: this.#safe(text) });
				return;
			case 'lore': {
				const pieces = lore?.activation === 'activated' ? this.activatedLore : this.constantLore;
				pieces.push({ identity, line: this.#safe(this.#polished(text)), insertionOrder: lore?.insertionOrder ?? 0 });
				return;
			}
			case 'samples':
			case 'history':
				this[place].push(this.#entry(item, this.#polished(text)));
		}
	}

	#takePrefill(item: StructuredContextItem): void {
		const text = item.completionText ?? item.text;
		if (text === '') {
			this.#exclude(item.identity, 'empty');
			return;
		}
		if (this.prefill !== null) this.#exclude(this.prefill.identity, 'projection');
		this.prefill = { identity: item.identity, text };
		this.protectedOversized ||= this.#options.tokenizer.hasOversizedRun(text);
	}

	#takeMemory(memory: { readonly identity: string; readonly text: string; readonly recencyMs?: number }): void {
		const { identity, recencyMs } = memory;
		const text = tidy(memory.text);
		if (text === '') {
			this.#exclude(identity, 'empty');
			return;
		}
		if (this.#isOversized(identity, text)) return;
		this.memories.push({ identity, line: this.#safe(this.#polished(text)), recencyMs: recencyMs ?? null });
	}

	#exclude(identity: string, reason: ExclusionReason): void {
		this.excluded.push({ identity, reason });
	}

	#isOversized(identity: string, text: string): boolean {
		if (!this.#options.tokenizer.hasOversizedRun(text)) return false;
		this.#exclude(identity, 'oversized-run');
		return true;
	}

	/** Polishing may leave nothing of a text of white space only; the text then stands as it is. */
	#polished(text: string): string {
		return this.#options.polish(text) || text;
	}

	#safe(text: string): string {
		return neutraliseLines(neutraliseSpecials(text, this.#options.tokenizer.specialStrings));
	}

	#isTrigger(item: StructuredContextItem): boolean {
		const { triggerMessageId } = this.#options;
		return item.messageId === triggerMessageId || item.identity === `history:${triggerMessageId}`;
	}

	/** The label that an entry bears, or null for narration. */
	#labelOf(item: StructuredContextItem): string | null {
		const { tokenizer, personaLabel } = this.#options;
		if (item.completionSpeaker === false) return null;
		const label = completionLabelOf(item);
		if (label !== null) return neutraliseInline(label, tokenizer.specialStrings) || null;
		return item.role === 'model' ? personaLabel : null;
	}

	/** Composes label and words; the guards run over both together, since a name could begin a structure too. */
	#entry(item: StructuredContextItem, text: string): Entry {
		const label = this.#labelOf(item);
		const words = neutraliseSpecials(text, this.#options.tokenizer.specialStrings);
		const side = item.role === 'model' ? 'persona' : 'user';
		const guarded = neutraliseLines(label === null ? words : `${label}: ${words}`);
		const scene = item.tag === 'DIALOGUE_SAMPLE' ? item.identity : '';
		return {
			identity: item.identity,
			side,
			// Without a label of its own, narration could open a turn with its first line already.
			line: side === 'user' ? indentLabels(guarded, label === null ? 0 : 1) : guarded,
			turnKey: label === null ? null : `${scene}\n${side}\n${label.toLowerCase()}`,
			isTrigger: this.#isTrigger(item),
		};
	}
}

/** Sorts the pieces. Specials, separators, headers and labels in them are harmless afterwards; prefills stay exact. */
export function admit(options: AdmitOptions): AdmittedPieces {
	const admission = new Admission(options);
	for (const item of options.items) admission.take(item);
	const { personality, memories, constantLore, activatedLore, history, prefill, excluded } = admission;
	return {
		personality,
		memories,
		constantLore,
		activatedLore,
		// Half an example teaches the wrong thing, so the other side of a refused sample goes with it.
		samples: admission.samples.filter((entry) => !admission.oversizedSamples.has(entry.identity)),
		history,
		prefill,
		excluded,
		protectedOversized: admission.protectedOversized,
	};
}
