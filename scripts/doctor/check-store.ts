/** Checks the data folder, the database, its migrations, and whether what is stored there can be used. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openSecretBox } from '#adapters/crypto/open-secret-box';
import { openDatabase } from '#adapters/postgres/connect';
import { inspectVisionModels } from '#adapters/postgres/inspect-vision-models';
import type { OpenDatabase } from '#adapters/postgres/open-database';
import { inspectCredentials } from '#adapters/postgres/rotate-credentials';
import { systemClock } from '#adapters/system/system-clock';
import type { Log } from '#ports/log';
import type { Env } from '../../src/env.ts';
import { type Finding, fine, problem, unchecked } from './finding.ts';

const FOLDER = 'data folder';
const DATABASE = 'database';
const MIGRATIONS = 'migrations';
const SECRET = 'crypto secret';
const VISION = 'vision models';

/** The embedded store is opened under its folder's lock, as every tool does (ruling P3); a bot that runs is left alone. */
export async function checkStore(env: Env, log: Log): Promise<readonly Finding[]> {
	const folder = env.DATABASE_URL ? fine(FOLDER, 'not needed with DATABASE_URL') : checkFolder(env.DATA_DIR);
	if (folder.state === 'problem')
		return [folder, ...waiting('the data folder', [DATABASE, MIGRATIONS, SECRET, VISION])];
	const location = env.DATABASE_URL ? { databaseUrl: env.DATABASE_URL } : { dataDir: env.DATA_DIR, clock: systemClock };
	const opened = await openDatabase(location, log);
	if (!opened.ok) {
		const { code, sentence } = opened.error;
		const rest = waiting('the database', [SECRET, VISION]);
		if (code === 'migration-failed') {
			return [folder, fine(DATABASE, 'answers'), problem(MIGRATIONS, sentence), ...rest];
		}
		return [folder, problem(DATABASE, sentence), ...waiting('the database', [MIGRATIONS]), ...rest];
	}
	try {
		const kind = opened.value.kind === 'postgres' ? 'Postgres answers' : `the embedded one in ${env.DATA_DIR} opens`;
		const upToDate = fine(MIGRATIONS, 'the tables are up to date');
		const { value } = opened;
		return [folder, fine(DATABASE, kind), upToDate, await checkSecret(env, value), await checkVision(value)];
	} finally {
		await opened.value.close();
	}
}

function waiting(what: string, checks: readonly string[]): readonly Finding[] {
	return checks.map((check) => unchecked(check, `${what} comes first`));
}

function checkFolder(dataDir: string): Finding {
	const probe = join(dataDir, '.doctor');
	try {
		mkdirSync(dataDir, { recursive: true });
		writeFileSync(probe, '');
		rmSync(probe);
		return fine(FOLDER, `${dataDir} can be written to`);
	} catch (error) {
		const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
		return problem(
			FOLDER,
			`${dataDir} cannot be written to (${code}): give it to the user that runs the bot, or name another one with DATA_DIR.`,
		);
	}
}

async function checkSecret(env: Env, { db }: OpenDatabase): Promise<Finding> {
	const box = openSecretBox({
		secrets: env.cryptoSecrets,
		currentVersion: env.CRYPTO_SECRET_CURRENT ?? null,
		dataDir: env.DATABASE_URL ? null : env.DATA_DIR,
	});
	if (!box.ok) return problem(SECRET, box.error);
	try {
		const { current, rotated, unreadableVersions } = await inspectCredentials(db, box.value);
		if (unreadableVersions.length === 0) return fine(SECRET, `opens all ${current + rotated} stored keys`);
		const versions = [...new Set(unreadableVersions)].sort((one, other) => one - other).join(', ');
		return problem(
			SECRET,
			`${unreadableVersions.length} stored keys cannot be decrypted: put back the secret of version ${versions} (CRYPTO_SECRET, CRYPTO_SECRET_V<n> or DATA_DIR/crypto-secret), or set those keys anew.`,
		);
	} catch {
		return problem(SECRET, 'the stored keys could not be read: is the database well?');
	}
}

/** A choice stays when its endpoint goes, so that adding it again mends it. */
async function checkVision({ db }: OpenDatabase): Promise<Finding> {
	try {
		const { chosen, gone, blind } = await inspectVisionModels(db);
		if (chosen === 0) return fine(VISION, 'none is chosen; /behavior set name: vision_model has one look at pictures');
		if (gone + blind === 0) return fine(VISION, `all ${chosen} that are chosen see pictures`);
		return problem(
			VISION,
			`of ${chosen} chosen ones ${gone} are no endpoint any more and ${blind} are not said to see pictures: /provider add or edit with images: yes, or /behavior set name: vision_model value: default.`,
		);
	} catch {
		return problem(VISION, 'the settings could not be read: is the database well?');
	}
}
