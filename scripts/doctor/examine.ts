/** Runs every check of the doctor. */
import type { Log } from '#ports/log';
import { type Env, parseEnv } from '../../src/env.ts';
import { checkDiscord } from './check-discord.ts';
import { checkOperatorKey, checkTokenizers } from './check-models.ts';
import { checkStore } from './check-store.ts';
import { type Finding, findingLine, fine, problem } from './finding.ts';

const VARIABLES = 'variables';

const silent = (): void => {};
const quietLog: Log = { debug: silent, info: silent, warn: silent, error: silent };

/** What the doctor says. */
export interface Examination {
	/** One line a check. */
	readonly lines: readonly string[];
	readonly isWell: boolean;
}

/** Nothing of it needs Discord's gateway, so it may run beside the bot where the database is a server. */
export async function examine(source: Readonly<Record<string, string | undefined>>): Promise<Examination> {
	const env = parseEnv(source);
	const findings = env.ok
		? [...checkVariables(env.value), ...(await checkAll(env.value))]
		: env.error.map((sentence) => problem(VARIABLES, `${sentence} The other checks need it.`));
	const secrets = env.ok ? secretsOf(env.value) : [];
	const isWell = findings.every(({ state }) => state === 'ok');
	return { lines: findings.map((finding) => findingLine(finding, secrets)), isWell };
}

function checkVariables({ warnings }: Env): readonly Finding[] {
	return warnings.length === 0
		? [fine(VARIABLES, 'all can be read')]
		: warnings.map((warning) => problem(VARIABLES, warning));
}

async function checkAll(env: Env): Promise<readonly Finding[]> {
	const [store, tokenizers, discord, key] = await Promise.all([
		checkStore(env, quietLog),
		checkTokenizers(env, quietLog),
		checkDiscord(env),
		checkOperatorKey(env),
	]);
	return [...discord, ...store, tokenizers, key];
}

function secretsOf(env: Env): readonly string[] {
	return [env.DISCORD_TOKEN, env.NOVELAI_API_KEY ?? '', ...env.cryptoSecrets.values()];
}
