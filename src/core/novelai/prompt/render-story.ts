/** Renders the layout of NovelAI's story models: header, facts, then transcripts (wire: story format). */
import type { PromptLayout } from './layout.ts';
import { neutraliseLines } from './neutralise.ts';

const FACTS = '----';
const SCENE_BREAK = '***';
const CHAT_STYLE = '[ Style: chat ]';

/** The whole prompt; it ends with the cue and without a line feed or space. */
export function renderStory(layout: PromptLayout): string {
	const lines: string[] = [];
	if (layout.attgLine !== null) lines.push(layout.attgLine);
	if (layout.personality.length > 0) {
		// The name stands alone on its line, where one such as `***` would be a break.
		lines.push(FACTS, 'Characters:', neutraliseLines(layout.personaLabel), ...layout.personality);
	}
	const transcripts = layout.samples.length > 0 ? [layout.samples, layout.history] : [layout.history];
	for (const transcript of transcripts) {
		if (lines.length > 0) lines.push(SCENE_BREAK);
		lines.push(CHAT_STYLE, ...transcript.map((entry) => entry.line));
	}
	lines.push(layout.prefill ?? `${layout.personaLabel}:`);
	return layout.startTokens + lines.join('\n');
}
