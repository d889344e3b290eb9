/** What the operator's commands share: their variables, their log, and the store that the variables name. */
import { openDatabase } from '#adapters/postgres/connect';
import type { OpenDatabase } from '#adapters/postgres/open-database';
import type { Log, LogFields } from '#ports/log';

function line(fields: LogFields, message: string): void {
	console.error(message, JSON.stringify(fields));
}

/** For trouble alone, on the error stream. */
export const operatorLog: Log = { debug: line, info: line, warn: line, error: line };

/** Ends the command with a sentence for the operator. */
export function endWith(sentence: string): never {
	console.error(sentence);
	process.exit(1);
}

/** Blank variables count as unset. */
export function variable(name: string): string | null {
	return process.env[name]?.trim() || null;
}

const numberedSecret = /^CRYPTO_SECRET_V(\d{1,4})$/;

/** What the variables give, by version, as the bot reads them: to the last space, and CRYPTO_SECRET_V1 before CRYPTO_SECRET. */
export function secretsByVersion(): Map<number, string> {
	const given = Object.entries(process.env).filter(([, value]) => value !== undefined && value.trim() !== '');
	const numbered = given.flatMap(([name, value = '']) => {
		const version = numberedSecret.exec(name)?.[1];
		return version === undefined ? [] : [[Number(version), value] as const];
	});
	const first = given.flatMap(([name, value = '']) => (name === 'CRYPTO_SECRET' ? [[1, value] as const] : []));
	return new Map([...first, ...numbered]);
}

/** Opens, and brings up to date, the store that DATABASE_URL or DATA_DIR names; the embedded one's folder is locked. */
export async function openOperatorStore(): Promise<OpenDatabase> {
	const databaseUrl = variable('DATABASE_URL');
	const location = databaseUrl ? { databaseUrl } : { dataDir: variable('DATA_DIR') ?? './data' };
	const opened = await openDatabase(location, operatorLog);
	if (!opened.ok) endWith(opened.error.sentence);
	return opened.value;
}
