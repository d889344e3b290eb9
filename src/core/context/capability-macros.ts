/** Macros that stand for what the model of one attempt can do (behaviour, section 3.5). */
import type { ModelCapabilities } from '#domain/media-descriptor';

const CONDITION = /\{\{if capability:\s*([\w-]{1,64})\s*\}\}([\s\S]*?)\{\{\/if\}\}/gi;

/** By the words of `/provider`. */
const CAPABILITIES: Readonly<Record<string, keyof ModelCapabilities>> = {
	images: 'seesImages',
	videos: 'seesVideos',
	tools: 'hasTools',
};

/**
 * What is between `{{if capability:images}}`, `videos` or `tools` and `{{/if}}` stays where the model can do that, and else
 * goes, as it does for any other word.
 */
export function resolveCapabilityMacros(text: string, capabilities: ModelCapabilities): string {
	if (!text.includes('{{')) return text;
	return text.replace(CONDITION, (_whole, name: string, body: string) => {
		const capability = Object.hasOwn(CAPABILITIES, name.toLowerCase()) ? CAPABILITIES[name.toLowerCase()] : undefined;
		return capability !== undefined && capabilities[capability] ? body : '';
	});
}
