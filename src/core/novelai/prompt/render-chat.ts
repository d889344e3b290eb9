/** Renders the GLM chat template byte for byte, as GLM and as Xialong read it (ruling N2). */
import type { Entry, PromptLayout } from './layout.ts';

const OPENING = '[gMASK]<sop>';
const SYSTEM_TAG = '<|system|>\n';
const USER_TAG = '<|user|>\n';
const ASSISTANT_TAG = '<|assistant|>\n';
const EMPTY_THOUGHT = '<think></think>\n';
const NO_THINKING = '/nothink';
const SEPARATOR = '***';
const ENTRY_SEPARATOR = '----';
const PERSISTENT_HEADING = 'Relevant persistent information:';
/** The instruction that stands in for a user's first words when the persona opens the conversation. */
const OPENING_INSTRUCTION = 'Write.';

interface ChatTurn {
	readonly side: Entry['side'];
	readonly lines: string[];
}

/** Consecutive entries of one side share a turn. */
function turnsOf(entries: readonly Entry[]): ChatTurn[] {
	const turns: ChatTurn[] = [];
	for (const entry of entries) {
		const last = turns.at(-1);
		if (last?.side === entry.side) last.lines.push(entry.line);
		else turns.push({ side: entry.side, lines: [entry.line] });
	}
	return turns;
}

/** What the two chat renderers differ in. */
interface ChatHead {
	readonly systemPrompt: string | null;
	/** What opens the first user turn, without the separator after it; empty for nothing. */
	readonly persistent: readonly string[];
}

/**
 * The whole prompt. A tag is followed by one line feed and preceded by none; with thinking off every user turn ends
 * with `/nothink` and every assistant turn begins with an empty thought, with thinking on the model opens its own
 * thought and the prompt ends at the assistant's tag.
 */
function renderTurns(layout: PromptLayout, { systemPrompt, persistent }: ChatHead): string {
	const turns = turnsOf([...layout.samples, ...layout.history]);
	const head = persistent.length > 0 ? [...persistent, SEPARATOR] : [];
	const first = turns[0];
	if (first?.side === 'user') first.lines.unshift(...head);
	else turns.unshift({ side: 'user', lines: [...head, OPENING_INSTRUCTION] });

	const cue = layout.prefill ?? `${layout.personaLabel}:`;
	if (!layout.thinking) {
		const last = turns.at(-1);
		if (last?.side === 'persona') last.lines.push(cue);
		else turns.push({ side: 'persona', lines: [cue] });
	}
	const directive = layout.thinking ? '' : NO_THINKING;
	const system = systemPrompt === null ? '' : `${SYSTEM_TAG}${systemPrompt}`;
	const body = turns.map(({ side, lines }) =>
		side === 'user'
			? `${USER_TAG}${lines.join('\n')}${directive}`
			: `${ASSISTANT_TAG}${EMPTY_THOUGHT}${lines.join('\n')}`,
	);
	return `${OPENING}${system}${body.join('')}${layout.thinking ? ASSISTANT_TAG : ''}`;
}

/** GLM's own form: what lasts stands at the start of the first user turn, without headings. */
export function renderChat(layout: PromptLayout): string {
	return renderTurns(layout, { systemPrompt: layout.systemPrompt, persistent: layout.personality });
}

/**
 * Xialong's form: a system prompt, then a heading under which the story header comes first and every further entry
 * stands behind a `----` line.
 */
export function renderPersistentChat(layout: PromptLayout): string {
	const entries = [...(layout.attgLine === null ? [] : [layout.attgLine]), ...layout.personality];
	const listed = entries.flatMap((entry, index) => (index === 0 ? [entry] : [ENTRY_SEPARATOR, entry]));
	const persistent = listed.length > 0 ? [PERSISTENT_HEADING, ...listed] : [];
	return renderTurns(layout, { systemPrompt: layout.systemPrompt, persistent });
}
