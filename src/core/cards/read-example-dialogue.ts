/** The example dialogue of a card (`mes_example`) as exchanges. */
import type { SampleExchange } from '#domain/persona';

const START_MARK = /^\s*<START>\s*$/gim;

interface Line {
	readonly speaker: 'user' | 'persona';
	readonly text: string;
}

/**
 * Exchanges of a text whose lines begin with `{{user}}:` or `{{char}}:` (or the persona's own name). Further lines
 * belong to whoever spoke last; several lines of one side join; text before the first label is left out.
 */
export function readExampleDialogue(example: string, personaName: string): readonly SampleExchange[] {
	return example.split(START_MARK).flatMap((scene) => exchangesOf(linesOf(scene, personaName)));
}

function linesOf(scene: string, personaName: string): readonly Line[] {
	const lines: Line[] = [];
	for (const row of scene.split(/\r?\n/)) {
		const labelled = labelledLine(row, personaName);
		const previous = lines.at(-1);
		if (labelled) lines.push(labelled);
		else if (previous && row.trim() !== '')
			lines[lines.length - 1] = { ...previous, text: `${previous.text}\n${row.trim()}` };
	}
	return lines;
}

function labelledLine(row: string, personaName: string): Line | null {
	const match = /^\s*([^:：]{1,80})[:：]\s*(.*)$/.exec(row);
	if (!match) return null;
	const label = (match[1] ?? '').trim().toLowerCase();
	const said = (match[2] ?? '').trim();
	if (['{{user}}', '{user}', '<user>', 'you'].includes(label)) return { speaker: 'user', text: said };
	const ownLabels = ['{{char}}', '{char}', '<bot>', personaName.toLowerCase()];
	return ownLabels.includes(label) ? { speaker: 'persona', text: said } : null;
}

function exchangesOf(lines: readonly Line[]): readonly SampleExchange[] {
	const exchanges: SampleExchange[] = [];
	let asked: string | null = null;
	for (const line of lines) {
		if (line.speaker === 'user') {
			asked = asked === null ? line.text : `${asked}\n${line.text}`;
			continue;
		}
		const previous = exchanges.at(-1);
		if (asked === null && previous) {
			exchanges[exchanges.length - 1] = { ...previous, persona: `${previous.persona}\n${line.text}` };
		} else exchanges.push({ user: asked, persona: line.text });
		asked = null;
	}
	return exchanges.filter((exchange) => exchange.persona.trim() !== '');
}
