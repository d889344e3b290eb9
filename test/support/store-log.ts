/** A log that keeps its lines for a test to look at. */
import type { Log, LogFields } from '#ports/log';

/** One line as it was written. */
export interface RecordedLine {
	readonly level: 'debug' | 'info' | 'warn' | 'error';
	readonly fields: LogFields;
	readonly message: string;
}

/** A `Log` whose lines stay in `lines`. */
export interface RecordingLog extends Log {
	readonly lines: readonly RecordedLine[];
}

/** An empty log. */
export function recordingLog(): RecordingLog {
	const lines: RecordedLine[] = [];
	const at = (level: RecordedLine['level']) => (fields: LogFields, message: string) => {
		lines.push({ level, fields, message });
	};
	return { lines, debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}
