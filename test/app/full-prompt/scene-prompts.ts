/** The scene's prompts as readable text. */
import { composeTurn } from '#app/chat/compose-prompt';
import { mediaToLoad } from '#core/media/media-budget';
import { preparePrompt } from '#core/novelai/request/prepare-prompt';
import type { StructuredContextItem } from '#domain/context-item';
import type { PreparedPrompt } from '#domain/fitting';
import type { MediaOutcomes } from '#domain/loaded-media';
import type { ModelCapabilities } from '#domain/media-descriptor';
import { ok } from '#lib/result';
import { sha256Hex } from '#lib/sha256';
import { openCustomModel } from '../../adapters/custom/endpoint.ts';
import { wordTokenizer } from '../../core/novelai/conversation.ts';
import { credentialOf, REQUEST, type SceneVariant, sceneFacts } from './scene.ts';

/** What is asked of a model of this kind. */
export function composed(variant: SceneVariant) {
	return composeTurn(sceneFacts(variant), { ...REQUEST, ...variant.request }).prompt;
}

/** What a custom provider would be sent. */
export async function customPrompt(variant: SceneVariant): Promise<PreparedPrompt> {
	const { capabilities } = variant;
	const prompt = composed(variant);
	const media = loaded(prompt.items, capabilities);
	const prepared = await openCustomModel().prepare({ ...prompt, media }, credentialOf(capabilities));
	if (!prepared.ok) throw new Error(prepared.error.code);
	return prepared.value;
}

/** What NovelAI would be sent. */
export async function novelaiPrompt(variant: SceneVariant, codename: string): Promise<PreparedPrompt> {
	const prepared = preparePrompt({ ...composed(variant), codename }, 'opus', await wordTokenizer());
	if (!prepared.ok) throw new Error(prepared.error.code);
	return prepared.value;
}

function loaded(items: readonly StructuredContextItem[], capabilities: ModelCapabilities): MediaOutcomes {
	const picture = (name: string) => {
		const bytes = Buffer.from(`the bytes of ${name}`);
		const sizes = { sizeBytes: bytes.length, widthPixels: 64, heightPixels: 64 };
		return ok({ mimeType: 'image/png', base64: bytes.toString('base64'), sha256: sha256Hex(bytes), ...sizes });
	};
	return new Map(mediaToLoad(items, capabilities).map(({ uri, fileName }) => [uri, picture(fileName ?? uri)]));
}

/** Every item under its tag, role and identity; what completion models read instead stands below. */
export function itemsText(items: readonly StructuredContextItem[]): string {
	return items.map(itemText).join('\n');
}

function itemText(item: StructuredContextItem): string {
	const { tag, role, identity, text, completionText, completionEntries = [], mediaDescriptors = [] } = item;
	const media = mediaDescriptors.map(
		({ kind, mediaId, fileName, withinWindow }) =>
			`<${kind} ${mediaId} ${fileName ?? ''}${withinWindow ? '' : ' outside the window'}>`,
	);
	const projected = completionText === undefined || text.endsWith(`: ${completionText}`) ? [] : [`~ ${completionText}`];
	const entries = completionEntries.map((entry) => `~ ${entry.identity}: ${entry.text}`);
	return [`=== ${tag} (${role}) ${identity}`, ...media, text, ...projected, ...entries, ''].join('\n');
}

/** The messages, and what is sent beside them. */
export function customText({ prompt, body }: PreparedPrompt): string {
	const tools = (body['tools'] ?? []) as readonly { readonly function: { readonly name: string } }[];
	const beside = { tools: tools.map((tool) => tool.function.name), stop: body['stop'] ?? [] };
	return `${prompt}\n\n=== beside the messages\n${JSON.stringify(beside, null, 2)}\n`;
}
