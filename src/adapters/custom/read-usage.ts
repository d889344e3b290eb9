/** The count of a prompt's tokens in an event of a stream. */
import { parseObject } from '#core/text/provider-words';

/** Whatever stands there, unchecked; undefined where nothing does. Some servers send `usage: null` in every chunk. */
export function promptTokensIn(data: string): unknown {
	if (!data.includes('"prompt_tokens"')) return undefined;
	const usage = parseObject(data)?.['usage'];
	return typeof usage === 'object' && usage !== null && 'prompt_tokens' in usage ? usage.prompt_tokens : undefined;
}
