/** Writes the stand-in's replies: short, in the persona's name, from what the prompt holds; the same prompt gives the same reply. */

import { readLanguage, readOccasion, readSum, type VoiceLanguage } from './read-occasion.ts';
import { readScene, type Scene } from './scene-reader.ts';
import { writeSnippet } from './voice-code.ts';
import type { Occasion, VoiceLines } from './voice-lines.ts';
import { englishLines } from './voice-lines-english.ts';
import { japaneseLines } from './voice-lines-japanese.ts';
import { portugueseLines } from './voice-lines-portuguese.ts';
import { readTopic, shorten } from './voice-topic.ts';

const books: Readonly<Record<VoiceLanguage, VoiceLines>> = {
	english: englishLines,
	japanese: japaneseLines,
	portuguese: portugueseLines,
};

/**
 * The text after the prompt, as a model would write it: with the space after `Name:`, with thoughts when they are asked
 * for, and for story models with the next speaker's line, which a stop is expected to cut off.
 */
export function writeReply(prompt: string, style: 'chat' | 'story'): string {
	const scene = readScene(prompt, style);
	const line = scene.last?.text ?? '';
	const lines = books[readLanguage(line)];
	const chance = new Chance(prompt);
	const reply = compose({ scene, lines, chance, paragraphBreak: style === 'chat' ? '\n\n' : '\n' });
	if (scene.thinks) {
		const label = scene.personaName === '' ? '' : `${scene.personaName}: `;
		return `<think>${lines.thought}</think>\n${label}${reply}`;
	}
	const opening = /\s$|^$/.test(scene.prefill) && scene.prefill !== '' ? '' : ' ';
	if (style === 'chat') return `${opening}${reply}`;
	const speaker = scene.last?.speaker ?? lines.somebody;
	return `${opening}${reply}\n${speaker}: ${chance.pick(lines.runOn)}\n${scene.personaName}:`;
}

const placeholder = /\{(\w+)\}/g;

interface Composition {
	readonly scene: Scene;
	readonly lines: VoiceLines;
	readonly chance: Chance;
	readonly paragraphBreak: string;
}

function compose(parts: Composition): string {
	const { scene, lines, chance, paragraphBreak } = parts;
	const facts = readFacts(scene, lines);
	const occasion = settle(readOccasion(scene.last?.text ?? ''), facts);
	const said = scene.lines.filter((line) => line.speaker === scene.personaName).map((line) => line.text);
	const main = chance.pick(usable(lines.phrases[occasion], facts, said));
	const sentences = [main];
	const chatty = occasion === 'statement' || occasion === 'question' || occasion === 'cheer';
	if (chatty && chance.percent(45)) sentences.push(chance.pick(usable(lines.followUps, facts, said)));
	let reply = sentences.join(facts['joint'] ?? ' ');
	if (occasion !== 'code' && chance.percent(25)) reply = `${chance.pick(usable(lines.actions, facts, said))} ${reply}`;
	if (occasion === 'code') reply = `${reply}\n${writeSnippet(scene.last?.text ?? '', facts['topic'] ?? null)}`;
	const introduced = [...said, reply].some((text) => text.includes(lines.introductionMark));
	if (!introduced) return `${reply}${paragraphBreak}${chance.pick(lines.introductions)}`;
	if (chatty && sentences.length === 1 && chance.percent(20)) {
		return `${reply}${paragraphBreak}${chance.pick(usable(lines.followUps, facts, said))}`;
	}
	return reply;
}

type Facts = Readonly<Record<string, string | undefined>>;

function readFacts(scene: Scene, lines: VoiceLines): Facts {
	const text = scene.last?.text ?? '';
	const speaker = scene.last?.speaker ?? lines.somebody;
	const topic = readTopic(text, [scene.personaName, speaker]) ?? undefined;
	const own = scene.lines.filter((line) => line.speaker === speaker).map((line) => line.text);
	const choices = /([\p{L}\p{N}][\p{L}\p{N}' -]*?)\s+(?:or|ou)\s+([\p{L}\p{N}][\p{L}\p{N}' -]*)\?/iu.exec(text);
	const liked = /\b(?:likes?|loves?|enjoys?|fond of|collects?)\s+([^.,;\n]{3,40})/i.exec(scene.notes.join('\n'))?.[1];
	return {
		speaker,
		name: scene.personaName === '' ? undefined : scene.personaName,
		quote: shorten(text) ?? undefined,
		topic,
		liked,
		note: topic === undefined ? undefined : findNote(scene.notes, topic),
		choice: choices === null ? undefined : lastWords(choices[text.length % 2 === 0 ? 1 : 2] ?? ''),
		sum: readSum(text) ?? undefined,
		earlier: shorten(own.at(-3) ?? own.at(-2) ?? '') ?? undefined,
		joint: lines === books.japanese ? '' : ' ',
	};
}

function findNote(notes: readonly string[], topic: string): string | undefined {
	const wanted = topic.toLocaleLowerCase();
	return notes.find((note, index) => index > 0 && note.length <= 160 && note.toLocaleLowerCase().includes(wanted));
}

function lastWords(text: string): string {
	return text.trim().split(/\s+/).slice(-2).join(' ');
}

/** An occasion that needs a fact the prompt does not hold gives way to a plainer one. */
function settle(occasion: Occasion, facts: Facts): Occasion {
	if ((occasion === 'question' || occasion === 'statement') && facts['note'] !== undefined) return 'note';
	if (occasion === 'sum' && facts['sum'] === undefined) return 'question';
	if (occasion === 'choice' && facts['choice'] === undefined) return 'question';
	if (occasion === 'earlier')
		return facts['note'] !== undefined ? 'note' : facts['earlier'] === undefined ? 'question' : occasion;
	return occasion;
}

/** Phrases whose placeholders are all known, filled in; those already used come only when there is no other. */
function usable(phrases: readonly string[], facts: Facts, said: readonly string[]): readonly string[] {
	const known = phrases.filter((phrase) =>
		[...phrase.matchAll(placeholder)].every(([, key]) => facts[key ?? ''] !== undefined),
	);
	const fresh = known.filter((phrase) => !said.some((text) => text.includes(longestLiteral(phrase))));
	const filled = (fresh.length > 0 ? fresh : known)
		.map((phrase) => phrase.replace(placeholder, (_, key: string) => facts[key] ?? ''))
		.map((phrase) => phrase.charAt(0).toLocaleUpperCase() + phrase.slice(1));
	return filled.length > 0 ? filled : [facts['speaker'] ?? ''];
}

/** What of a phrase is the same whatever fills it. */
function longestLiteral(phrase: string): string {
	return phrase.split(/\{\w+\}/).reduce((best, part) => (part.length > best.length ? part : best), '');
}

/** Chance that a text decides: FNV-1a seeds a small generator. */
class Chance {
	#state: number;

	constructor(seed: string) {
		let hash = 0x811c9dc5;
		for (let index = 0; index < seed.length; index += 1) hash = Math.imul(hash ^ seed.charCodeAt(index), 0x01000193);
		this.#state = hash >>> 0;
	}

	percent(share: number): boolean {
		return this.#next() * 100 < share;
	}

	pick(choices: readonly string[]): string {
		return choices[Math.floor(this.#next() * choices.length)] ?? '';
	}

	#next(): number {
		this.#state = (this.#state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	}
}
