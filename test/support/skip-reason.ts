/** Tells why a test was skipped, for the closing lines of a run: from its name, else from what its file asks for. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Something that a test may need and this machine may lack. */
interface Need {
	readonly words: string;
	/** How the names of tests tell it. */
	readonly inName: RegExp;
	/** How the conditions in test files tell it. */
	readonly inFile: RegExp;
	readonly isHere: () => boolean;
}

const tokenizers = join(import.meta.dirname, '..', '..', 'tokenizers');

function hasVocabulary(family: string): boolean {
	const manifest = JSON.parse(readFileSync(join(tokenizers, 'manifest.json'), 'utf8')) as {
		families: Record<string, { file: string }>;
	};
	const file = manifest.families[family]?.file ?? '';
	return [tokenizers, process.env['TOKENIZER_ASSET_DIR'] ?? ''].some(
		(folder) => folder !== '' && existsSync(join(folder, file)),
	);
}

const needs: readonly Need[] = [
	{
		words: 'DISCORD_OPENAPI',
		inName: /DISCORD_OPENAPI|OpenAPI/,
		inFile: /discordOpenapiAvailable/,
		isHere: () => existsSync(process.env['DISCORD_OPENAPI'] ?? ''),
	},
	{
		words: "Erato's exact tokenizer (npx bun@1.4.5 run setup:tokenizers)",
		inName: /llama3nai|erato/i,
		inFile: /llama3nai/,
		isHere: () => hasVocabulary('llama3nai'),
	},
	{
		words: "GLM's tokenizer (npx bun@1.4.5 run setup:tokenizers)",
		inName: /glm/i,
		inFile: /GLM_AVAILABLE|HAS_GLM|glmIsProvisioned|COUNTED_MODELS|glm46/,
		isHere: () => hasVocabulary('glm46'),
	},
	{
		words: 'a Postgres server',
		inName: /postgres|database/i,
		inFile: /socketDir|hasPostgres|postgres/,
		isHere: () => false,
	},
];

/** A test that was skipped. */
export interface SkippedTest {
	readonly name: string;
	/** The text of its file. */
	readonly fileText: string;
}

/** What the test needs and this machine lacks, as words after "need"; null when nothing tells. */
export function skipReason({ name, fileText }: SkippedTest): string | null {
	const lacking = needs.filter((need) => !need.isHere());
	const found = lacking.find(({ inName }) => inName.test(name)) ?? lacking.find(({ inFile }) => inFile.test(fileText));
	return found?.words ?? null;
}

/** One line with the count of each reason, the largest first; `null` stands for tests that tell none. */
export function skipSummary(reasons: readonly (string | null)[]): string {
	const counts = new Map<string | null, number>();
	for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
	const parts = [...counts]
		.sort((left, right) => right[1] - left[1])
		.map(([reason, count]) => {
			if (reason === null) return `${count} not meant for this machine or run`;
			return `${count} ${count === 1 ? 'needs' : 'need'} ${reason}`;
		});
	return `${reasons.length} skipped: ${parts.join(', ')}`;
}
