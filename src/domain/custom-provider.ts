/** A chat endpoint of somebody's own choice. */
import type { ModelCapabilities } from '#domain/media-descriptor';

/** What is stored of an OpenAI-compatible endpoint, its key apart (ruling P6). */
export interface CustomProvider {
	/** Unique in its scope ignoring case: 1 to 32 letters, digits, `-` and `_`. */
	readonly name: string;
	/** Without a trailing slash; `/chat/completions` is appended, after `/v1` where it does not end in a version. */
	readonly baseUrl: string;
	/** As the endpoint knows it. */
	readonly model: string;
	/** Tokens that prompt and reply share. */
	readonly windowTokens: number;
	/** The longest reply, in tokens. */
	readonly outputTokensMax: number;
	readonly capabilities: ModelCapabilities;
	/** Set by the application's owner, who alone may name private addresses. */
	readonly mayBePrivate: boolean;
}

/** Of custom providers; lengths in characters. */
export const CUSTOM_PROVIDER_LIMITS = {
	perScopeMax: 10,
	nameMax: 32,
	baseUrlMax: 300,
	modelMax: 200,
	windowTokensMin: 512,
	windowTokensMax: 2_000_000,
	windowTokensDefault: 8_192,
	outputTokensMin: 16,
	outputTokensMax: 131_072,
	outputTokensDefault: 1_024,
} as const;

const PREFIX = 'custom:';

/** Its codename among models, and its name among providers of keys: `custom:ollama`. */
export function customCodename(name: string): string {
	return `${PREFIX}${name.toLowerCase()}`;
}

/** The name behind such a codename, or null for any other. */
export function customNameOf(codename: string): string | null {
	return codename.startsWith(PREFIX) ? codename.slice(PREFIX.length) : null;
}

/** Such as `v1`, `v1beta` or `v4`, as the last part of a base URL's path. */
const VERSION = /\/v\d+[a-z0-9]*$/iu;

/** The address of one of its routes, such as `/chat/completions`: below the base URL, and below `/v1` unless that ends in a version. */
export function customUrl({ baseUrl }: Pick<CustomProvider, 'baseUrl'>, route: `/${string}`): string {
	const base = baseUrl.replace(/\/+$/u, '');
	return `${base}${VERSION.test(base) ? '' : '/v1'}${route}`;
}
