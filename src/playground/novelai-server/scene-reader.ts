/** Reads out of a prompt who is to speak, to whom, and about what; only for the stand-in's own answers. */

import { parseChatPrompt } from './chat-prompt.ts';

/** A labelled line of the conversation. */
export interface SpokenLine {
	readonly speaker: string;
	readonly text: string;
}

/** The scene as far as the prompt tells it. */
export interface Scene {
	/** The label the prompt ends with; empty when it does not say. */
	readonly personaName: string;
	/** Everything that was said, oldest first, samples included. */
	readonly lines: readonly SpokenLine[];
	/** The newest line of somebody else. */
	readonly last: SpokenLine | null;
	/** Personality, memories and lore, a line each. */
	readonly notes: readonly string[];
	/** True when the model is expected to write its thoughts first. */
	readonly thinks: boolean;
	/** Text that already stands after the cue. */
	readonly prefill: string;
}

/** A labelled line. */
export const labelledLine = /^([^\s:：][^:：\n]{0,79})[:：] ?(.*)$/u;
const separator = /^(?:\*\*\*|----)$/;

/** Never fails: what cannot be read is empty. */
export function readScene(prompt: string, style: 'chat' | 'story'): Scene {
	return style === 'chat' ? readChat(prompt) : readStory(prompt);
}

function readChat(prompt: string): Scene {
	const { turns } = parseChatPrompt(prompt);
	const ending = turns.at(-1)?.body ?? '';
	const notes: string[] = [];
	const spoken: string[] = [];
	turns.slice(0, -1).forEach((turn) => {
		const lines = withoutThinking(turn.body)
			.replace(/\/nothink$/, '')
			.split('\n');
		const divider = turn.role === 'user' && notes.length + spoken.length === 0 ? lines.indexOf('***') : -1;
		if (turn.role === 'system') return;
		notes.push(...lines.slice(0, Math.max(0, divider)));
		spoken.push(...lines.slice(divider + 1));
	});
	const thinks = !ending.startsWith('<think></think>');
	const cue = readCue(withoutThinking(ending).split('\n'));
	const labels = turns.map((turn) => (turn.role === 'assistant' ? turn.body : ''));
	const personaName = cue.personaName === '' ? lastAssistantLabel(labels) : cue.personaName;
	return assembleScene({ ...cue, personaName, spoken: [...spoken, ...cue.before], notes, thinks });
}

/** The last labelled line is the cue; what follows it is a prefill, what precedes it was said before. */
function readCue(lines: readonly string[]): {
	readonly personaName: string;
	readonly prefill: string;
	readonly before: readonly string[];
} {
	const index = lines.findLastIndex((line) => labelledLine.test(line));
	const found = labelledLine.exec(lines[index] ?? '');
	if (found === null) return { personaName: '', prefill: lines.join('\n'), before: [] };
	const prefill = [found[2] ?? '', ...lines.slice(index + 1)].join('\n');
	return { personaName: found[1] ?? '', prefill, before: lines.slice(0, index) };
}

function withoutThinking(body: string): string {
	return body.replace(/^<think>[\s\S]*?<\/think>\n?/, '');
}

function lastAssistantLabel(bodies: readonly string[]): string {
	const labels = bodies.map((body) => labelledLine.exec(withoutThinking(body).split('\n')[0] ?? '')?.[1]);
	return labels.filter((found) => found !== undefined).at(-1) ?? '';
}

function readStory(prompt: string): Scene {
	const lines = prompt.split('\n');
	const isFact = (line: string): boolean => !line.startsWith('[ ');
	const notes = lines.slice(0, Math.max(0, lines.indexOf('***'))).filter(isFact);
	const cue = readCue(lines.slice(lines.lastIndexOf('***') + 1).filter(isFact));
	return assembleScene({ ...cue, spoken: cue.before, notes, thinks: false });
}

/** The scene of these parts: a line without a label goes on with the one above it. */
export function assembleScene(parts: {
	readonly personaName: string;
	readonly spoken: readonly string[];
	readonly notes: readonly string[];
	readonly thinks: boolean;
	readonly prefill: string;
}): Scene {
	const lines: SpokenLine[] = [];
	for (const text of parts.spoken) {
		const found = labelledLine.exec(text);
		const previous = lines.at(-1);
		if (found !== null) lines.push({ speaker: found[1] ?? '', text: found[2] ?? '' });
		else if (previous !== undefined) lines[lines.length - 1] = { ...previous, text: `${previous.text}\n${text}` };
	}
	const notes = parts.notes.filter((note) => note.trim() !== '' && !separator.test(note));
	return {
		personaName: parts.personaName,
		lines,
		last: lines.filter((line) => line.speaker !== parts.personaName).at(-1) ?? null,
		notes,
		thinks: parts.thinks,
		prefill: parts.prefill,
	};
}
