/** Splitting a finished reply into Discord messages. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { splitReply } from '#core/reply/split-reply';
import { graphemesOf } from '#lib/graphemes';

const sentence = 'The lighthouse keeper counted the ships again, and there was one more than before. ';
const withoutSpace = (text: string): string => text.replace(/\s/g, '');
const letters = (count: number): string => 'a'.repeat(count);

/** Fence lines of a message, counted as a reader of Markdown would: an inner shorter fence is code. */
function hasBalancedFences(message: string): boolean {
	let open = '';
	for (const line of message.split('\n')) {
		const run = /^\s*(`{3,}|~{3,})/.exec(line)?.[1] ?? '';
		if (open === '') open = run;
		else if (run.startsWith(open) && line.trim() === run) open = '';
	}
	return open === '';
}

function expectMessages(messages: readonly string[], limit = 2_000): void {
	for (const message of messages) {
		expect(message.length).toBeLessThanOrEqual(limit);
		expect(message.trim()).not.toBe('');
		expect(message.isWellFormed()).toBe(true);
		expect(hasBalancedFences(message)).toBe(true);
	}
}

describe('prose', () => {
	test('S001 a reply of 6,200 characters of prose becomes four messages in order', () => {
		const reply = sentence.repeat(80).slice(0, 6_200);
		const messages = splitReply(reply);
		expectMessages(messages);
		expect(messages).toHaveLength(4);
		expect(withoutSpace(messages.join(' '))).toBe(withoutSpace(reply));
		expect(messages.slice(0, 3).every((message) => message.endsWith('before.'))).toBe(true);
	});

	test('S001 paragraphs of many lengths do not cost an additional message', () => {
		const paragraphs = [3, 7, 2, 9, 5, 4, 8, 6, 7, 3, 8, 9].map((count) => sentence.repeat(count).trim());
		const reply = paragraphs.join('\n\n').slice(0, 6_200);
		const messages = splitReply(reply);
		expectMessages(messages);
		expect(reply.length).toBeGreaterThan(5_900);
		expect(messages).toHaveLength(4);
	});

	test.each([
		[1_999, 1],
		[2_000, 1],
		[2_001, 2],
	])('S002 a reply of exactly %i characters becomes %i message(s)', (length, count) => {
		for (const reply of [
			letters(length),
			'word '
				.repeat(500)
				.slice(0, length - 1)
				.concat('x'),
		]) {
			const messages = splitReply(reply);
			expectMessages(messages);
			expect(messages).toHaveLength(count);
			expect(withoutSpace(messages.join(''))).toBe(withoutSpace(reply));
		}
	});

	test('S002 white space behind a full message makes no message of its own', () => {
		expect(splitReply(`${letters(2_000)} `)).toEqual([letters(2_000)]);
		expect(splitReply(`${letters(2_000)}\n\n  \n`)).toEqual([letters(2_000)]);
		expect(splitReply(`${letters(2_000)} ${letters(3)}`)).toEqual([letters(2_000), letters(3)]);
	});

	test('a text that shows nothing becomes no message', () => {
		for (const reply of ['', '   \n', '\u200B', ' \u200B\uFEFF\u2060 ']) expect(splitReply(reply)).toEqual([]);
	});

	test('an empty line is preferred to a line, a line to a sentence, a sentence to a space', () => {
		const fill = 'one two. '.repeat(8).trim();
		expect(splitReply(`${fill}\n\n${fill}\n${fill}`, { limit: 160 })[0]).toBe(fill);
		expect(splitReply(`${fill}\n${fill} ${fill}`, { limit: 100 })[0]).toBe(fill);
		expect(splitReply('one two three four. five six seven eight nine ten eleven', { limit: 50 })[0]).toBe(
			'one two three four.',
		);
	});

	test('a text without spaces is cut behind a full stop of its script', () => {
		const japanese = '今日は天気がとても良いです。';
		const messages = splitReply(japanese.repeat(10), { limit: 50 });
		expectMessages(messages, 50);
		expect(messages.every((message) => message.endsWith('。'))).toBe(true);
	});
});

describe('fences', () => {
	const codeLines = Array.from({ length: 300 }, (_, index) => `    value_${index} = ${index}  # ok`);

	test('S004 a code block of 300 lines between prose keeps its language in every message and loses no line', () => {
		const reply = `Here it is:\n\n\`\`\`py\n${codeLines.join('\n')}\n\`\`\`\n\nThat is all.`;
		expect(reply.length).toBeGreaterThan(6_000);
		const messages = splitReply(reply);
		expectMessages(messages);
		expect(messages.every((message) => (message.match(/```/g) ?? []).length % 2 === 0)).toBe(true);
		expect(messages.slice(1, -1).every((message) => message.startsWith('```py\n'))).toBe(true);
		const lines = messages.flatMap((message) => message.split('\n'));
		expect(lines.filter((line) => line.startsWith('    value_'))).toEqual(codeLines);
		expect(messages.at(-1)).toMatch(/That is all\.$/);
	});

	test.each(['~~~', '````', '`````', '```'])(
		'S005 a %s fence is closed and opened again with its own marks',
		(marker) => {
			const inner = marker === '```' ? '~~~' : '```';
			const body = Array.from({ length: 120 }, (_, index) => (index % 10 === 5 ? inner : `line ${index} of the block`));
			const reply = `Before.\n\n${marker}md\n${body.join('\n')}\n${marker}\n\nAfter.`;
			const messages = splitReply(reply, { limit: 500 });
			expectMessages(messages, 500);
			const middle = messages.slice(1, -1);
			expect(middle.length).toBeGreaterThanOrEqual(3);
			expect(middle.every((message) => message.startsWith(`${marker}md\n`))).toBe(true);
			const lines = messages.flatMap((message) => message.split('\n'));
			expect(lines.filter((line) => body.includes(line))).toEqual(body);
		},
	);

	test('S005 inline code on the cut stays whole', () => {
		const reply = `${'word '.repeat(398)}then \`some inline code\` and more`;
		const messages = splitReply(reply);
		expect(messages).toHaveLength(2);
		expect(messages[1]).toMatch(/^`some inline code`/);
	});

	test('S006 a fence that the reply leaves open is closed in the last message', () => {
		const reply = `Look:\n\`\`\`js\n${'let a = 1;\n'.repeat(300)}let b`;
		const messages = splitReply(reply);
		expectMessages(messages);
		expect(messages.at(-1)?.startsWith('```js\n')).toBe(true);
		expect(messages.at(-1)?.endsWith('let b\n```')).toBe(true);
		expect(splitReply('```py')).toEqual(['```py\n```']);
		expect(splitReply('```py\nprint(1)\n')).toEqual(['```py\nprint(1)\n```']);
	});

	test('a fence opened behind words and closed behind code is known as Discord knows it', () => {
		const reply = `Try this: \`\`\`py\n${'print(1)\n'.repeat(20)}done()\`\`\` ok`.replace(
			' ok',
			'\nAnd *so* on. '.repeat(9),
		);
		const messages = splitReply(reply, { limit: 100 });
		expect(messages.every((message) => (message.match(/```/g) ?? []).length % 2 === 0)).toBe(true);
		expect(messages.at(-1)).not.toContain('```');
	});

	test('a cut inside code keeps the indentation of the next line', () => {
		const messages = splitReply(`\`\`\`\n${'\t\tdeep\n'.repeat(30)}\`\`\``, { limit: 60 });
		expect(messages.every((message) => message.startsWith('```\n\t\tdeep\n'))).toBe(true);
	});
});

describe('whole pieces', () => {
	const clusters = ['👨‍👩‍👧‍👦', '🇩🇪', '1️⃣', '👍🏽', 'e\u0301', '🌍'];

	test.each([
		['inside a fence', '```\n', '\n```'],
		['inside a line without spaces', '', ''],
	])('S008 no surrogate pair is cut %s', (_, before, after) => {
		for (let shift = 0; shift < 12; shift++) {
			const messages = splitReply(`${before}${letters(1_999 - shift)}🌍${letters(500)}${after}`);
			expectMessages(messages);
			expect(messages.join('')).toContain('🌍');
		}
	});

	test.each(clusters)('S009 the cluster %s on the cut is never split', (cluster) => {
		for (let length = 80; length <= 101; length++) {
			for (const fill of [letters(length), `${letters(length / 2)} ${letters(length / 2)}`]) {
				const reply = fill + cluster.repeat(3) + letters(30);
				const messages = splitReply(reply, { limit: 100 });
				expectMessages(messages, 100);
				expect(messages.flatMap(graphemesOf).filter((piece) => piece === cluster)).toHaveLength(3);
			}
		}
	});

	test.each([
		'<:name:123456789012345678>',
		'<a:dance:123456789012345678>',
		'<@123456789012345678>',
		'<@&123456789012345678>',
		'<#123456789012345678>',
		'<t:1700000000:R>',
		`https://example.org/${'path-'.repeat(56)}`,
		'[a masked link with words](https://example.org/a_(b)?c=d)',
		'**strong words here**',
		'||a hidden thing||',
		'“a quoted thing”',
		'「かぎ。かっこ」',
	])('S010 %s on the cut stays whole in one message', (token) => {
		for (let length = 2_000 - token.length; length <= 2_001; length += 3) {
			for (const space of [' ', '']) {
				const reply = `${'word '.repeat(400).slice(0, length - 1)}x${space}${token}${space}${'more words '.repeat(20)}`;
				const messages = splitReply(reply);
				expectMessages(messages);
				expect(messages.filter((message) => message.includes(token))).toHaveLength(1);
				expect(withoutSpace(messages.join(''))).toBe(withoutSpace(reply));
			}
		}
	});

	test('an address longer than a message begins its own message and is cut where it must be', () => {
		const address = `https://example.org/${letters(2_500)}`;
		const messages = splitReply(`See ${address} now`);
		expectMessages(messages);
		expect(messages).toEqual(['See', address.slice(0, 2_000), `${address.slice(2_000)} now`]);
	});

	test('a single visible character longer than a message is cut between code points', () => {
		const messages = splitReply(`e${'\u0301'.repeat(120)}`, { limit: 50 });
		expectMessages(messages, 50);
		expect(messages.join('')).toBe(`e${'\u0301'.repeat(120)}`);
	});
});

/** What of `wanted` does not come, in order, in `found`; found may hold more: info strings come again at cuts. */
function lettersMissing(wanted: readonly string[], found: readonly string[]): string[] {
	let next = 0;
	for (const letter of found) if (letter === wanted[next]) next++;
	return wanted.slice(next);
}

describe('any text', () => {
	const piece = fc.constantFrom(
		'word ',
		'a',
		'Done. ',
		'\n',
		'\n\n',
		' ',
		'```',
		'```qq\n',
		'\n```\n',
		'~~~\n',
		'\n~~~\n',
		'````\n',
		'`',
		'`code x`',
		'*',
		'**bold b**',
		'||',
		'(',
		')',
		'"',
		'「',
		'」',
		'[x y](https://e.org/a)',
		'https://e.org/abc ',
		'<@123456789012345678>',
		'🌍',
		'👨‍👩‍👧‍👦',
		'🇩🇪🇫🇷',
		'e\u0301',
		'語。',
		'| a | b |\n',
		'\u200B',
		'> ',
		'- ',
		':smile:',
		letters(40),
		'\t',
		'...',
	);
	const anyText = fc.array(piece, { maxLength: 120 }).map((pieces) => pieces.join(''));
	const letterList = (text: string): string[] => text.match(/[^\s`~\p{Cf}]|(?<!\s)\u200D/gu) ?? [];

	test('messages keep the limit, are visible and whole, and hold every letter in order', () => {
		fc.assert(
			fc.property(anyText, fc.integer({ min: 50, max: 300 }), (text, limit) => {
				const messages = splitReply(text, { limit });
				for (const message of messages) {
					expect(message.length).toBeLessThanOrEqual(limit);
					expect(message.trim()).not.toBe('');
					expect(message.isWellFormed()).toBe(true);
				}
				const kept = letterList(messages.join('\n'));
				expect(lettersMissing(letterList(text), kept)).toEqual([]);
				if (!/`{3}|~{3}/.test(text)) expect(kept).toEqual(letterList(text));
			}),
			{ numRuns: 300 },
		);
	});

	test('no visible character is cut', () => {
		const cluster = fc.constantFrom(...clustersForProperty);
		fc.assert(
			fc.property(fc.array(cluster, { maxLength: 150 }), fc.integer({ min: 50, max: 120 }), (pieces, limit) => {
				const messages = splitReply(pieces.join(''), { limit });
				const clusters = (text: string): string[] => graphemesOf(text).filter((cluster) => !'`\n'.includes(cluster));
				expect(messages.flatMap(clusters)).toEqual(clusters(pieces.join('')));
			}),
		);
	});

	test('fences are balanced in every message when they stand on their own lines', () => {
		const line = fc.constantFrom(
			'word word word',
			'',
			'```',
			'```qq',
			'````',
			'~~~',
			'~~~~ js',
			'    indented',
			letters(60),
			'x `y` z',
		);
		fc.assert(
			fc.property(fc.array(line, { maxLength: 60 }), fc.integer({ min: 50, max: 200 }), (lines, limit) => {
				for (const message of splitReply(lines.join('\n'), { limit })) {
					expect(message.length).toBeLessThanOrEqual(limit);
					expect(hasBalancedFences(message)).toBe(true);
				}
			}),
			{ numRuns: 300 },
		);
	});

	test('cost grows with the length of the text: hostile repetitions of 100,000 characters end', () => {
		for (const part of ['.', '*', '`', '(', '"', '> ', '||a', '[', '\n', ' ', '<', '~~~\n', 'a*b ', '🌍', ':a', '@{']) {
			const messages = splitReply(part.repeat(100_000 / part.length));
			expect(messages.every((message) => message.length <= 2_000)).toBe(true);
		}
	});
});

const clustersForProperty = ['👨‍👩‍👧‍👦', '🇩🇪', '1️⃣', '👍🏽', 'e\u0301', 'a', '語', '*', '`', '|', '('];
