/** `bun run setup:tokenizers`: puts the tokenizer vocabularies that are missing in place and says what it found. */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readManifest } from '#adapters/tokenizers/read-manifest';
import { projectTokenizersDirectory } from '#adapters/tokenizers/tokenizer-directories';
import type { TokenizerManifest } from '#core/tokenizer/manifest';
import { FailedSources } from './tokenizers/failed-sources.ts';
import { configuredRegistry } from './tokenizers/npm-registry.ts';
import { type ProvisionOutcome, provisionFamily } from './tokenizers/provision-family.ts';

/** The command to run by hand, as every message prints it. */
const setupCommand = 'npx bun@1.4.5 run setup:tokenizers';

/** What the set-up needs from outside; tests give their own. */
export interface SetupOptions {
	readonly manifest: TokenizerManifest;
	readonly directory: string;
	readonly assetDirectory: string | undefined;
	/** JSON file with the failures of earlier runs. */
	readonly failuresFile: string;
	/** The npm registry's address, ending in a slash; asked only when it is needed. */
	readonly registry: () => string;
	/** Only say what is there. */
	readonly check: boolean;
	/** Say nothing but a line for each family fetched or still missing, and leave alone sources that failed a while ago. */
	readonly missing: boolean;
	/** Fetch anew even what is there, and ask every source. */
	readonly force: boolean;
	/** The only family to see to. */
	readonly family: string | undefined;
	readonly print: (line: string) => void;
}

/** Runs the set-up; resolves to the exit code: 0 when every required family is there, 1 when not, 2 for an unknown family. */
export async function setupTokenizers(options: SetupOptions): Promise<number> {
	const wanted = Object.entries(options.manifest.families).filter(
		([family]) => options.family === undefined || family === options.family,
	);
	if (wanted.length === 0) {
		options.print(`No family ${options.family}. Known: ${Object.keys(options.manifest.families).join(', ')}.`);
		return 2;
	}
	const network = { silentHosts: new Set<string>(), registry: options.registry };
	// Whoever runs the set-up by hand may just have plugged the cable in; only the automatic run trusts earlier failures.
	const ignore = options.force || !options.missing;
	const failedSources = new FailedSources(options.failuresFile, { nowMs: Date.now, ignore });
	const outcomes: ProvisionOutcome[] = [];
	for (const [family, definition] of wanted) {
		const outcome = await provisionFamily(family, definition, {
			directory: options.directory,
			assetDirectory: options.assetDirectory,
			network,
			failedSources,
			checkOnly: options.check,
			force: options.force,
			progress: options.missing ? () => undefined : options.print,
		});
		outcomes.push(outcome);
	}
	const lines = options.missing ? missingLines(outcomes, options.manifest) : tableLines(outcomes, options.manifest);
	for (const line of lines) options.print(line);
	return outcomes.some((outcome) => isLacking(outcome, options.manifest)) ? 1 : 0;
}

function isLacking(outcome: ProvisionOutcome, manifest: TokenizerManifest): boolean {
	return outcome.state === 'missing' && manifest.families[outcome.family]?.required === true;
}

function missingLines(outcomes: readonly ProvisionOutcome[], manifest: TokenizerManifest): string[] {
	return outcomes.flatMap((outcome) => {
		if (outcome.state === 'provisioned') return [`Tokenizer ${outcome.family} fetched from ${outcome.from}`];
		if (!isLacking(outcome, manifest)) return [];
		const models = manifest.families[outcome.family]?.models.join(', ') ?? '';
		return [`Tokenizer ${outcome.family} (${models}) is missing. With internet access: ${setupCommand}`];
	});
}

const stateWords: Readonly<Record<ProvisionOutcome['state'], string>> = {
	present: 'present',
	provisioned: 'fetched',
	missing: 'missing',
};

/** A table of what serves which models, and below it what follows from whatever is missing. */
function tableLines(outcomes: readonly ProvisionOutcome[], manifest: TokenizerManifest): string[] {
	const modelsOf = (family: string): string => manifest.families[family]?.models.join(' and ') ?? '';
	const rows = outcomes.map(({ family, state, from }) => {
		const note = manifest.families[family]?.required === false ? ' (optional)' : '';
		return [family, modelsOf(family), `${stateWords[state]}${note}`, from || 'no source gave it'];
	});
	const table = [['tokenizer', 'for the models', 'state', 'where'], ...rows];
	const widths = [0, 1, 2].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
	const notes = outcomes.flatMap((outcome) => {
		if (outcome.state !== 'missing') return [];
		const { family } = outcome;
		if (isLacking(outcome, manifest))
			return [`Without ${family}, ${modelsOf(family)} cannot be used. Run this again with internet access.`];
		return [`${family} is optional: ${modelsOf(family)} can be used without it, with counts that are close.`];
	});
	return [...table.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')), ...notes];
}

async function main(): Promise<number> {
	const { values } = parseArgs({
		options: {
			missing: { type: 'boolean', default: false },
			check: { type: 'boolean', default: false },
			force: { type: 'boolean', default: false },
			family: { type: 'string' },
		},
	});
	return setupTokenizers({
		...values,
		family: values.family,
		manifest: await readManifest(),
		directory: projectTokenizersDirectory(),
		assetDirectory: process.env['TOKENIZER_ASSET_DIR'],
		failuresFile: fileURLToPath(new URL('../node_modules/.cache/tomori/failed-sources.json', import.meta.url)),
		registry: () => configuredRegistry(process.env),
		print: (line) => console.log(line),
	});
}

if (import.meta.main) process.exit(await main());
