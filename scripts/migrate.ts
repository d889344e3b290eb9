/** Brings the database up to date and closes it again; the bot does the same at its start. */
import { openDatabase } from '#adapters/postgres/connect';
import type { Log, LogFields } from '#ports/log';

function line(fields: LogFields, message: string): void {
	console.log(message, JSON.stringify(fields));
}

const log: Log = { debug: line, info: line, warn: line, error: line };

/** Blank variables count as unset. */
function variable(name: string): string | null {
	return process.env[name]?.trim() || null;
}

const databaseUrl = variable('DATABASE_URL');
const opened = await openDatabase(databaseUrl ? { databaseUrl } : { dataDir: variable('DATA_DIR') ?? './data' }, log);
if (!opened.ok) {
	console.error(opened.error.sentence);
	process.exit(1);
}
await opened.value.close();
console.log(`The ${opened.value.kind} database is up to date.`);
process.exit(0);
