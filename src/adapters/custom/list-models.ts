/** `GET /v1/models`: what an endpoint says it serves. */
import { parseObject } from '#core/text/provider-words';
import { RequestGuard, type Timer } from '#lib/request-guard';
import { viaAddress } from '#lib/via-address';

/** Large services list some hundreds of models. */
const modelsMax = 1_000;
const nameCharactersMax = 200;
const bodyBytesMax = 4_000_000;

/** Where and how long to ask. */
export interface ListModelsOptions {
	readonly url: string;
	/** The address to connect to; null asks for the name's. */
	readonly address: string | null;
	readonly headers: Readonly<Record<string, string>>;
	readonly after: Timer;
	/** For the whole answer. */
	readonly timeoutMs: number;
}

/** The names, in the endpoint's order and each once; none when it does not say. Never throws. */
export async function listModels(options: ListModelsOptions, signal: AbortSignal): Promise<readonly string[]> {
	const guard = new RequestGuard(options.after, signal);
	try {
		guard.arm(options.timeoutMs);
		const { url, init, headers: named } = viaAddress(options.url, options.address);
		const headers = { ...options.headers, ...named };
		const sent = fetch(url, { ...init, headers, redirect: 'manual', signal: guard.signal });
		const response = await guard.until(sent);
		return response.ok ? namesIn(await readBody(response, guard)) : [];
	} catch {
		return [];
	} finally {
		guard.close();
	}
}

async function readBody(response: Response, guard: RequestGuard): Promise<string> {
	const decoder = new TextDecoder();
	const reader = response.body?.getReader();
	let text = '';
	while (reader) {
		const { done, value } = await guard.until(reader.read());
		text += decoder.decode(value, { stream: !done });
		if (done) break;
		if (text.length > bodyBytesMax) return '';
	}
	return text;
}

function namesIn(body: string): readonly string[] {
	const list = parseObject(body)?.['data'];
	if (!Array.isArray(list)) return [];
	const names = list.flatMap((entry: unknown) => {
		const id = typeof entry === 'object' && entry !== null && 'id' in entry ? entry.id : null;
		return typeof id === 'string' && isName(id) ? [id] : [];
	});
	return [...new Set(names)].slice(0, modelsMax);
}

/** What can be chosen: options come without white space around them, and on one line. */
function isName(id: string): boolean {
	return id !== '' && id.length <= nameCharactersMax && id.trim() === id && !/\p{Cc}/u.test(id);
}
