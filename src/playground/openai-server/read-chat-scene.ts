/** Reads out of a chat's messages who is to speak, to whom, and about what; only for the stand-in's own answers. */

import { assembleScene, labelledLine, type Scene } from '#playground/novelai-server/scene-reader';
import type { SentMessage } from './chat-schema.ts';

/** A bracketed note, over all its lines. */
const note = /^\[System: ([\s\S]*?)\]$/gm;

/** Never fails: what cannot be read is empty. */
export function readChatScene(messages: readonly SentMessage[]): Scene {
	const last = messages.at(-1);
	const prefill = last?.role === 'assistant' ? last.content : '';
	const told = prefill === '' ? messages : messages.slice(0, -1);
	const notes: string[] = [];
	const spoken: string[] = [];
	for (const { role, content } of told) {
		const plain = content.replaceAll(note, (_whole, words: string) => {
			notes.push(...words.split('\n'));
			return '';
		});
		(role === 'system' ? notes : spoken).push(...plain.split('\n').filter((line) => line.trim() !== ''));
	}
	return assembleScene({ personaName: personaName(messages), spoken, notes, thinks: false, prefill: bare(prefill) });
}

/** Whose label the assistant's newest line bears. */
function personaName(messages: readonly SentMessage[]): string {
	const labels = messages
		.filter(({ role }) => role === 'assistant')
		.map(({ content }) => labelledLine.exec(content.split('\n')[0] ?? '')?.[1]);
	return labels.findLast((found) => found !== undefined) ?? '';
}

function bare(prefill: string): string {
	return labelledLine.exec(prefill)?.[2] ?? prefill;
}
