/** Code fences, line by line. */
import { expect, test } from 'vitest';
import { FenceTracker } from '#core/text/fence-tracker';

function kindsOf(text: string): string[] {
	const tracker = new FenceTracker();
	return text.split('\n').map((line) => tracker.take(line).kind);
}

test('a fence is closed by as many of its own marks, or more, alone on a line', () => {
	expect(kindsOf('```py\na\n```\nb')).toEqual(['open', 'inside', 'close', 'outside']);
	expect(kindsOf('~~~\n```\n~~~~')).toEqual(['open', 'inside', 'close']);
	expect(kindsOf('````\n```\n```py\n`````')).toEqual(['open', 'inside', 'inside', 'close']);
	expect(kindsOf('```md\n```py\n```')).toEqual(['open', 'inside', 'close']);
	expect(kindsOf('  ```\r\n  ```\r')).toEqual(['open', 'close']);
});

test('a fence opens behind words and in quotes, and is closed behind code', () => {
	expect(kindsOf('Look: ```py\nprint(1)```\nok')).toEqual(['open', 'close', 'outside']);
	expect(kindsOf('> ```\n> a\n> ```\nb')).toEqual(['open', 'inside', 'close', 'outside']);
});

test('code that begins and ends on one line opens nothing', () => {
	expect(kindsOf('```a```\nUse ```b``` now\nand `c`, ~~d~~')).toEqual(['outside', 'outside', 'outside']);
});

test('the opener keeps the info string, but not code behind an opener within a line', () => {
	const openerOf = (line: string): string | undefined => {
		const tracker = new FenceTracker();
		tracker.take(line);
		return tracker.open?.opener;
	};
	expect(openerOf('```py title="a b"')).toBe('```py title="a b"');
	expect(openerOf('  ~~~~ js ')).toBe('~~~~ js');
	expect(openerOf('Look: ```c++')).toBe('```c++');
	expect(openerOf('Look: ```let a = 1')).toBe('```');
});
