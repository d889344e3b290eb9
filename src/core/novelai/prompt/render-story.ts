/** Renders the layout of NovelAI's story models: header, facts, then transcripts (wire: story format). */

import { cueOf, indentLabels, neutraliseLines } from '#core/text/neutralise';
import type { PromptLayout } from './layout.ts';
import { loreSlot } from './lore-slot.ts';

const FACTS = '----';
const SCENE_BREAK = '***';
const CHAT_STYLE = '[ Style: chat ]';
const CHARACTERS = 'Characters:';
const NOTES = 'Server Notes:';

/** Header, character and notes, which last through the whole story. */
function lastingLines(layout: PromptLayout): readonly string[] {
	const notes = [...layout.memories, ...layout.constantLore].map((piece) => piece.line);
	return [
		...(layout.attgLine === null ? [] : [layout.attgLine]),
		// The name stands alone on its line, where one such as `***` would be a break.
		...(layout.personality.length > 0
			? [FACTS, CHARACTERS, neutraliseLines(layout.personaLabel), ...layout.personality]
			: []),
		...(notes.length > 0 ? [FACTS, NOTES, ...notes] : []),
	];
}

/** The whole prompt; it ends with the cue and without a line feed or space. */
export function renderStory(layout: PromptLayout): string {
	const lines = [...lastingLines(layout)];
	const slot = loreSlot(layout);
	// Between the lines of a conversation, prose such as `Name: words` would be somebody's turn.
	const prose = layout.activatedLore.map((piece) => indentLabels(piece.line, 0));
	const transcripts = layout.samples.length > 0 ? [layout.samples, layout.history] : [layout.history];
	let place = 0;
	let placed = slot === null;
	for (const transcript of transcripts) {
		if (lines.length > 0) lines.push(SCENE_BREAK);
		lines.push(CHAT_STYLE);
		for (const entry of transcript) {
			if (!placed && place === slot) {
				lines.push(...prose);
				placed = true;
			}
			lines.push(entry.line);
			place += 1;
		}
	}
	if (!placed) lines.push(...prose);
	lines.push(layout.prefill ?? cueOf(layout.personaLabel));
	return layout.startTokens + lines.join('\n');
}
