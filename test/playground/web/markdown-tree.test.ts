import { describe, expect, test } from 'vitest';
import { parseMarkdown, plainText } from '#playground/web/markdown-tree';

describe('the marks of a message', () => {
	test('wrapping marks nest', () => {
		expect(parseMarkdown('**bold *both*** __under__ ~~gone~~ ||secret||')).toEqual([
			{
				kind: 'strong',
				children: [
					{ kind: 'text', text: 'bold ' },
					{ kind: 'emphasis', children: [{ kind: 'text', text: 'both' }] },
				],
			},
			{ kind: 'text', text: ' ' },
			{ kind: 'underline', children: [{ kind: 'text', text: 'under' }] },
			{ kind: 'text', text: ' ' },
			{ kind: 'strike', children: [{ kind: 'text', text: 'gone' }] },
			{ kind: 'text', text: ' ' },
			{ kind: 'spoiler', children: [{ kind: 'text', text: 'secret' }] },
		]);
	});

	test('a fence keeps its language and its marks, and no empty line stands beside it', () => {
		expect(parseMarkdown('see\n```ts\nconst a = "**b**";\n```\ndone')).toEqual([
			{ kind: 'text', text: 'see' },
			{ kind: 'code-block', language: 'ts', text: 'const a = "**b**";' },
			{ kind: 'text', text: 'done' },
		]);
	});

	test('lines that begin like items make a list, also right after a quote', () => {
		expect(parseMarkdown('> said\n1. one\n2. **two**\n  - deep')).toEqual([
			{ kind: 'quote', children: [{ kind: 'text', text: 'said' }, { kind: 'line-break' }] },
			{
				kind: 'list',
				ordered: true,
				start: 1,
				items: [
					{ depth: 0, children: [{ kind: 'text', text: 'one' }] },
					{ depth: 0, children: [{ kind: 'strong', children: [{ kind: 'text', text: 'two' }] }] },
					{ depth: 1, children: [{ kind: 'text', text: 'deep' }] },
				],
			},
		]);
	});

	test('a numbered list after bullets is a list of its own', () => {
		const lists = parseMarkdown('- a\n- b\n3. c').filter((node) => node.kind === 'list');
		expect(lists).toMatchObject([
			{ ordered: false, items: [{}, {}] },
			{ ordered: true, start: 3, items: [{}] },
		]);
	});

	test('ids become mentions, emoji and moments', () => {
		const id = '100000000000000001';
		const nodes = parseMarkdown(`<@${id}><#${id}><@&${id}><:lamp:${id}><t:1700000000:R>@here`);
		expect(nodes).toEqual([
			{ kind: 'mention', of: 'user', id },
			{ kind: 'mention', of: 'channel', id },
			{ kind: 'mention', of: 'role', id },
			{ kind: 'emoji', id, name: 'lamp', animated: false },
			{ kind: 'time', seconds: 1_700_000_000, style: 'R' },
			{ kind: 'everyone', text: '@here' },
		]);
	});

	test('only addresses of the web become links', () => {
		expect(parseMarkdown('[here](https://example.org/a)')).toEqual([
			{ kind: 'link', target: 'https://example.org/a', children: [{ kind: 'text', text: 'here' }] },
		]);
		for (const target of ['javascript:alert(1)', 'data:text/html,x', 'vbscript:x']) {
			expect(JSON.stringify(parseMarkdown(`[here](${target})`))).not.toContain('"link"');
		}
	});

	test('markup of the page stays text', () => {
		expect(parseMarkdown('<img src=x onerror=alert(1)>')).toEqual([
			{ kind: 'text', text: '<img src=x onerror=alert(1)>' },
		]);
	});

	test('the quoted line of a reply shows the words alone', () => {
		expect(plainText(parseMarkdown('**hi** ||there||\n- `you`'))).toBe('hi there you');
	});
});
