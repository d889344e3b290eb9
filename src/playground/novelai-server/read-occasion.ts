/** Tells what a line asks for and in which language, by plain patterns. */

import { occasionPatterns } from './occasion-patterns.ts';
import type { Occasion } from './voice-lines.ts';

/** Languages the stand-in has a phrase book for. */
export type VoiceLanguage = 'english' | 'japanese' | 'portuguese';

const kana = /[\p{Script=Hiragana}\p{Script=Katakana}ｗ]/u;
/** What Japanese people write without a kana. */
const japaneseWithoutKana = /元気|今日|本当|大丈夫|了解|最高|残念|天気|名前|何歳|何時|誰|暇|草|笑|冗談|俳句/u;
/** One of these is enough; none of them is an English word. */
const portugueseOnly =
	/(?<![\p{L}])(?:não|nao|você|vocês|vc|olá|oi+e?|obrigad[oa]s?|bom dia|boa (?:noite|tarde)|tchau|tudo (?:bem|bom)|valeu|sim|quem|qual|quais|onde|estou|tô|sou|gosto|adoro|odeio|chuva|conta|conte|fala|hoje|muito|meu|minha|seu|sua|teu|tua|isso|uma|piada|história|poema|beleza|blz|legal|talvez|sério|então|também|porque|por ?qu[eê]|como assim|desculp[ae]|até|aí|né|será|posso|pode|consegue|ajuda|que horas|k{3,}|rs(?:rs)+|falou|adeus|tédio|fome|saudades?|triste|cansad[oa]|feliz|engraçado|certo|entendi|claro|e (?:eu|tu)|te amo|nada|mais|continua|quantos|cadê|hein|quanto|cante|canta|código|prazer|vai|vou|fui|tive|foi|que (?:calor|frio|legal|bom|chat[oa]|pena))(?![\p{L}])|[ãõáâêôçíóú]|^o (?=\p{L})/iu;
const portugueseWords =
	/(?<![\p{L}])(?:é|está|tá|que|como|um|para|pra|por|de|da|com|em|na|os|eu|ele|ela|se|o|e)(?![\p{L}])/giu;
const portugueseWordsMin = 2;
/** Words of every language, or of none. */
const anybodysWords =
	/(?<![\p{L}])(?:ok|okay|k+|lol|xd|ha(?:ha)+h?|h+m+|u+h+|wow|ah|oh|test|ping|bot|emoji)(?![\p{L}])/giu;

/** The language a line shows; null when it shows none. */
function shownLanguage(line: string): VoiceLanguage | null {
	if (kana.test(line) || japaneseWithoutKana.test(line)) return 'japanese';
	if (portugueseOnly.test(line)) return 'portuguese';
	const words = line.replace(anybodysWords, ' ').match(/\p{L}+/gu) ?? [];
	const telling = line.match(portugueseWords) ?? [];
	if (
		telling.length >= portugueseWordsMin &&
		telling.length * 3 >= words.length &&
		!/\b(?:the|is|you|i|to|and|of)\b/i.test(line)
	)
		return 'portuguese';
	return words.length > 0 ? 'english' : null;
}

/** The line's language; where it shows none, that of the newest of the `earlier` lines that does; else English. */
export function readLanguage(line: string, earlier: readonly string[] = []): VoiceLanguage {
	for (const text of [line, ...earlier.toReversed()]) {
		const language = shownLanguage(text);
		if (language !== null) return language;
	}
	return 'english';
}

/** Letters that are held down (`hellooo`) count once; laughter is made of such letters. */
function plainly(line: string): string {
	return line
		.replaceAll('’', "'")
		.replace(/<[@#:a-z][^>]*>/gi, ' ')
		.replace(/([a-jl-vxyz])\1{2,}/giu, '$1')
		.replace(/\s+/g, ' ')
		.trim();
}

/** The first pattern that fits; `statement` when none does, `nothing` for a line without a word. */
export function readOccasion(line: string): Occasion {
	const plain = plainly(line);
	if (!/[\p{L}\p{N}]/u.test(plain)) return /^[?？]+$/.test(plain) ? 'unclear' : 'nothing';
	if (readSum(plain) !== null) return 'sum';
	return occasionPatterns.find(([, pattern]) => pattern.test(plain))?.[0] ?? 'statement';
}

const operators: Readonly<Record<string, string>> = {
	plus: '+',
	mais: '+',
	足す: '+',
	'＋': '+',
	minus: '-',
	menos: '-',
	引く: '-',
	times: '*',
	vezes: '*',
	かける: '*',
	x: '*',
	'×': '*',
	'divided by': '/',
	'dividido por': '/',
	割る: '/',
	'÷': '/',
};

/** Result of the first sum in a line, or null; a date is none. */
export function readSum(line: string): string | null {
	const found =
		/(?<![\d./:-])(\d{1,9})\s*([+\-*x×/÷＋]|plus|minus|times|divided by|mais|menos|vezes|dividido por|足す|引く|かける|割る)\s*(\d{1,9})(?![\d/:-])/iu.exec(
			line,
		);
	if (found === null) return null;
	const left = Number(found[1]);
	const right = Number(found[3]);
	const operator = operators[(found[2] ?? '').toLowerCase()] ?? found[2];
	if (operator === '+') return String(left + right);
	if (operator === '-') return String(left - right);
	if (operator === '/') return right === 0 ? null : String(Math.round((left / right) * 100) / 100);
	return String(left * right);
}
