/** Pieces of prompts for the tests of chats. */
import type { ChatItem } from '#core/chat-completions/chat-item';
import type { ContextTag } from '#domain/context-item';

/** A line of somebody's. */
export function said(id: string, name: string, words: string): ChatItem {
	const sender = { name, type: 'user' } as const;
	const text = `${name}: ${words}`;
	return { role: 'user', tag: 'DIALOGUE_HISTORY', identity: `history:${id}`, messageId: id, sender, text };
}

/** A line of the persona's. */
export function answered(id: string, words: string): ChatItem {
	const sender = { name: 'Tomori', type: 'persona' } as const;
	const text = `Tomori: ${words}`;
	return { role: 'model', tag: 'DIALOGUE_HISTORY', identity: `history:${id}`, messageId: id, sender, text };
}

/** Both sides of an example. */
export function sample(place: number, user: string, persona: string): readonly ChatItem[] {
	const shared = { tag: 'DIALOGUE_SAMPLE', identity: `sample:${place}` } as const;
	return [
		{ ...shared, role: 'user', sender: { name: 'Ellen', type: 'user' }, text: `Ellen: ${user}` },
		{ ...shared, role: 'model', sender: { name: 'Tomori', type: 'persona' }, text: `Tomori: ${persona}` },
	];
}

/** Something the system says. */
export function system(text: string, tag: ContextTag = 'SYSTEM_PERSONALITY', identity = 'personality'): ChatItem {
	return { role: 'system', tag, identity, text };
}

/** An entry of the lorebook. */
export function lore(
	id: number,
	activation: 'always' | 'activated',
	words: string | { readonly text: string; readonly insertionOrder: number },
): ChatItem {
	const { text, insertionOrder } = typeof words === 'string' ? { text: words, insertionOrder: 100 } : words;
	const identity = `lorebook:${id}`;
	const placement = { activation, position: 'before', insertionOrder } as const;
	return { role: 'system', tag: 'KNOWLEDGE_LOREBOOK', identity, text, lore: placement };
}

/** A note inside the conversation. */
export function note(text: string, identity = 'context-note:0'): ChatItem {
	return { role: 'user', tag: 'CONTEXT_NOTE_INJECTION', identity, text: `[System: ${text}]` };
}

/** A block of the server's memories, the n-th of them `days` old. */
export function memories(...contents: readonly string[]): ChatItem {
	return {
		role: 'system',
		tag: 'KNOWLEDGE_SERVER_MEMORIES',
		identity: 'server-memories',
		text: ['What Tomori remembers:', ...contents.map((content, id) => `[id:${id}] ${content} (tags: a)`)].join('\n'),
		completionEntries: contents.map((text, id) => ({ identity: `memory:server:${id}`, text, recencyMs: id })),
	};
}

/** The beginning of the reply. */
export function prefill(text: string): ChatItem {
	return { role: 'model', tag: 'DIALOGUE_HISTORY', identity: 'prefill', text, explicitPrefill: true };
}
