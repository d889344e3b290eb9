/** Takes the persona's name off a line that calls her by it, as a mention at its beginning or end does. */

/** A name in front of these is what the sentence is about. */
const goesOn =
	/^(?:'s\b|’s\b|(?:is|was|has|had|looks|seems|likes|loves|and|or|é|está|gosta|e|ou)(?![\p{L}])(?!.*[?？])(?! (?:it|he|she|they|this|that|there|anyone|anybody)(?![\p{L}]))|[はがのをにもとへ])/iu;
/** A name behind these is what the sentence is about. */
const reachesFor =
	/(?<![\p{L}])(?:like|love|hate|miss|meet|see|know|about|is|am|are|be|was|to|for|with|from|and|or|of|than|call|called|name's|de|do|da|é|sou|com|para|pra|por|e|ou|amo|adoro|sobre|a|o)$/iu;
const trailingWordsMax = 4;

/** The line without the name; empty when nothing else was said. */
export function withoutName(line: string, name: string): string {
	const trimmed = line.trim();
	if (name === '') return trimmed;
	const lower = trimmed.toLocaleLowerCase();
	const called = name.toLocaleLowerCase();
	const leading = ['@', ''].find((mark) => lower.startsWith(mark + called));
	if (leading !== undefined) {
		const rest = trimmed
			.slice(leading.length + name.length)
			.replace(/^(?:さん|ちゃん|くん|-?(?:san|chan))(?![\p{L}])/iu, '');
		const isWord = /^\p{L}/u.test(rest) && /[\p{Script=Latin}]$/u.test(name) && /^[\p{Script=Latin}]/u.test(rest);
		const said = rest.replace(/^[\s,.:;!、。：！–-]+/u, '');
		if (!isWord && !goesOn.test(said)) return /^[\s,.:;!、。：！–-]*$/u.test(rest) ? '' : withoutTrailing(said, called);
	}
	return withoutTrailing(trimmed, called);
}

function withoutTrailing(line: string, called: string): string {
	const end = /[\s?!.。！？…~♪]*$/u.exec(line)?.[0] ?? '';
	const body = line.slice(0, line.length - end.length);
	const address = new RegExp(`[\\s,、，]+@?${escaped(called)}(?:さん|ちゃん|-?san|-?chan)?$`, 'iu').exec(body);
	if (address === null) return line;
	const before = body.slice(0, address.index);
	const isAddress = /^[\s]*[,、，]/u.test(address[0]) || /[!?.。！？]$/u.test(before);
	const isShort = before.split(/\s+/).length <= trailingWordsMax && !reachesFor.test(before);
	return isAddress || isShort ? `${before}${end.trim()}` : line;
}

function escaped(text: string): string {
	return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
