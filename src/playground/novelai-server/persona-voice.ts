/** Writes the stand-in's replies: short, in the persona's name, from what the prompt holds; the same prompt gives the same reply. */

import { readChoice } from './read-choice.ts';
import { readLanguage, readOccasion, readSum, type VoiceLanguage } from './read-occasion.ts';
import { readScene, type Scene } from './scene-reader.ts';
import { writeSnippet } from './voice-code.ts';
import type { Occasion, VoiceLines } from './voice-lines.ts';
import { englishLines } from './voice-lines-english.ts';
import { japaneseLines } from './voice-lines-japanese.ts';
import { portugueseLines } from './voice-lines-portuguese.ts';
import { readTopic, shorten, withDeterminer } from './voice-topic.ts';
import { withoutName } from './without-name.ts';

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
	const { reply, lines, chance } = speak(scene, prompt, style === 'chat' ? '\n\n' : '\n');
	if (scene.thinks) return `<think>${lines.thought}</think>\n${labelOf(scene)}${reply}`;
	const opening = /\s$|^$/.test(scene.prefill) && scene.prefill !== '' ? '' : ' ';
	if (style === 'chat') return `${opening}${reply}`;
	return `${opening}${reply}\n${scene.last?.speaker ?? lines.somebody}: ${chance.pick(lines.runOn)}\n${scene.personaName}:`;
}

/** The next message of a chat, labelled as the lines above it are; the same seed gives the same words. */
export function writeChatMessage(scene: Scene, seed: string): string {
	const { reply } = speak(scene, seed, '\n\n');
	return scene.prefill === '' ? `${labelOf(scene)}${reply}` : reply;
}

function speak(scene: Scene, seed: string, paragraphBreak: string) {
	const speaker = scene.last?.speaker;
	const own = scene.lines.filter((line) => line.speaker === speaker).map((line) => line.text);
	const heard = withoutName(scene.last?.text ?? '', scene.personaName);
	const lines = books[readLanguage(heard, own.slice(0, -1))];
	const chance = new Chance(seed);
	return { reply: compose({ scene, heard, own, lines, chance, paragraphBreak }), lines, chance };
}

function labelOf({ personaName }: Scene): string {
	return personaName === '' ? '' : `${personaName}: `;
}

const placeholder = /\{(\w+)\}/g;

interface Composition {
	readonly scene: Scene;
	/** The newest line, without the name that it calls the persona by. */
	readonly heard: string;
	/** Everything that the newest line's speaker said. */
	readonly own: readonly string[];
	readonly lines: VoiceLines;
	readonly chance: Chance;
	readonly paragraphBreak: string;
}

/** After these a question or a remark may follow. */
const told: ReadonlySet<Occasion> = new Set(['statement', 'cheer']);
const asked: ReadonlySet<Occasion> = new Set(['question', 'taste', 'likes']);
/** These are about the reply itself and bear no gesture before it. */
const plainlySaid: ReadonlySet<Occasion> = new Set(['code', 'poem', 'sum', 'nothing', 'identity', 'help']);

function compose(parts: Composition): string {
	const { scene, heard, lines, chance, paragraphBreak } = parts;
	const facts = readFacts(parts);
	const occasion = settle(occasionOf(parts), facts);
	const said = scene.lines.filter((line) => line.speaker === scene.personaName).map((line) => line.text);
	const main = chance.pick(usable(lines.phrases[occasion], facts, said));
	const after = told.has(occasion) ? lines.followUps : asked.has(occasion) ? lines.turnBacks : [];
	const sentences = [main];
	const isOpen = !/[?？]$/u.test(main) && after.length > 0;
	if (isOpen && chance.percent(40)) sentences.push(chance.pick(usable(after, facts, said)));
	let reply = sentences.join(facts['joint'] ?? ' ');
	if (!plainlySaid.has(occasion) && chance.percent(20))
		reply = `${chance.pick(usable(lines.actions, facts, said))} ${reply}`;
	if (occasion === 'code') reply = `${reply}\n${writeSnippet(heard, readTopic(heard, [scene.personaName]))}`;
	const introduced = [...said, reply].some((text) => text.includes(lines.introductionMark));
	if (!introduced) return `${reply}${paragraphBreak}${chance.pick(lines.introductions)}`;
	if (isOpen && sentences.length === 1 && chance.percent(20)) {
		return `${reply}${paragraphBreak}${chance.pick(usable(after, facts, said))}`;
	}
	return reply;
}

/** A line that is nothing but her name calls her. */
function occasionOf({ scene, heard }: Composition): Occasion {
	const isCall = !/[\p{L}\p{N}]/u.test(heard) && /[\p{L}\p{N}]/u.test(scene.last?.text ?? '');
	return isCall ? 'called' : readOccasion(heard);
}

type Facts = Readonly<Record<string, string | undefined>>;

function readFacts({ scene, heard, own, lines }: Composition): Facts {
	const speaker = scene.last?.speaker ?? lines.somebody;
	const topic = readTopic(heard, [scene.personaName, speaker]) ?? undefined;
	const liked = /\b(?:likes?|loves?|enjoys?|fond of|collects?)\s+([^.,;\n]{3,40})/i.exec(scene.notes.join('\n'))?.[1];
	const earlier = withoutName(own.at(-3) ?? own.at(-2) ?? '', scene.personaName);
	return {
		speaker,
		name: scene.personaName === '' ? undefined : scene.personaName,
		quote: shorten(heard) ?? undefined,
		topic: topic === undefined ? undefined : withDeterminer(heard, topic),
		liked,
		note: topic === undefined ? undefined : findNote(scene.notes, topic),
		choice: readChoice(heard) ?? undefined,
		sum: readSum(heard) ?? undefined,
		earlier: /[\p{L}\p{N}]/u.test(earlier) ? (shorten(earlier) ?? undefined) : undefined,
		joint: lines === books.japanese ? '' : ' ',
	};
}

function findNote(notes: readonly string[], topic: string): string | undefined {
	const word = topic.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
	const whole = /\p{Script=Latin}/u.test(topic) ? `(?<![\\p{L}])${word}(?![\\p{L}])` : word;
	const wanted = new RegExp(whole, 'iu');
	return notes.find((note, index) => index > 0 && note.length <= 160 && wanted.test(note));
}

/** An occasion that needs a fact the prompt does not hold gives way to a plainer one. */
function settle(occasion: Occasion, facts: Facts): Occasion {
	if ((occasion === 'question' || occasion === 'statement' || occasion === 'earlier') && facts['note'] !== undefined)
		return 'note';
	if (occasion === 'choice' && facts['choice'] === undefined) return 'question';
	return occasion;
}

/** Phrases whose placeholders are all known, filled in; those already used come only when there is no other. */
function usable(phrases: readonly string[], facts: Facts, said: readonly string[]): readonly string[] {
	const known = phrases.filter((phrase) =>
		[...phrase.matchAll(placeholder)].every(([, key]) => facts[key ?? ''] !== undefined),
	);
	const fresh = known.filter((phrase) => !said.some((text) => text.includes(longestLiteral(phrase))));
	const left = fresh.length > 0 ? fresh : known;
	// A phrase that takes up what was said comes before one that would fit anything.
	const near = left.filter((phrase) => /\{(?:topic|quote|liked|note|earlier|name)\}/.test(phrase));
	return (near.length > 0 ? near : left)
		.map((phrase) => phrase.replace(placeholder, (_, key: string) => facts[key] ?? ''))
		.map((phrase) => phrase.charAt(0).toLocaleUpperCase() + phrase.slice(1));
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
