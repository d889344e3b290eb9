/** What stands against storing a key: the provider's word, and the gate of the models it would serve. */
import type { Credential } from '#domain/credential';
import type { Failure } from '#domain/failure';
import { providerOf } from '#domain/provider-name';
import type { SettingsRow } from '#domain/settings';
import { err, type Result } from '#lib/result';
import type { KeyFacts } from '#ports/text-model';
import type { CommandPorts } from '../command-ports.ts';
import type { CommandScene } from '../command-scene.ts';
import { gateRefusal } from '../model-gate.ts';
import type { ModelScope } from '../model-scope.ts';

/** A key, the scope it is for, and the scope's other keys that stay. */
export interface NewKey {
	readonly scene: CommandScene;
	readonly credential: Credential;
	readonly scope: ModelScope;
	readonly others: readonly Credential[];
	readonly signal: AbortSignal;
}

/**
 * Asks the provider about the key afresh, then checks the scope's active, saved and fallback models against every key
 * that would serve them. A person who has chosen no model is not held to the server's. Fails with `model-unknown` where
 * the key's endpoint went away, or to another host, meanwhile: the key was given to the one that was asked.
 */
export async function verifyKey(key: NewKey, ports: CommandPorts): Promise<Result<KeyFacts, Failure>> {
	const { credential, others, signal } = key;
	const facts = await ports.model.checkCredential(credential, signal);
	if (!facts.ok) return facts;
	if (!(await isStillThere(credential, ports))) return err({ code: 'model-unknown', model: credential.provider });
	const codenames = (await modelsToServe(key, ports)).filter((model) => providerOf(model) === credential.provider);
	const refusal = await gateRefusal({ codenames, keys: [credential, ...others], signal }, ports.model);
	return refusal ? err(refusal) : facts;
}

async function isStillThere(
	{ endpoint, owner }: Credential,
	{ customProviders }: Pick<CommandPorts, 'customProviders'>,
): Promise<boolean> {
	if (endpoint === undefined || owner.kind === 'operator') return true;
	const now = await customProviders.findProvider(owner, endpoint.name);
	return now !== null && new URL(now.baseUrl).origin === new URL(endpoint.baseUrl).origin;
}

/**
 * The server's models, or those that the person chose; in a direct conversation what holds there, whichever scope chose
 * it. Where a person chose no model the saved row names the one that was inherited when a parameter was saved: no choice.
 */
async function modelsToServe(
	{ scene, scope, credential: { provider } }: NewKey,
	ports: CommandPorts,
): Promise<readonly string[]> {
	const isChosen = scope.kind === 'server' || scope.row.modelCodename !== null;
	const saved = isChosen ? await ports.settings.readSavedProvider(scope.key, provider) : null;
	const { modelCodename, fallbackModels } = holding(scene, scope);
	return [modelCodename, saved?.modelCodename ?? null, ...(fallbackModels ?? [])].filter((model) => model !== null);
}

function holding(scene: CommandScene, scope: ModelScope): Pick<SettingsRow, 'modelCodename' | 'fallbackModels'> {
	if (scene.workspace.kind === 'direct') return scene.settings;
	return scope.kind === 'server' ? scope.effective : scope.row;
}
