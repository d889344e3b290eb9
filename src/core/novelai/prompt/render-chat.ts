/** Renders the GLM chat template byte for byte, as GLM and as Xialong read it (ruling N2). */

import { cueOf } from '#core/text/neutralise';
import type { Entry, PromptLayout } from './layout.ts';
import { loreSlot } from './lore-slot.ts';

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
	readonly side: Entry['side'] | 'system';
	readonly lines: string[];
}

/** Consecutive entries of one side share a turn; activated lore is a turn of its own that ends the one it falls into. */
function turnsOf(layout: PromptLayout): ChatTurn[] {
	const turns: ChatTurn[] = [];
	const slot = loreSlot(layout);
	const lore: ChatTurn = { side: 'system', lines: layout.activatedLore.map((piece) => piece.line) };
	for (const [place, entry] of [...layout.samples, ...layout.history].entries()) {
		if (place === slot) turns.push(lore);
		const last = turns.at(-1);
		if (last?.side === entry.side) last.lines.push(entry.line);
		else turns.push({ side: entry.side, lines: [entry.line] });
	}
	if (slot !== null && !turns.includes(lore)) turns.push(lore);
	return turns;
}

/** What the two chat renderers differ in. */
interface ChatHead {
	readonly systemPrompt: string | null;
	/** What opens the first user turn, without the separator after it; empty for nothing. */
	readonly persistent: readonly string[];
}

/** What lasts joins the first user turn; lore or the persona at the conversation's start leaves it a turn of its own. */
function putHead(turns: ChatTurn[], persistent: readonly string[]): void {
	const head = persistent.length > 0 ? [...persistent, SEPARATOR] : [];
	const opening = turns.find((turn) => turn.side !== 'system');
	if (opening?.side !== 'user') turns.unshift({ side: 'user', lines: [...head, OPENING_INSTRUCTION] });
	else if (turns[0] === opening) opening.lines.unshift(...head);
	else if (head.length > 0) turns.unshift({ side: 'user', lines: head });
}

/** A turn as it is written; with thinking on no turn carries the directive. */
function turnText({ side, lines }: ChatTurn, thinking: boolean): string {
	const body = lines.join('\n');
	switch (side) {
		case 'system':
			return `${SYSTEM_TAG}${body}`;
		case 'user':
			return `${USER_TAG}${body}${thinking ? '' : NO_THINKING}`;
		case 'persona':
			return `${ASSISTANT_TAG}${EMPTY_THOUGHT}${body}`;
	}
}

/**
 * The whole prompt. A tag is followed by one line feed and preceded by none; with thinking off every user turn ends
 * with `/nothink` and every assistant turn begins with an empty thought, with thinking on the model opens its own
 * thought and the prompt ends at the assistant's tag.
 */
function renderTurns(layout: PromptLayout, { systemPrompt, persistent }: ChatHead): string {
	const turns = turnsOf(layout);
	putHead(turns, persistent);
	const cue = layout.prefill ?? cueOf(layout.personaLabel);
	if (!layout.thinking) {
		const last = turns.at(-1);
		if (last?.side === 'persona') last.lines.push(cue);
		else turns.push({ side: 'persona', lines: [cue] });
	}
	const system = systemPrompt === null ? '' : `${SYSTEM_TAG}${systemPrompt}`;
	const body = turns.map((turn) => turnText(turn, layout.thinking));
	return `${OPENING}${system}${body.join('')}${layout.thinking ? ASSISTANT_TAG : ''}`;
}

/** Personality, memories and Always On lore, in their order. */
function lastingEntries(layout: PromptLayout): readonly string[] {
	return [...layout.personality, ...[...layout.memories, ...layout.constantLore].map((piece) => piece.line)];
}

/** GLM's own form: what lasts stands at the start of the first user turn, without headings. */
export function renderChat(layout: PromptLayout): string {
	return renderTurns(layout, { systemPrompt: layout.systemPrompt, persistent: lastingEntries(layout) });
}

/**
 * Xialong's form: a system prompt, then a heading under which the story header comes first and every further entry
 * stands behind a `----` line.
 */
export function renderPersistentChat(layout: PromptLayout): string {
	const entries = [...(layout.attgLine === null ? [] : [layout.attgLine]), ...lastingEntries(layout)];
	const listed = entries.flatMap((entry, index) => (index === 0 ? [entry] : [ENTRY_SEPARATOR, entry]));
	const persistent = listed.length > 0 ? [PERSISTENT_HEADING, ...listed] : [];
	return renderTurns(layout, { systemPrompt: layout.systemPrompt, persistent });
}
