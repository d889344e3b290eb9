/** A prepared prompt as text: first the prompt itself, exactly, then what became of every candidate. */
import type { PreparedPrompt } from '#domain/fitting';
import { requestFacts } from './request-facts.ts';

/** The report's words, already in the reader's language. */
export interface ExportWords {
	readonly title: string;
	readonly model: string;
	readonly input: string;
	readonly approximate: string;
	readonly window: string;
	readonly output: string;
	readonly tools: string;
	readonly media: string;
	readonly included: string;
	readonly excluded: string;
	readonly trimmed: string;
}

const RULE = '='.repeat(24);

/** Begins with the rendered prompt and not with a byte before it. */
export function exportText(prepared: PreparedPrompt, words: ExportWords): string {
	const { codename, prompt, report } = prepared;
	const { tools, media } = requestFacts(prepared);
	const list = (name: string, identities: readonly string[]): readonly string[] => [
		`${name} (${identities.length}):`,
		...identities.map((identity) => `  ${identity}`),
	];
	const approximate = report.approximate ? ` (${words.approximate})` : '';
	return [
		prompt,
		'',
		`${RULE} ${words.title} ${RULE}`,
		`${words.model}: ${codename}`,
		`${words.input}: ${report.inputTokens}${approximate}`,
		`${words.window}: ${report.windowTokens}`,
		`${words.output}: ${report.outputTokensMax}`,
		...(tools.length === 0 ? [] : [`${words.tools}: ${tools.join(', ')}`]),
		...(media === 0 ? [] : [`${words.media}: ${media}`]),
		...list(words.included, report.included),
		...list(
			words.excluded,
			report.excluded.map(({ identity, reason }) => `${identity} (${reason})`),
		),
		...list(words.trimmed, report.trimmed),
		'',
	].join('\n');
}
