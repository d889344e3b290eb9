/** The log of REST exchanges that tests read and the contract check validates. */
import type { UploadedFile } from './read-body.ts';

/** One request and its answer. */
export interface Exchange {
	readonly method: string;
	/** The path after `/api/v10`, still encoded. */
	readonly path: string;
	readonly query: string;
	readonly body: unknown;
	readonly multipart: boolean;
	readonly files: readonly UploadedFile[];
	readonly headers: Readonly<Record<string, string>>;
	readonly atMs: number;
	/** The status of the answer; null while there is none, 0 when the connection was cut. */
	status: number | null;
	answer: unknown;
	/** The kind of fault that met the request; null for none. */
	fault: string | null;
	/** False when no handler ran. */
	executed: boolean;
}
