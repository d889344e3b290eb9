/** The example dialogue of a card (`mes_example`) as exchanges. */
import type { SampleExchange } from '#domain/persona';

/** The line that begins another scene, in lower case. */
const sceneStart = '<start>';
/** A longer text before a colon is a sentence, not a label. */
const labelCharactersMax = 80;

type Rows = string[];

interface Line {
	readonly speaker: 'user' | 'persona';
	readonly rows: Rows;
}

/**
 * Exchanges of a text whose lines begin with `{{user}}:` or `{{char}}:` (or the persona's own name). Further lines
 * belong to whoever spoke last; several lines of one side join; text before the first label is left out. Every line is
 * looked at once: the file is a stranger's, and a pattern over all of it could take hours.
 */
export function readExampleDialogue(example: string, personaName: string): readonly SampleExchange[] {
	const exchanges: SampleExchange[] = [];
	let scene: Line[] = [];
	const endScene = (): void => {
		for (const exchange of exchangesOf(scene)) exchanges.push(exchange);
		scene = [];
	};
	for (const row of example.split('\n')) {
		const text = row.trim();
		if (text === '') continue;
		if (text.toLowerCase() === sceneStart) {
			endScene();
			continue;
		}
		const labelled = labelledLine(text, personaName);
		if (labelled) scene.push(labelled);
		else scene.at(-1)?.rows.push(text);
	}
	endScene();
	return exchanges;
}

function labelledLine(text: string, personaName: string): Line | null {
	const end = text.slice(0, labelCharactersMax + 1).search(/[:：]/);
	if (end < 1) return null;
	const label = text.slice(0, end).trim().toLowerCase();
	const said = text.slice(end + 1).trim();
	if (['{{user}}', '{user}', '<user>', 'you'].includes(label)) return { speaker: 'user', rows: [said] };
	const ownLabels = ['{{char}}', '{char}', '<bot>', personaName.toLowerCase()];
	return ownLabels.includes(label) ? { speaker: 'persona', rows: [said] } : null;
}

/** A persona's lines go on with its last answer, unless someone spoke in between. */
function exchangesOf(lines: readonly Line[]): readonly SampleExchange[] {
	const exchanges: { asked: Rows[] | null; said: Rows[] }[] = [];
	let asked: Rows[] | null = null;
	for (const { speaker, rows } of lines) {
		const previous = exchanges.at(-1);
		if (speaker === 'user') {
			if (asked) asked.push(rows);
			else asked = [rows];
		} else if (asked === null && previous) {
			previous.said.push(rows);
		} else {
			exchanges.push({ asked, said: [rows] });
			asked = null;
		}
	}
	return exchanges
		.map((exchange) => ({
			user: exchange.asked?.flat().join('\n') ?? null,
			persona: exchange.said.flat().join('\n'),
		}))
		.filter((exchange) => exchange.persona.trim() !== '');
}
