/** Finds what a line is about, and quotes it briefly. */

const stopWords = new Set(
	`about after again also always anything because been before being could does doesn done down even every everyone from
	going gonna good great have haven having hello here hers into isn just know like little long look made make many maybe
	mean more most much must need never nothing only other over please really right said same say should some something
	still such sure take talk tell than thank thanks that that's their them then there these they thing things think this
	those through today told tomorrow very want wanna was we'll well were what what's when where which while will with
	without would wouldn yeah yesterday you'd you'll you're your yours
	agora ainda aqui assim cada coisa como depois desse dessa dele dela ela eles essa esse esta este está estou fazer isso
	mais mesmo muito nada não nosso onde para pela pelo porque pode quando quem qual sobre também tenho tudo você vocês
	mim meu minha uma obrigado obrigada
	bash code código count counts função function javascript program python rust script shell snippet typescript write escreve`.split(
		/\s+/,
	),
);

const quoteUnitsMax = 48;
const quoteWordsMax = 8;

/** The longest telling word (or Japanese run) of a line; null when there is none. Names in `except` do not count. */
export function readTopic(line: string, except: readonly string[]): string | null {
	const plain = withoutMarkup(line);
	const names = new Set(except.flatMap((name) => name.toLocaleLowerCase().split(/\s+/)));
	const japanese = plain.match(/[\p{Script=Han}々]+|[\p{Script=Katakana}ー]{2,}/gu) ?? [];
	const words = plain.match(/\p{L}[\p{L}'’-]{3,}/gu) ?? [];
	const candidates = (japanese.length > 0 ? japanese : words).filter((word) => {
		const lower = word.toLocaleLowerCase().replaceAll('’', "'");
		return !stopWords.has(lower) && !names.has(lower);
	});
	return candidates.reduce<string | null>((best, word) => (word.length > (best?.length ?? 0) ? word : best), null);
}

/** The beginning of a line, without markup and without its last punctuation; null when nothing is left. */
export function shorten(line: string): string | null {
	const plain = withoutMarkup(line.split('\n')[0] ?? '').trim();
	const words = plain.split(/\s+/).slice(0, quoteWordsMax).join(' ');
	const characters = [...words].slice(0, quoteUnitsMax).join('');
	const quote = characters.replace(/[\s.,;:!?…。、！？"“”]+$/u, '').replaceAll('"', "'");
	if (quote === '') return null;
	return quote.length < plain.replace(/[\s.,;:!?…。、！？"“”]+$/u, '').length ? `${quote}…` : quote;
}

function withoutMarkup(text: string): string {
	return text
		.replace(/```[\s\S]*?(?:```|$)/g, ' ')
		.replace(/https?:\/\/\S+/g, ' ')
		.replace(/<[@#:a-z][^>]*>/gi, ' ')
		.replace(/[*_~`|>[\]{}]+/g, '');
}
