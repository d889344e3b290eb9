/** Every environment variable, parsed once; the only reader of `process.env`. */
import type { z } from 'zod';
import { misspeltNames } from '#lib/misspelt-names';
import { err, ok, type Result } from '#lib/result';
import { ENV_SCHEMA, SECRET_LENGTH_MIN, SECRET_TOO_SHORT } from './env-schema.ts';

/** The parsed variables, with the numbered secrets gathered by version. */
export interface Env extends z.infer<typeof ENV_SCHEMA> {
	readonly cryptoSecrets: ReadonlyMap<number, string>;
	/** Names that are probably misspelt, each in one sentence. */
	readonly warnings: readonly string[];
	/** The MEMORY and MEMORIES variables. */
	readonly memoryLimits: {
		readonly serverMemoriesMax: number;
		readonly personalMemoriesMax: number;
		readonly charactersMax: number;
	};
	/** What the memory guard judges by: the variables of media and memory. */
	readonly memoryGuard: {
		readonly mediaContextWindow: number;
		readonly limitMb: number | null;
		readonly warningThreshold: number;
		readonly criticalThreshold: number;
		readonly emergencyCooldownMs: number;
	};
	/** The REACTION_CONTEXT variables. */
	readonly reactions: {
		readonly isEnabled: boolean;
		readonly callsMax: number;
		readonly reactionsMax: number;
		readonly usersMax: number;
	};
}

const NUMBERED_SECRET = /^CRYPTO_SECRET_V(\d{1,4})$/;

/** Parses the variables; blank ones count as unset. Every problem is one sentence that begins with its variable's name. */
export function parseEnv(source: Readonly<Record<string, string | undefined>>): Result<Env, readonly string[]> {
	const given = Object.fromEntries(
		Object.entries(source).filter(([, value]) => value !== undefined && value.trim() !== ''),
	);
	const parsed = ENV_SCHEMA.safeParse(given);
	if (!parsed.success) return err(parsed.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}.`));
	const cryptoSecrets = new Map<number, string>();
	if (parsed.data.CRYPTO_SECRET) cryptoSecrets.set(1, parsed.data.CRYPTO_SECRET);
	for (const [name, value] of Object.entries(given)) {
		const version = NUMBERED_SECRET.exec(name)?.[1];
		if (version && value) cryptoSecrets.set(Number(version), value);
	}
	const warnings = warningsAbout(Object.keys(given));
	const problems = secretProblems(parsed.data, cryptoSecrets);
	if (problems.length > 0) return err(problems);
	const reactions = {
		isEnabled: parsed.data.REACTION_CONTEXT_ENABLED,
		callsMax: parsed.data.REACTION_CONTEXT_MAX_API_CALLS_PER_TURN,
		reactionsMax: parsed.data.REACTION_CONTEXT_MAX_REACTIONS_PER_MESSAGE,
		usersMax: parsed.data.REACTION_CONTEXT_MAX_USERS_PER_REACTION,
	};
	const memoryGuard = {
		mediaContextWindow: parsed.data.MEDIA_CONTEXT_WINDOW,
		limitMb: parsed.data.CONTAINER_MEMORY_LIMIT_MB ?? null,
		warningThreshold: parsed.data.MEMORY_WARNING_THRESHOLD,
		criticalThreshold: parsed.data.MEMORY_CRITICAL_THRESHOLD,
		emergencyCooldownMs: parsed.data.EMERGENCY_COOLDOWN_MS,
	};
	const memoryLimits = {
		serverMemoriesMax: parsed.data.MAX_SERVER_MEMORIES,
		personalMemoriesMax: parsed.data.MAX_PERSONAL_MEMORIES,
		charactersMax: parsed.data.MAX_MEMORY_LENGTH,
	};
	return ok({ ...parsed.data, cryptoSecrets, warnings, reactions, memoryLimits, memoryGuard });
}

function secretProblems(env: z.infer<typeof ENV_SCHEMA>, secrets: ReadonlyMap<number, string>): readonly string[] {
	if (env.DATABASE_URL && secrets.size === 0) {
		return ['CRYPTO_SECRET is missing: with DATABASE_URL, set it to a long random text and keep it.'];
	}
	const short = [...secrets].find(([, secret]) => secret.length < SECRET_LENGTH_MIN);
	if (short) return [`CRYPTO_SECRET_V${short[0]} ${SECRET_TOO_SHORT}.`];
	const current = env.CRYPTO_SECRET_CURRENT;
	if (current !== undefined && !secrets.has(current)) {
		return [`CRYPTO_SECRET_CURRENT names version ${current}, which has no secret: set CRYPTO_SECRET_V${current}.`];
	}
	return [];
}

/** A slip would otherwise change nothing, without a word. */
function warningsAbout(names: readonly string[]): readonly string[] {
	const family = { member: NUMBERED_SECRET, beginning: /^CRYPTO_SECRET_/, example: 'CRYPTO_SECRET_V2' };
	const slips = misspeltNames(names, Object.keys(ENV_SCHEMA.shape), family);
	return slips.map(({ name, meant }) => `${name} is no variable of this program and is not read: is ${meant} meant?`);
}

/** The process's own variables, parsed. */
export function readEnv(): Result<Env, readonly string[]> {
	return parseEnv(process.env);
}
