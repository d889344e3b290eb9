/** Texts and trigger words in one form, so that every spelling of a word looks alike. */

/** Zero-width spaces, soft hyphens and marks of direction: nobody sees them. */
const UNSEEN = /[\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/g;
/** Ids and addresses: a name inside one is not said by anybody. */
const UNSAID =
	/<(?:a?:\w{1,40}:|@[!&]?|#|\/[^<>:]{1,120}:)\d{1,20}>|\b(?:https?:\/\/|www\.)[^\s<>]+|(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/giu;
/** Stands for what was left out; no word goes on across it. */
const GAP = '\u001F';
const LETTER = /[\p{L}\p{M}]/u;

/** One character, and how often it stands there in a row; only letters come in rows. */
export interface CharacterRun {
	readonly character: string;
	readonly count: number;
}

/** One spelling for width, case, accents and quotes; every white space and underscore is a space. */
function plain(text: string): string {
	const folded = text.normalize('NFKC').replace(UNSEEN, '').toUpperCase().toLowerCase().replaceAll('ς', 'σ');
	return folded
		.normalize('NFC')
		.replace(/[‘’ʼ＇]/g, "'")
		.replace(/[\s_]+/gu, ' ');
}

/** The runs of a text that somebody wrote; linear in its length. */
export function runsOfText(text: string): readonly CharacterRun[] {
	return runsOf(plain(text.replace(UNSAID, GAP)));
}

/** The runs of a trigger word; none for a blank one. */
export function runsOfWord(word: string): readonly CharacterRun[] {
	return runsOf(plain(word).trim());
}

function runsOf(text: string): readonly CharacterRun[] {
	const runs: { character: string; count: number }[] = [];
	for (const character of text) {
		const last = runs.at(-1);
		if (last?.character === character && LETTER.test(character)) last.count += 1;
		else runs.push({ character, count: 1 });
	}
	return runs;
}
