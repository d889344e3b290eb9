/** From the pieces of a prompt to the messages of a chat. */
import { renderSystemNote } from '#core/text/system-note';
import { type ChatItem, isEmptyItem } from './chat-item.ts';
import type { ChatContentPart, ChatMessage } from './chat-message.ts';
import { contentPart } from './content-part.ts';

/** Where a piece stands. */
const CONVERSATION: ReadonlySet<ChatItem['tag']> = new Set([
	'DIALOGUE_SAMPLE',
	'DIALOGUE_HISTORY',
	'CONTEXT_NOTE_INJECTION',
]);

/** Said where a conversation would begin with the persona: templates of many servers refuse that. */
const OPENING = renderSystemNote('The conversation begins here.');

const ROLES = { system: 'system', user: 'user', model: 'assistant' } as const;

/** Above the conversation system pieces are paragraphs; in it every piece is a line. */
const paragraph = '\n\n';
const line = '\n';

/** A message that may still grow. */
interface Draft {
	readonly role: ChatMessage['role'];
	readonly isLore: boolean;
	readonly parts: ChatContentPart[];
}

/**
 * The messages, none of them empty. First what is the system's above the conversation, in one message, and Always On
 * lore in the next; then what the user's side is told; then the conversation, with activated lore as one system message
 * at its place (ruling L3). Neighbours of one role are one message, labels stay in the text, the conversation begins
 * with the user's side and ends with it, or with the explicit prefill, exactly, as the assistant's beginning. Linear.
 */
export function renderMessages(items: readonly ChatItem[], personaName: string): readonly ChatMessage[] {
	const isPrefill = ({ explicitPrefill }: ChatItem): boolean => explicitPrefill === true;
	const told = items.filter((item) => !isPrefill(item) && !isEmptyItem(item));
	const start = told.findIndex(({ tag }) => CONVERSATION.has(tag));
	const isAbove = (index: number): boolean => start < 0 || index < start;
	const above = told.filter((item, index) => isAbove(index) && !isConstantLore(item));
	const constantLore = told.filter((item, index) => isAbove(index) && isConstantLore(item));
	const drafts: Draft[] = [];
	for (const item of above) if (item.role === 'system') append(drafts, item, paragraph);
	for (const item of constantLore) append(drafts, item, line);
	const systemMessages = drafts.length;
	for (const item of above) if (item.role !== 'system') append(drafts, item, paragraph);
	for (const [index, item] of told.entries()) if (!isAbove(index)) append(drafts, item, line);
	const prefill = items.findLast(isPrefill)?.text ?? '';
	return [
		...drafts.slice(0, systemMessages).map(finished),
		...closed(opened(drafts.slice(systemMessages).map(finished)), personaName),
		...(prefill === '' ? [] : [{ role: 'assistant', content: prefill } as const]),
	];
}

/** Activated lore above the conversation has no turns to stand above, so it joins what is always on. */
function isConstantLore({ tag }: ChatItem): boolean {
	return tag === 'KNOWLEDGE_LOREBOOK';
}

function append(drafts: Draft[], item: ChatItem, joint: string): void {
	const role = ROLES[item.role];
	const isLore = item.tag === 'KNOWLEDGE_LOREBOOK';
	const last = drafts.at(-1);
	const isNeighbour = last?.role === role && last.isLore === isLore;
	const draft = isNeighbour ? last : { role, isLore, parts: [] };
	if (!isNeighbour) drafts.push(draft);
	// A piece of nothing but white space is refused by some servers.
	else if (draft.parts.at(-1)?.type === 'text') addText(draft, joint);
	for (const media of item.media ?? []) draft.parts.push(contentPart(media));
	addText(draft, item.text);
}

/** Texts beside each other are one, so that nothing depends on how a server puts pieces together. */
function addText({ parts }: Draft, text: string): void {
	if (text === '') return;
	const last = parts.at(-1);
	if (last?.type === 'text') parts.splice(-1, 1, { type: 'text', text: last.text + text });
	else parts.push({ type: 'text', text });
}

function finished({ role, parts }: Draft): ChatMessage {
	const [first] = parts;
	return { role, content: parts.length === 1 && first?.type === 'text' ? first.text : parts };
}

function opened(messages: readonly ChatMessage[]): readonly ChatMessage[] {
	const first = messages.find(({ role }) => role !== 'system');
	return first?.role === 'user' ? messages : [{ role: 'user', content: OPENING }, ...messages];
}

/** Where the persona spoke last and is asked again, somebody has to say so. */
function closed(messages: readonly ChatMessage[], personaName: string): readonly ChatMessage[] {
	const last = messages.findLast(({ role }) => role !== 'system');
	if (last?.role !== 'assistant') return messages;
	return [...messages, { role: 'user', content: renderSystemNote(`${personaName} goes on.`) }];
}
