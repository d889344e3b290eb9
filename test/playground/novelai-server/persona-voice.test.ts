/** The stand-in answers in the persona's name, to the speaker, about what was said, and says what it is. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { writeReply } from '#playground/novelai-server/persona-voice';
import { readLanguage, readOccasion } from '#playground/novelai-server/read-occasion';
import { readScene } from '#playground/novelai-server/scene-reader';

const head = '[gMASK]<sop><|user|>\nTomori is shy and collects pretty stones.\nEllen has a cat called Pixel.\n***\n';
const off = '<|assistant|>\n<think></think>\n';
const introduced = `Ellen: hi/nothink${off}Tomori: I am a stand-in, 代役, um substituto.<|user|>\n`;

/** The reply to one line in a conversation that has had its introduction. */
function replyTo(line: string, speaker = 'Ellen'): string {
	return writeReply(`${head}${introduced}${speaker}: ${line}/nothink${off}Tomori:`, 'chat');
}

describe('reading a scene', () => {
	test('a chat prompt gives persona, speakers, last line and notes', () => {
		const scene = readScene(
			`${head}Ellen: hi\nBo: hello/nothink<|system|>\nLore.<|user|>\nBo: two\n  Note: lines/nothink${off}Tomori: hey<|user|>\nEllen: and?/nothink${off}Tomori:`,
			'chat',
		);
		expect(scene.personaName).toBe('Tomori');
		expect(scene.last).toEqual({ speaker: 'Ellen', text: 'and?' });
		expect(scene.lines.map((line) => line.speaker)).toEqual(['Ellen', 'Bo', 'Bo', 'Tomori', 'Ellen']);
		expect(scene.lines[2]?.text).toBe('two\n  Note: lines');
		expect(scene.notes).toHaveLength(2);
	});

	test('a story prompt gives the same, from after the last separator', () => {
		const scene = readScene(
			'[ Author: a ]\n----\nCharacters:\nTomori\nShy.\n***\n[ Style: chat ]\nA: b\nTomori: c\n***\n[ Style: chat ]\nEllen: hello\nTomori:',
			'story',
		);
		expect(scene).toMatchObject({ personaName: 'Tomori', last: { speaker: 'Ellen', text: 'hello' } });
		expect(scene.lines).toHaveLength(1);
		expect(scene.notes).toContain('Shy.');
	});

	test('the persona may have spoken last, and a prefill may span lines', () => {
		const scene = readScene(`[gMASK]<sop><|user|>\nEllen: hi/nothink${off}Tomori: hey\nTomori: one\ntwo`, 'chat');
		expect(scene).toMatchObject({ personaName: 'Tomori', prefill: 'one\ntwo', last: { speaker: 'Ellen', text: 'hi' } });
		expect(scene.lines.map((line) => line.text)).toEqual(['hi', 'hey']);
	});

	test('any text at all can be read', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'grapheme' }), (text) => {
				expect(writeReply(text, 'chat')).not.toBe('');
				expect(writeReply(`***\n${text}\nTomori:`, 'story')).not.toBe('');
			}),
		);
	});
});

describe('occasions', () => {
	test.each([
		['hi Tomori!', 'greeting'],
		['who are you?', 'identity'],
		['are you a bot', 'identity'],
		['write me some code', 'code'],
		['what is 12*7?', 'sum'],
		['tea or coffee?', 'choice'],
		['do you remember me?', 'earlier'],
		['thanks!', 'thanks'],
		['I am so tired', 'low'],
		['why though?', 'question'],
		['we won!', 'cheer'],
		['the cake collapsed', 'statement'],
		['😀', 'nothing'],
		['誰ですか？', 'identity'],
		['おやすみ', 'farewell'],
		['quem é você?', 'identity'],
	])('%s is %s', (line, occasion) => {
		expect(readOccasion(line)).toBe(occasion);
	});

	test.each([
		['hello there', 'english'],
		['こんにちは', 'japanese'],
		['oi, tudo bem com você?', 'portuguese'],
		['não sei', 'portuguese'],
		['que calor', 'english'],
		['你好', 'english'],
	])('%s is read as %s', (line, language) => {
		expect(readLanguage(line)).toBe(language);
	});
});

describe('replies', () => {
	test('begin with the space a model writes after the cue and never with a label', () => {
		expect(replyTo('the cake collapsed')).toMatch(/^ \S/);
		expect(replyTo('the cake collapsed')).not.toMatch(/^ ?Tomori:/);
	});

	test('address the speaker and take up their words', () => {
		const lines = ['what about astronomy?', 'what about gardening?', 'what about volcanoes?'];
		for (const line of lines) {
			const reply = replyTo(line, 'Bo');
			expect(reply).toContain('Bo');
			expect(reply).toContain(/about (\w+)/.exec(line)?.[1] ?? 'never');
		}
	});

	test('vary with the prompt', () => {
		const replies = Array.from({ length: 12 }, (_, index) => replyTo(`we should build boat number ${index}`));
		expect(new Set(replies.map((reply) => reply.slice(0, 12))).size).toBeGreaterThan(3);
	});

	test('do not use a phrase twice while there are others', () => {
		let history = introduced;
		const openings = new Set<string>();
		for (const line of ['the cake collapsed', 'my bicycle vanished', 'our neighbour sings']) {
			const reply = writeReply(`${head}${history}Ellen: ${line}/nothink${off}Tomori:`, 'chat');
			history += `Ellen: ${line}/nothink${off}Tomori:${reply}<|user|>\n`;
			openings.add(reply.replace(/cake|collapsed|bicycle|vanished|neighbour|sings|".*?"/gi, '…'));
		}
		expect(openings.size).toBe(3);
	});

	test('use what the notes hold', () => {
		expect(replyTo('what about Pixel?')).toContain('Ellen has a cat called Pixel.');
	});

	test('compute small sums and choose', () => {
		expect(replyTo('what is 12*7?')).toContain('84');
		expect(replyTo('tea or coffee?')).toMatch(/tea|coffee/i);
	});

	test('hold a fenced block when code is asked for', () => {
		expect(replyTo('write a python function please')).toMatch(/\n```python\n[\s\S]+\n```$/);
	});

	test('are in the language of the line', () => {
		expect(replyTo('星が好きです')).toMatch(/[ぁ-ん]/);
		expect(replyTo('oi, tudo bem com você?')).not.toMatch(/\b(?:the|you|here)\b/);
	});

	test('think first when the prompt leaves thinking on', () => {
		const reply = writeReply(
			`[gMASK]<sop><|user|>\nEllen: hi${off}Tomori: hey<|user|>\nEllen: so?<|assistant|>\n`,
			'chat',
		);
		expect(reply).toMatch(/^<think>.+<\/think>\nTomori: \S/);
	});
});

describe('what it says of itself', () => {
	test.each([
		['hello', /stand-in/],
		['the cake collapsed', /stand-in/],
		['こんにちは', /代役/],
		['olá', /substituto/],
	])('the first reply of a conversation says that it is a stand-in: %s', (line, mark) => {
		expect(writeReply(`${head}Ellen: ${line}/nothink${off}Tomori:`, 'chat')).toMatch(mark);
	});

	test.each(['who are you?', 'are you a real person?', 'what are you really', '😀', '...'])(
		'%s is answered with it again',
		(line) => {
			expect(replyTo(line)).toContain('stand-in');
		},
	);

	test('other replies do not repeat it', () => {
		expect(replyTo('the cake collapsed')).not.toContain('stand-in');
	});
});
