/** Fetches the bytes of one address, once, with limits. */
import { err, ok, type Result } from '#lib/result';

/** Time until a server must have begun to answer. */
export const connectLimitMs = 3_000;

/** Time for the whole of a download. */
const downloadLimitMs = 180_000;

/** Largest download. */
const downloadBytesMax = 64 * 1_024 * 1_024;

/** Why there are no bytes; `unreachable` when the host gave no answer at all. */
export interface FetchFailure {
	readonly reason: string;
	readonly unreachable: boolean;
}

/** The body of a 200 answer. Does not throw. */
export async function fetchBytes(url: string): Promise<Result<Uint8Array, FetchFailure>> {
	const abort = new AbortController();
	const limit = setTimeout(() => abort.abort(), connectLimitMs);
	let response: Response;
	try {
		response = await fetch(url, { signal: abort.signal });
	} catch (cause) {
		const reason = abort.signal.aborted ? `no answer within ${connectLimitMs / 1_000} s` : causeOf(cause);
		return err({ reason, unreachable: true });
	} finally {
		clearTimeout(limit);
	}
	const whole = setTimeout(() => abort.abort(), downloadLimitMs);
	try {
		if (response.status !== 200) return err({ reason: `status ${response.status}`, unreachable: false });
		return await readBody(response);
	} catch (cause) {
		return err({ reason: `the download broke off (${causeOf(cause)})`, unreachable: false });
	} finally {
		clearTimeout(whole);
		abort.abort();
	}
}

async function readBody(response: Response): Promise<Result<Uint8Array, FetchFailure>> {
	const parts: Uint8Array[] = [];
	let total = 0;
	if (response.body !== null) {
		for await (const part of response.body) {
			total += part.length;
			if (total > downloadBytesMax) return err({ reason: 'the download is too large', unreachable: false });
			parts.push(part);
		}
	}
	return ok(Buffer.concat(parts, total));
}

function causeOf(cause: unknown): string {
	if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string') return cause.code;
	return cause instanceof Error ? cause.message : String(cause);
}
