/** Shows a message's text: the markdown tree as elements, with names for the ids in it. */
import { element } from './dom.ts';
import { type ListItem, type MarkdownNode, parseMarkdown } from './markdown-tree.ts';
import { fullTime, momentText } from './time-text.ts';

/** Finds the names and pictures behind ids. */
export interface MentionNames {
	user(id: string): string | null;
	channel(id: string): string | null;
	role(id: string): string | null;
	emojiUrl(id: string): string | null;
}

const markTags = {
	strong: 'strong',
	emphasis: 'em',
	underline: 'u',
	strike: 's',
	quote: 'blockquote',
	subtext: 'small',
} as const;

/** Texts of at most this many emoji and nothing else are shown large. */
const jumboEmojiMax = 10;

const onlyEmoji = /^(?:\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\uFE0F|\u200D\p{Extended_Pictographic})*|\s)+$/u;

/** The elements of a text. */
export function markdownView(text: string, names: MentionNames): HTMLElement {
	const tree = parseMarkdown(text);
	const view = element('div', { class: 'markdown' }, ...tree.map((node) => nodeView(node, names)));
	if (isOnlyEmoji(tree)) view.classList.add('jumbo');
	return view;
}

function isOnlyEmoji(tree: readonly MarkdownNode[]): boolean {
	if (tree.length === 0 || tree.length > jumboEmojiMax * 2) return false;
	return tree.every((node) => node.kind === 'emoji' || (node.kind === 'text' && onlyEmoji.test(node.text)));
}

function nodeView(node: MarkdownNode, names: MentionNames): Node {
	const inside = (children: readonly MarkdownNode[]): Node[] => children.map((child) => nodeView(child, names));
	switch (node.kind) {
		case 'text':
			return document.createTextNode(node.text);
		case 'line-break':
			return element('br');
		case 'spoiler':
			return spoilerView(inside(node.children));
		case 'heading':
			return element(
				'div',
				{ class: `heading heading-${node.level}`, attributes: { role: 'heading' } },
				...inside(node.children),
			);
		case 'inline-code':
			return element('code', {}, node.text);
		case 'code-block':
			return codeBlockView(node.language, node.text);
		case 'link':
			return linkView(node.target, inside(node.children));
		case 'mention':
			return mentionView(node.of, node.id, names);
		case 'everyone':
		case 'command':
			return element('span', { class: 'mention' }, node.text);
		case 'emoji':
			return emojiView(node.name, names.emojiUrl(node.id));
		case 'time':
			return element(
				'time',
				{ class: 'moment', title: fullTime(node.seconds * 1000) },
				momentText(node.seconds * 1000, node.style, Date.now()),
			);
		case 'list':
			return listView(node, names);
		default:
			return element(markTags[node.kind], {}, ...inside(node.children));
	}
}

function spoilerView(children: readonly Node[]): HTMLElement {
	const reveal = (): void => {
		spoiler.classList.add('revealed');
		spoiler.removeAttribute('role');
	};
	const spoiler = element(
		'span',
		{
			class: 'spoiler',
			attributes: { role: 'button', tabindex: '0', 'aria-label': 'Spoiler, press to reveal' },
			on: { click: reveal, keydown: (event) => event.key === 'Enter' && reveal() },
		},
		element('span', {}, ...children),
	);
	return spoiler;
}

function codeBlockView(language: string, text: string): HTMLElement {
	const label = language === '' ? null : element('span', { class: 'code-language' }, language);
	return element('pre', {}, label, element('code', {}, text));
}

/** A link that opens beside the page and tells the other side nothing. */
export function linkView(target: string, children: readonly Node[]): HTMLElement {
	return element('a', { attributes: { href: target, target: '_blank', rel: 'noreferrer noopener' } }, ...children);
}

function mentionView(of: 'user' | 'channel' | 'role', id: string, names: MentionNames): HTMLElement {
	const sign = of === 'channel' ? '#' : '@';
	const unknown = of === 'channel' ? 'unknown-channel' : `unknown-${of}`;
	return element('span', { class: 'mention' }, `${sign}${names[of](id) ?? unknown}`);
}

function emojiView(name: string, url: string | null): Node {
	if (url === null) return document.createTextNode(`:${name}:`);
	return element('img', { class: 'emoji', title: `:${name}:`, attributes: { src: url, alt: `:${name}:` } });
}

function listView(list: Extract<MarkdownNode, { kind: 'list' }>, names: MentionNames): HTMLElement {
	const itemView = (item: ListItem): HTMLElement =>
		element(
			'li',
			{ class: `depth-${Math.min(item.depth, 3)}` },
			...item.children.map((child) => nodeView(child, names)),
		);
	if (!list.ordered) return element('ul', {}, ...list.items.map(itemView));
	return element('ol', { attributes: { start: String(list.start) } }, ...list.items.map(itemView));
}
