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
	love loves like likes enjoy hate hates think thinks believe feel feels hope seem seems wonder wondered want wants need
	needs know knows explain come comes came gets give gives gave find found help helps work works happen happens happened
	start show shows read play does can't won't isn't aren't it's i'm i've i'll that's let's here's there's don't doesn't
	didn't haven't couldn't shouldn't wasn't often never ever quite enough away back best better ready sorry sure nice fine
	cool true wrong right hard easy happy glad tired hungry cold warm live lives
	gosto gosta adoro amo odeio acho quero preciso estava estão esta estas estes esses foram tinha vamos sabe sabia fico
	ficar tenho acha quer gostar gostei ontem amanhã sempre nunca alguma algum outro outra outros outras onde como bem
	mal bom boa legal quantos quanto será seria fala conta deve pouco que lembra lembrar acha
	私 僕 俺 君 今日 昨日 明日 今 何 誰 好 嫌 大好 本当 時 人 事 思 言 行 見 食 教 話 元気 気 一番 最近 中 方 前 後 持 作 書 買 来 知
	bash code código count counts função function javascript program python rust script shell snippet typescript write escreve`.split(
		/\s+/,
	),
);

const quoteUnitsMax = 48;
const quoteWordsMax = 8;

/** Verbs of liking and their like, whose object is what the line is about. */
const object =
	/(?<![\p{L}])(?:about|sobre|like|likes|love|loves|enjoy|hate|prefer|adore|want|need|got|bought|made|found|lost|explain|acha|amo|adoro|odeio|detesto|quero|preciso|comprei|fiz|achei|perdi|gosta|gosto|curto)(?![\p{L}])(?: (?:to|more|some|the|an?|my|your|our|his|her|this|that|these|those|all|of|really|de|do|da|dos|das|um|uma|o|os|as|meu|minha|muito|mais|new|old|big|small|little))* (\p{L}[\p{L}'-]+)/iu;
/** A noun follows a word of these, most of the time. */
const afterDeterminer =
	/(?<![\p{L}])(?:the|an?|my|your|our|his|her|their|this|these|those|some|uma?|o|os|as|meu|minha|seu|sua|nosso|nossa|esse|essa)(?: (?:new|old|big|red|small|little|good|bad|own|first|last|novo|nova|velho|velha|very|really|so))* (\p{L}[\p{L}'-]{2,})/giu;
/** Verbs and adverbs by their look: fit to be a topic only when there is nothing else. */
const restless = /(?:ed|ing|ly|ando|endo|indo|mente|aram|iram)$/iu;

/** What a line is about, in a word (or a Japanese run); null when none tells. Names in `except` do not count. */
export function readTopic(line: string, except: readonly string[]): string | null {
	const plain = withoutMarkup(line).replaceAll('’', "'");
	const names = new Set(except.flatMap((name) => name.toLocaleLowerCase().split(/\s+/)));
	const tells = (word: string | undefined): word is string =>
		word !== undefined && !stopWords.has(word.toLocaleLowerCase()) && !names.has(word.toLocaleLowerCase());
	const japanese =
		plain.match(
			/[\p{Script=Han}々]{2,}|[\p{Script=Han}](?=[がはをもとにのでや、？?。！!]|って|$)|[\p{Script=Katakana}ー]{2,}/gu,
		) ?? [];
	if (japanese.length > 0) return longest(japanese.filter(tells));
	const nouns = [object.exec(plain)?.[1], ...[...plain.matchAll(afterDeterminer)].map((found) => found[1])];
	const noun = nouns.find(tells);
	if (noun !== undefined) return noun;
	const words = (plain.match(/\p{L}[\p{L}'-]{3,}/gu) ?? []).filter(tells);
	return longest(words.filter((word) => !restless.test(word)));
}

/** How the one who answers says the other's determiner. */
const turned: Readonly<Record<string, string>> = {
	the: 'the',
	a: 'the',
	an: 'the',
	my: 'your',
	our: 'your',
	your: 'my',
	his: 'his',
	her: 'her',
	their: 'their',
	o: 'o',
	os: 'os',
	as: 'as',
	um: 'o',
	uma: 'a',
	meu: 'seu',
	minha: 'sua',
	nosso: 'seu',
	nossa: 'sua',
	seu: 'meu',
	sua: 'minha',
};

/** The topic with what stands before it in the line, as the one who answers would say it: `my cat` gives `your cat`. */
export function withDeterminer(line: string, topic: string): string {
	const before = line.slice(0, line.indexOf(topic)).trimEnd();
	const word = /(?:^|\s)(\p{L}+)$/u.exec(before)?.[1]?.toLowerCase();
	const mine = word === undefined ? undefined : turned[word];
	return mine === undefined ? topic : `${mine} ${topic}`;
}

function longest(words: readonly string[]): string | null {
	return words.reduce<string | null>((best, word) => (word.length >= (best?.length ?? 0) ? word : best), null);
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
