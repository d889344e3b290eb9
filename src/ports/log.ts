/** The operator's log. */

/** Facts beside a log line; never message texts, never secrets. */
export type LogFields = Readonly<Record<string, unknown>>;

/** Writes one structured line per call. */
export interface Log {
	debug(fields: LogFields, message: string): void;
	info(fields: LogFields, message: string): void;
	warn(fields: LogFields, message: string): void;
	error(fields: LogFields, message: string): void;
}
