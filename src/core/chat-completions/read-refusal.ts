/** What servers of many makes say when a prompt is too long for them, or a field of the request is none of theirs. */
import { parseObject, providerWords } from '#core/text/provider-words';

type JsonObject = Readonly<Record<string, unknown>>;

/** What a refusal says of sizes, in tokens; null is what it does not say. */
export interface ContextOverflow {
	/** What prompt and reply may take together. */
	readonly windowTokens: number | null;
	readonly promptTokens: number | null;
}

/** Names of such errors (OpenAI, llama.cpp, LiteLLM), and the words of those that have none. */
const OVERFLOWS: readonly RegExp[] = [
	/exceed_context_size|context_length_exceeded|context_?window_?exceeded/iu,
	/maximum context length|maximum model length|available context size|context length is only|context the overflows|context overflows|>=? ?n_ctx/iu,
	/(?:exceed|longer than|greater than|too (?:long|large) for)[^.]{0,60}(?:context (?:length|size|window)|max_seq_len)/iu,
	/context (?:length|size|window)[^.]{0,40}(?:exceeded|overflow)/iu,
	/prompt is too long|input token count|max_new_tokens.{0,3} must be <=/iu,
];

/** Requests per minute are counted in tokens, too. */
const OF_RATES = /per (?:minute|hour|day)|rate.?limit/iu;

const WINDOW_NUMBERS: readonly RegExp[] = [
	/(?:maximum context length|maximum model length)(?: is| of)?\D{0,6}(\d+)/iu,
	/(?:context length|context size|context window) (?:is only |of only |of |\()(\d+)/iu,
	/n_ctx\D{0,3}(\d+)/iu,
	/(\d+) maximum context length/iu,
	/max_seq_len\D{0,6}(\d+)/iu,
	/must be <= (\d+)/iu,
	/tokens allowed \((\d+)\)/iu,
	/> (\d+) maximum/iu,
];

const PROMPT_NUMBERS: readonly RegExp[] = [
	/(?:request|input) \((\d+) tokens\)/iu,
	/\((\d+) in (?:the|your) (?:messages|prompt)/iu,
	/[ (](\d+) (?:input tokens|tokens from the input|of text input)/iu,
	/(?:messages|prompt) (?:resulted in|contains?) (?:at least )?(\d+)/iu,
	/keep the first (\d+)/iu,
	/n_keep\D{0,3}(\d+)/iu,
	/too long: (\d+)/iu,
	/input token count \((\d+)\)/iu,
	/prompt length\D{0,6}(\d+)/iu,
	/given: (\d+) .?inputs/iu,
];

const words = (body: string): string => providerWords(body).slice(0, wordUnitsMax);

/** As much of a refusal as is looked at, in UTF-16 units. */
const wordUnitsMax = 4_000;

/** Null where it is about something else. */
export function readOverflow(body: string): ContextOverflow | null {
	const said = words(body);
	const error = errorIn(body);
	const text = [said, error['type'], error['code']].filter((part) => typeof part === 'string').join(' ');
	if (OF_RATES.test(text) || !OVERFLOWS.some((pattern) => pattern.test(text))) return null;
	return {
		windowTokens: tokensOf(error['n_ctx']) ?? numberIn(said, WINDOW_NUMBERS),
		promptTokens: tokensOf(error['n_prompt_tokens']) ?? numberIn(said, PROMPT_NUMBERS),
	};
}

const UNWANTED =
	/unsupported|not support|unknown|unrecogni[sz]ed|unexpected|extra (?:inputs?|fields?)|extra_forbidden|not permitted|not allowed|additional propert|deprecated|no such|not a valid (?:field|param)/iu;

/**
 * Which of the fields that were sent is refused, the first that is named; `unnamed` where one is that nobody names, null
 * where the refusal is about something else. A value that is out of bounds is no reason to leave a field out.
 */
export function refusedField(body: string, sent: readonly string[]): string | null {
	const said = words(body);
	const { param } = errorIn(body);
	if (!UNWANTED.test(said)) return null;
	const isNamed = (field: string): boolean => field === param;
	const places = sent.map((field) => ({ field, at: said.search(new RegExp(`\\b${field}\\b`, 'u')) }));
	const first = places.filter(({ at }) => at >= 0).toSorted((left, right) => left.at - right.at)[0];
	return sent.find(isNamed) ?? first?.field ?? (UNNAMED.test(said) ? 'unnamed' : null);
}

const UNNAMED = /(?:unknown|unrecogni[sz]ed|unexpected|extra|additional)\s(?:field|input|param|argument|propert|key)/iu;

function errorIn(body: string): JsonObject {
	const parsed = parseObject(body) ?? {};
	const { error } = parsed;
	return typeof error === 'object' && error !== null ? { ...error } : parsed;
}

function numberIn(text: string, patterns: readonly RegExp[]): number | null {
	for (const pattern of patterns) {
		const found = tokensOf(Number(pattern.exec(text)?.[1]));
		if (found !== null) return found;
	}
	return null;
}

function tokensOf(value: unknown): number | null {
	return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : null;
}
