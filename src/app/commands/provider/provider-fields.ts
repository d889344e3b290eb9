/** Reads what people say of an endpoint. */
import type { MessageKey } from '#core/i18n/locales/en';
import type { MessageParameters } from '#core/i18n/translate';
import { CUSTOM_PROVIDER_LIMITS, type CustomProvider } from '#domain/custom-provider';
import { TEXT_ONLY } from '#domain/media-descriptor';
import { err, ok, type Result } from '#lib/result';

/** Why nothing was stored, as a message. */
export interface ProviderRefusal {
	readonly key: MessageKey;
	readonly parameters: MessageParameters;
}

/** What is said of an endpoint, and where it may lead is not asked yet. */
export type ProviderFields = Omit<CustomProvider, 'mayBePrivate'>;

const LIMITS = CUSTOM_PROVIDER_LIMITS;
const NAME = new RegExp(`^[A-Za-z0-9_-]{1,${LIMITS.nameMax}}$`);
const WHOLE_NUMBER = /^\d{1,7}$/;

/** What a new endpoint has where nothing is said. */
const NEW_PROVIDER: ProviderFields = {
	name: '',
	baseUrl: '',
	model: '',
	windowTokens: LIMITS.windowTokensDefault,
	outputTokensMax: LIMITS.outputTokensDefault,
	capabilities: TEXT_ONLY,
};

/** The options of a command over `before`, or over the defaults of a new endpoint; everything or nothing. */
export function readProviderFields(
	values: ReadonlyMap<string, string>,
	before: ProviderFields | null,
): Result<ProviderFields, ProviderRefusal> {
	const old = before ?? NEW_PROVIDER;
	const name = before?.name ?? values.get('name')?.trim() ?? '';
	if (!NAME.test(name)) return refused('answer.provider-name-shape', { count: LIMITS.nameMax });
	const baseUrl = readAddress(values.get('base_url'), old.baseUrl);
	if (baseUrl === null) return refused('answer.provider-address-shape', { count: LIMITS.baseUrlMax });
	const model = values.get('model')?.trim() ?? old.model;
	if (model === '' || model.length > LIMITS.modelMax) {
		return refused('answer.provider-model-shape', { count: LIMITS.modelMax });
	}
	const windowTokens = readCount(values.get('window'), old.windowTokens, WINDOW);
	if (windowTokens === null) return refused('answer.provider-number', { name: 'window', ...WINDOW });
	const outputTokensMax = readCount(values.get('output_limit'), old.outputTokensMax, OUTPUT);
	if (outputTokensMax === null) return refused('answer.provider-number', { name: 'output_limit', ...OUTPUT });
	if (outputTokensMax >= windowTokens) return refused('answer.provider-output-window', {});
	const capabilities = {
		seesImages: readChoice(values.get('images'), old.capabilities.seesImages),
		seesVideos: readChoice(values.get('videos'), old.capabilities.seesVideos),
		hasTools: readChoice(values.get('tools'), old.capabilities.hasTools),
	};
	return ok({ name, baseUrl, model, windowTokens, outputTokensMax, capabilities });
}

const WINDOW = { min: LIMITS.windowTokensMin, max: LIMITS.windowTokensMax } as const;
const OUTPUT = { min: LIMITS.outputTokensMin, max: LIMITS.outputTokensMax } as const;

function refused(key: MessageKey, parameters: MessageParameters): Result<never, ProviderRefusal> {
	return err({ key, parameters });
}

/** Without a trailing slash and without the path that is appended; null for what is no address of a web server. */
export function readAddress(text: string | undefined, old: string): string | null {
	if (text === undefined) return old;
	const url = URL.parse(text.trim());
	if (url === null || !['http:', 'https:'].includes(url.protocol)) return null;
	// A name and password would be shown by `/provider list`, and a query, an empty one too, would swallow the path.
	if (url.username !== '' || url.password !== '' || /[?#]/.test(url.href)) return null;
	const baseUrl = url.href
		.replace(/\/+$/, '')
		.replace(/\/chat\/completions$/, '')
		.replace(/\/+$/, '');
	return baseUrl.length <= LIMITS.baseUrlMax ? baseUrl : null;
}

function readCount(
	text: string | undefined,
	old: number,
	{ min, max }: { readonly min: number; readonly max: number },
): number | null {
	if (text === undefined) return old;
	const trimmed = text.trim();
	const count = WHOLE_NUMBER.test(trimmed) ? Number(trimmed) : Number.NaN;
	return count >= min && count <= max ? count : null;
}

function readChoice(text: string | undefined, old: boolean): boolean {
	return text === undefined ? old : text === 'yes';
}
