/** Parses Discord's markdown into a typed tree: the library reads the marks, this file names its nodes and adds lists. */
import { parse } from 'discord-markdown-parser';

/** One node of a message's text; `text` leaves hold plain text that still has to be shown as text. */
export type MarkdownNode =
	| { readonly kind: 'text'; readonly text: string }
	| { readonly kind: 'line-break' }
	| { readonly kind: MarkKind; readonly children: readonly MarkdownNode[] }
	| { readonly kind: 'heading'; readonly level: number; readonly children: readonly MarkdownNode[] }
	| { readonly kind: 'inline-code'; readonly text: string }
	| { readonly kind: 'code-block'; readonly language: string; readonly text: string }
	| { readonly kind: 'link'; readonly target: string; readonly children: readonly MarkdownNode[] }
	| { readonly kind: 'mention'; readonly of: 'user' | 'channel' | 'role'; readonly id: string }
	| { readonly kind: 'everyone'; readonly text: string }
	| { readonly kind: 'command'; readonly text: string }
	| { readonly kind: 'emoji'; readonly id: string; readonly name: string; readonly animated: boolean }
	| { readonly kind: 'time'; readonly seconds: number; readonly style: string }
	| { readonly kind: 'list'; readonly ordered: boolean; readonly start: number; readonly items: readonly ListItem[] };

/** Marks that only wrap other nodes. */
export type MarkKind = 'strong' | 'emphasis' | 'underline' | 'strike' | 'spoiler' | 'quote' | 'subtext';

/** One line of a list. */
export interface ListItem {
	/** 0 for the outermost items. */
	readonly depth: number;
	readonly children: readonly MarkdownNode[];
}

interface ParsedNode {
	readonly type: string;
	readonly [field: string]: unknown;
}

const markKinds: Readonly<Record<string, MarkKind>> = {
	strong: 'strong',
	em: 'emphasis',
	underline: 'underline',
	strikethrough: 'strike',
	spoiler: 'spoiler',
	blockQuote: 'quote',
	subtext: 'subtext',
};

/** Addresses a page may link to; anything else is shown as the text it is. */
const linkableAddress = /^(https?:\/\/|mailto:)/i;

const itemStart = /^( *)(?:([-*])|(\d{1,9})\.) +(.*)$/su;

/** Spaces that make one step of depth in a list. */
const indentWidth = 2;

/** Steps beyond the outermost that a list shows. */
const depthMax = 10;

/** The tree of a message's text; never throws, since unknown marks stay text. */
export function parseMarkdown(text: string): MarkdownNode[] {
	return tidy(parse(text, 'extended') as ParsedNode[]);
}

function tidy(nodes: readonly ParsedNode[]): MarkdownNode[] {
	return withoutEdgeBreaks(withLists(joinText(nodes.map(nodeOf))));
}

function childrenOf(node: ParsedNode): MarkdownNode[] {
	const { content } = node;
	return Array.isArray(content) ? tidy(content as ParsedNode[]) : [{ kind: 'text', text: String(content ?? '') }];
}

function nodeOf(node: ParsedNode): MarkdownNode {
	const mark = markKinds[node.type];
	if (mark !== undefined) return { kind: mark, children: childrenOf(node) };
	const field = (name: string): string => String(node[name] ?? '');
	switch (node.type) {
		case 'heading':
			return { kind: 'heading', level: Number(node['level']), children: childrenOf(node) };
		case 'br':
		case 'newline':
			return { kind: 'line-break' };
		case 'inlineCode':
			return { kind: 'inline-code', text: field('content') };
		case 'codeBlock':
			return { kind: 'code-block', language: field('lang'), text: field('content') };
		case 'url':
		case 'autolink':
		case 'link':
			return linkOf(field('target'), childrenOf(node));
		case 'user':
		case 'channel':
		case 'role':
			return { kind: 'mention', of: node.type, id: field('id') };
		case 'everyone':
		case 'here':
			return { kind: 'everyone', text: `@${node.type}` };
		case 'slashCommand':
			return { kind: 'command', text: `/${field('fullName')}` };
		case 'emoji':
			return { kind: 'emoji', id: field('id'), name: field('name'), animated: node['animated'] === true };
		case 'timestamp':
			return { kind: 'time', seconds: Number(node['timestamp']), style: field('format') || 'f' };
		case 'twemoji':
			return { kind: 'text', text: field('name') };
		default:
			return { kind: 'text', text: field('content') };
	}
}

function linkOf(target: string, children: MarkdownNode[]): MarkdownNode {
	if (linkableAddress.test(target)) return { kind: 'link', target, children };
	return { kind: 'text', text: `[${plainText(children)}](${target})` };
}

/** The words of a tree on one line and without its marks, as for the quoted line above a reply. */
export function plainText(nodes: readonly MarkdownNode[]): string {
	return nodes.map(wordsOf).join('').replace(/\s+/gu, ' ').trim();
}

function wordsOf(node: MarkdownNode): string {
	const words = (children: readonly MarkdownNode[]): string => children.map(wordsOf).join('');
	const apart = isBlock(node) ? ' ' : '';
	if ('children' in node) return apart + words(node.children) + apart;
	if ('text' in node) return apart + node.text + apart;
	if (node.kind === 'list') return node.items.map((item) => ` ${words(item.children)} `).join('');
	if (node.kind === 'emoji') return `:${node.name}:`;
	return node.kind === 'line-break' ? ' ' : '';
}

function joinText(nodes: readonly MarkdownNode[]): MarkdownNode[] {
	const joined: MarkdownNode[] = [];
	for (const node of nodes) {
		const last = joined.at(-1);
		if (node.kind === 'text' && last?.kind === 'text') {
			joined[joined.length - 1] = { kind: 'text', text: last.text + node.text };
		} else joined.push(node);
	}
	return joined;
}

function isBlock(node: MarkdownNode | undefined): boolean {
	return node !== undefined && ['code-block', 'quote', 'heading', 'list', 'subtext'].includes(node.kind);
}

/** A block begins its own line already, so the break beside it would show as an empty line. */
function withoutEdgeBreaks(nodes: readonly MarkdownNode[]): MarkdownNode[] {
	return nodes.filter((node, index) => {
		if (node.kind !== 'line-break') return true;
		const before = nodes[index - 1];
		return !isBlock(before) && !(isBlock(nodes[index + 1]) && before?.kind !== 'line-break');
	});
}

function linesOf(nodes: readonly MarkdownNode[]): MarkdownNode[][] {
	const lines: MarkdownNode[][] = [[]];
	for (const [index, node] of nodes.entries()) {
		if (node.kind === 'line-break') lines.push([]);
		else if (isBlock(nodes[index - 1])) lines.push([node]);
		else lines.at(-1)?.push(node);
	}
	return lines;
}

interface ReadItem extends ListItem {
	readonly ordered: boolean;
	readonly number: number;
}

function readItem(line: readonly MarkdownNode[]): ReadItem | null {
	const [first, ...rest] = line;
	if (first?.kind !== 'text') return null;
	const match = itemStart.exec(first.text);
	if (match === null) return null;
	const [, indent = '', , number, text = ''] = match;
	const depth = Math.min(depthMax, Math.floor(indent.length / indentWidth));
	const children: MarkdownNode[] = text === '' ? rest : [{ kind: 'text', text }, ...rest];
	if (children.length === 0) return null;
	return { depth, children, ordered: number !== undefined, number: Number(number ?? 1) };
}

/** Joins neighbouring lines that begin like items; the first of them decides whether the list is numbered. */
function withLists(nodes: readonly MarkdownNode[]): MarkdownNode[] {
	const out: MarkdownNode[] = [];
	let items: ListItem[] | null = null;
	let ordered = false;
	for (const [index, line] of linesOf(nodes).entries()) {
		const item = readItem(line);
		if (item === null || (items !== null && item.depth === 0 && item.ordered !== ordered)) items = null;
		if (item !== null && items !== null) {
			items.push({ depth: item.depth, children: item.children });
			continue;
		}
		if (index > 0) out.push({ kind: 'line-break' });
		if (item === null) out.push(...line);
		else {
			items = [{ depth: item.depth, children: item.children }];
			ordered = item.ordered;
			out.push({ kind: 'list', ordered, start: item.number, items });
		}
	}
	return out;
}
