/** The operator's log on standard output, one JSON line an event, with secrets blotted out. */
import pino from 'pino';
import type { Log } from '#ports/log';
import { errorFacts } from './error-facts.ts';
import { scrubSecrets } from './scrub-secrets.ts';

/** How the log is opened. */
export interface LogOptions {
	readonly level: string;
	/** Exact secrets of this process, whatever their shape. */
	readonly secrets: readonly string[];
	/** Where lines go; standard output unless given. */
	readonly destination?: { write(line: string): void };
}

const REDACTED_PATHS = ['authorization', 'token', 'secret', 'key', '*.authorization', '*.token', '*.secret', '*.key'];

/**
 * Opens the log. Named paths are redacted and, since a secret can also hide in a message or an error, every finished
 * line is scrubbed before it is written.
 */
export function openLog(options: LogOptions): Log {
	const logger = pino(
		{
			level: options.level,
			base: null,
			timestamp: pino.stdTimeFunctions.isoTime,
			redact: { paths: REDACTED_PATHS, censor: '[redacted]' },
			serializers: { error: errorFacts, err: errorFacts },
			hooks: { streamWrite: (line) => scrubSecrets(line, options.secrets) },
		},
		options.destination ?? pino.destination({ dest: 1, sync: true }),
	);
	return {
		debug: (fields, message) => logger.debug(fields, message),
		info: (fields, message) => logger.info(fields, message),
		warn: (fields, message) => logger.warn(fields, message),
		error: (fields, message) => logger.error(fields, message),
	};
}
