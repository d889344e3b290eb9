/** Settings of a persona that cards have fields for: its prompt, and a note inside the conversation. */
import { z } from 'zod';
import { CONTEXT_NOTE_LIMITS, type HumanizerDegree, PROMPT_LIMITS, type SettingsRow } from '#domain/settings';
import { cardData, type JsonObject, objectIn, ownExtension } from './card-data.ts';

/** What a card sets; null leaves it to the server. */
export type CardSettings = Pick<SettingsRow, 'prompt' | 'contextNote' | 'contextNoteDepth' | 'humanizerDegree'>;

/** Nothing set. */
export const NO_CARD_SETTINGS: CardSettings = {
	prompt: null,
	contextNote: null,
	contextNoteDepth: null,
	humanizerDegree: null,
};

const { depthMin, depthMax, depthDefault } = CONTEXT_NOTE_LIMITS;
const depth = z.number().int().min(depthMin).max(depthMax).nullable().catch(null);
const note = z.object({ prompt: z.string(), depth });
const own = z.object({
	context_note_depth: depth.optional(),
	humanizer_degree: z.literal([0, 1, 2, 3]).nullable().catch(null),
});

/** Stands for the prompt that a card's own one replaces; here both are given. */
const ORIGINAL = /\{\{original\}\}/gi;

/** The settings of a card. Texts beyond our limits are left out, and an export still gives them back. */
export function readCardSettings(json: unknown): CardSettings {
	const data = cardData(json) ?? {};
	const ours = own.safeParse(ownExtension(data)).data;
	const given = noteIn(data['extensions']);
	return {
		prompt: promptIn(data['system_prompt']),
		contextNote: given?.prompt ?? null,
		contextNoteDepth: ours ? ownDepth(ours.context_note_depth ?? null, given?.depth ?? null) : (given?.depth ?? null),
		humanizerDegree: (ours?.humanizer_degree ?? null) as HumanizerDegree | null,
	};
}

/** The card has to name a depth where we may leave it to the server. */
function ownDepth(ours: number | null, given: number | null): number | null {
	return given === null || given === (ours ?? depthDefault) ? ours : given;
}

function promptIn(value: unknown): string | null {
	if (typeof value !== 'string') return null;
	const without = value.replace(ORIGINAL, '');
	const text = without === value ? value : without.trim();
	return text.trim() === '' || text.length > PROMPT_LIMITS.charactersMax ? null : text;
}

function noteIn(extensions: unknown): { readonly prompt: string; readonly depth: number | null } | null {
	const given = note.safeParse(objectIn(extensions)?.['depth_prompt']);
	if (!given.success) return null;
	const { prompt } = given.data;
	return prompt.trim() === '' || prompt.length > CONTEXT_NOTE_LIMITS.charactersMax ? null : given.data;
}

/** The field of the prompt; as an imported card wrote it while that is still what is set. */
export function writePrompt({ prompt }: CardSettings, kept: unknown): string {
	if (promptIn(kept) === prompt) return typeof kept === 'string' ? kept : '';
	return prompt ?? '';
}

/** Other programs' extensions with the note in its place among them, or out of it. */
export function writeNote({ contextNote, contextNoteDepth }: CardSettings, kept: JsonObject): JsonObject {
	const present = noteIn(kept);
	const depthNow = contextNoteDepth ?? depthDefault;
	const isSame = present === null ? contextNote === null : present.prompt === contextNote && present.depth === depthNow;
	if (isSame) return kept;
	const { depth_prompt: _old, ...others } = kept;
	if (contextNote === null) return others;
	return { ...others, depth_prompt: { prompt: contextNote, depth: depthNow, role: 'system' } };
}

/** What only our own fields can say. */
export function writeOwnSettings({ contextNoteDepth, humanizerDegree }: CardSettings): JsonObject {
	return { context_note_depth: contextNoteDepth, humanizer_degree: humanizerDegree };
}
