/** The stand-in answers in the persona's name, to the speaker, about what was said, and says what it is. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { writeReply } from '#playground/novelai-server/persona-voice';
import { readLanguage, readOccasion } from '#playground/novelai-server/read-occasion';
import { readScene } from '#playground/novelai-server/scene-reader';
import { type Occasion, occasions } from '#playground/novelai-server/voice-lines';
import { englishLines } from '#playground/novelai-server/voice-lines-english';
import { japaneseLines } from '#playground/novelai-server/voice-lines-japanese';
import { portugueseLines } from '#playground/novelai-server/voice-lines-portuguese';
import { withoutName } from '#playground/novelai-server/without-name';

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
		['why though?', 'why'],
		['why do cats purr?', 'question'],
		['we won!', 'glad'],
		['so loud!', 'cheer'],
		['the cake collapsed', 'statement'],
		['😀', 'nothing'],
		['誰ですか？', 'identity'],
		['おやすみ', 'night'],
		['またね', 'farewell'],
		['quem é você?', 'identity'],
		['ok', 'yes'],
		['hi there', 'greeting'],
		['Hello! How are you?', 'wellbeing'],
		['What is your name?', 'own-name'],
		['What do you like?', 'likes'],
		['Are you there?', 'presence'],
		['Where are you?', 'place'],
		['Can you do that?', 'ability'],
		['and me?', 'and-me'],
		['tell me a story', 'story'],
		['bye', 'farewell'],
		['thanks, bye', 'farewell'],
		['thanks', 'thanks'],
		['cats or dogs?', 'choice'],
		['I love rain', 'fondness'],
		['元気？', 'wellbeing'],
		['名前は？', 'own-name'],
		['私の名前は？', 'name'],
		['どこにいるの？', 'place'],
		['雨が好きです', 'fondness'],
		['何が好き？', 'likes'],
		['como vai?', 'wellbeing'],
		['qual é o seu nome?', 'own-name'],
		['e eu?', 'and-me'],
		['me conta uma história', 'story'],
		['on 2026-11-30', 'statement'],
	])('%s is %s', (line, occasion) => {
		expect(readOccasion(line)).toBe(occasion);
	});

	test.each([
		['hello there', 'english'],
		['こんにちは', 'japanese'],
		['oi, tudo bem com você?', 'portuguese'],
		['não sei', 'portuguese'],
		['que calor', 'portuguese'],
		['元気？', 'japanese'],
		['tell me a story', 'english'],
		['ok', 'english'],
		['你好', 'english'],
	])('%s is read as %s', (line, language) => {
		expect(readLanguage(line)).toBe(language);
	});

	test('a line that shows no language is read in that of the lines before', () => {
		expect(readLanguage('ok', ['bom dia', 'haha'])).toBe('portuguese');
		expect(readLanguage('ok', ['bom dia', 'good morning'])).toBe('english');
	});

	test.each([
		['Tomori hello', 'hello'],
		['@Tomori, hello', 'hello'],
		['tomori what is your name?', 'what is your name?'],
		['good morning Tomori!', 'good morning!'],
		['I think so, Tomori.', 'I think so.'],
		['トモリさん、こんにちは', 'こんにちは', 'トモリ'],
		['Tomori', ''],
		['Tomori!', ''],
		['Tomori is cute', 'Tomori is cute'],
		['Tomori is it raining', 'is it raining'],
		['Tomorisaurus', 'Tomorisaurus'],
		['I like Tomori', 'I like Tomori'],
		['hello', 'hello', ''],
	])('%s says %s to her', (line, said, name = 'Tomori') => {
		expect(withoutName(line, name)).toBe(said);
	});
});

const factual: ReadonlySet<Occasion> = new Set(['sum', 'choice', 'note']);

describe('phrase books', () => {
	test.each([
		['English', englishLines],
		['Japanese', japaneseLines],
		['Portuguese', portugueseLines],
	])('every occasion has a phrase in %s that needs nothing but a speaker', (_, lines) => {
		for (const occasion of occasions.filter((candidate) => !factual.has(candidate))) {
			const plain = lines.phrases[occasion].filter((phrase) => !/\{(?!speaker\})/.test(phrase));
			expect(plain, occasion).not.toHaveLength(0);
		}
	});
});

describe('replies', () => {
	test('are never a bare name, whatever is said', () => {
		const reaches = fc.constantFrom(
			'hello',
			'and me?',
			'ok',
			'Tomori',
			'?',
			'うん',
			'e eu?',
			'why',
			'do you remember',
			'名前は？',
		);
		fc.assert(
			fc.property(fc.oneof(reaches, fc.string({ unit: 'grapheme' })), (line) => {
				const words = replyTo(line.replaceAll('\n', ' '))
					.replaceAll('Ellen', '')
					.replace(/\*.*?\*/g, '');
				expect(words.replace(/[^\p{L}]/gu, '').length).toBeGreaterThan(3);
			}),
		);
	});

	test('greet one who calls her by her name, and tell it when asked', () => {
		expect(replyTo('Tomori hello')).toMatch(/\b(?:hello|hi|hey)\b/i);
		expect(replyTo('Tomori hello')).not.toContain('"');
		const named = ['What is your name?', 'Your name?', 'Tomori, do you have a name?', 'how should I call you?'];
		expect(named.filter((line) => replyTo(line).includes('Tomori')).length).toBeGreaterThan(1);
	});

	test('take the thing that is liked for the topic', () => {
		const replies = ['I love rain', 'Tomori I love rain', 'I really love rain!'].map((line) => replyTo(line));
		for (const reply of replies) expect(reply).toMatch(/rain/i);
	});

	test('name a thing from their own side', () => {
		expect(replyTo('my bicycle was stolen')).toMatch(/your bicycle|"my bicycle was stolen"/);
	});
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
