/** Tells what a line asks for and in which language, by plain patterns. */

import type { Occasion } from './voice-lines.ts';

/** Languages the stand-in has a phrase book for. */
export type VoiceLanguage = 'english' | 'japanese' | 'portuguese';

const portugueseWords =
	/(?<![\p{L}])(?:não|você|vocês|olá|oi|obrigad[oa]|está|é|que|como|uma?|tudo|bom dia|boa noite|quem|qual|por favor|para|meu|minha)(?![\p{L}])/giu;
const portugueseOnly = /(?<![\p{L}])(?:não|você|olá|obrigad[oa]|bom dia|boa noite|tchau|tudo bem)(?![\p{L}])|[ãõ]/iu;

/** English unless the line clearly is not. */
export function readLanguage(line: string): VoiceLanguage {
	if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(line)) return 'japanese';
	if (portugueseOnly.test(line) || (line.match(portugueseWords)?.length ?? 0) >= 2) return 'portuguese';
	return 'english';
}

const patterns: readonly (readonly [Occasion, RegExp])[] = [
	[
		'identity',
		/\b(?:who|what) are you\b|\bare you (?:a |an |really |the )*(?:bot|ai|human|real|person|model|novelai)|\bstand-?in\b|\bquem é você|\bvocê é (?:um |uma )?(?:bot|robô|ia|real|humano)|誰(?:です|なの|？|\?)|何者|人間(?:です|なの)|(?:ボット|AI)(?:です|なの)/iu,
	],
	['code', /\bcode\b|\bfunction\b|\bscript\b|\bsnippet\b|\bprogram\b|\bcódigo\b|\bfunção\b|コード|関数|プログラム/iu],
	['sum', /\d+\s*[+\-*x×/]\s*\d+/u],
	['name', /\bmy name\b|\bwho am i\b|\bmeu nome\b|\bquem sou eu\b|(?:私|僕|俺)の名前/iu],
	['earlier', /\bremember\b|\bearlier\b|\bdid i (?:say|tell)\b|\blembra\b|覚えて/iu],
	['joke', /\bjoke\b|\bfunny\b|\bpiada\b|冗談|ジョーク/iu],
	['story', /\bstory\b|\btale\b|\bhistória\b|物語|お話/iu],
	['choice', /\p{L}{2,}\s+(?:or|ou)\s+\p{L}{2,}[^?]*\?|それとも/iu],
	['thanks', /\bthank(?:s| you)\b|\bobrigad[oa]\b|\bvaleu\b|ありがと/iu],
	[
		'farewell',
		/\bgood ?night\b|\bbye\b|\bsee you\b|\btchau\b|\bboa noite\b|\baté (?:mais|logo)\b|おやすみ|またね|さようなら/iu,
	],
	[
		'greeting',
		/^\W*(?:hi|hello|hey|good (?:morning|evening|afternoon)|oi|olá|bom dia|boa tarde)\b|こんにちは|こんばんは|おはよう|やあ/iu,
	],
	['low', /\b(?:sad|tired|exhausted|lonely|awful|terrible day|bad day|triste|cansad[oa])\b|悲しい|疲れ|つらい/iu],
	['question', /[?？]|(?:です|ます)か[。\s]*$/u],
	['cheer', /[!！]\s*$/u],
];

/** The first pattern that fits; `statement` when none does, `nothing` for a line without a word. */
export function readOccasion(line: string): Occasion {
	if (!/[\p{L}\p{N}]/u.test(line)) return 'nothing';
	return patterns.find(([, pattern]) => pattern.test(line))?.[0] ?? 'statement';
}

/** Result of the first sum in a line, or null. */
export function readSum(line: string): string | null {
	const found = /(\d{1,9})\s*([+\-*x×/])\s*(\d{1,9})/u.exec(line);
	if (found === null) return null;
	const left = Number(found[1]);
	const right = Number(found[3]);
	if (found[2] === '+') return String(left + right);
	if (found[2] === '-') return String(left - right);
	if (found[2] === '/') return right === 0 ? null : String(Math.round((left / right) * 100) / 100);
	return String(left * right);
}
