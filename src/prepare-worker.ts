/** The worker that holds the tokenizer tables and prepares prompts, so that counting never delays the gateway. */
import { loadTokenizer } from '#adapters/tokenizers/load-tokenizer';
import { readManifest } from '#adapters/tokenizers/read-manifest';
import { tokenizerDirectories } from '#adapters/tokenizers/tokenizer-directories';
import { allProfiles, profileOf } from '#core/novelai/profiles/profile-of';
import { requiredFamily, servingFamily, unservedFamilies } from '#core/novelai/profiles/serving-family';
import type { PromptTokenizer } from '#core/novelai/prompt/prompt-tokenizer';
import type { PrepareOrder, PrepareReport } from '#core/novelai/request/prepare-messages';
import { preparePrompt } from '#core/novelai/request/prepare-prompt';
import { hasOversizedRun } from '#core/text/unbroken-run';
import { newEncoder } from '#core/tokenizer/new-encoder';
import { loadedSpecialStrings } from '#core/tokenizer/special-strings';
import { err } from '#lib/result';

declare const self: Worker;

/** Opens a tokenizer for one preparation; its encoder's cache ends with it. */
type OpenTokenizer = () => PromptTokenizer;

async function openers(extraDirectories: readonly string[]): Promise<ReadonlyMap<string, OpenTokenizer>> {
	const manifest = await readManifest();
	const directories = [...tokenizerDirectories(undefined), ...extraDirectories];
	const families = new Set(allProfiles().flatMap((profile) => profile.tokenizerFamilies));
	const found = new Map<string, OpenTokenizer>();
	for (const family of families) {
		const loaded = await loadTokenizer(family, { directories });
		if (!loaded.ok) continue;
		const table = loaded.value;
		const specialStrings = loadedSpecialStrings(manifest, table);
		const { approximate } = table;
		found.set(family, () => ({ counter: newEncoder(table), specialStrings, approximate, hasOversizedRun }));
	}
	return found;
}

function prepare(order: Extract<PrepareOrder, { kind: 'prepare' }>, tokenizers: ReadonlyMap<string, OpenTokenizer>) {
	const profile = profileOf(order.request.codename);
	if (profile === null) return err({ code: 'model-unknown', model: order.request.codename } as const);
	const open = tokenizers.get(servingFamily(profile, (family) => tokenizers.has(family)) ?? '');
	if (open === undefined) return err({ code: 'tokenizer-missing', family: requiredFamily(profile) } as const);
	return preparePrompt(order.request, order.tier, open());
}

function report(message: PrepareReport): void {
	self.postMessage(message);
}

async function start(extraDirectories: readonly string[]): Promise<void> {
	const tokenizers = await openers(extraDirectories);
	const missingFamilies = unservedFamilies((family) => tokenizers.has(family));
	self.onmessage = (event: MessageEvent<PrepareOrder>) => {
		const order = event.data;
		if (order.kind === 'prepare') report({ kind: 'prepared', id: order.id, result: prepare(order, tokenizers) });
	};
	report({ kind: 'ready', missingFamilies });
}

self.onmessage = (event: MessageEvent<PrepareOrder>) => {
	const order = event.data;
	// A start that fails is a broken installation; the thrown error ends the worker, which its client reports.
	if (order.kind === 'start') void start(order.directories);
};
