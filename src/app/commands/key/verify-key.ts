/** What stands against storing a key: the provider's word, and the gate of the models it would serve. */
import type { Credential } from '#domain/credential';
import type { Failure } from '#domain/failure';
import { err, type Result } from '#lib/result';
import type { KeyFacts } from '#ports/text-model';
import type { CommandPorts } from '../command-ports.ts';
import { gateRefusal } from '../model-gate.ts';
import type { ModelScope } from '../model-scope.ts';
import { PROVIDER } from '../provider-option.ts';

/** A key, the scope it is for, and the scope's other keys that stay. */
export interface NewKey {
	readonly credential: Credential;
	readonly scope: ModelScope;
	readonly others: readonly Credential[];
	readonly signal: AbortSignal;
}

/**
 * Asks the provider about the key afresh, then checks the scope's active, saved and fallback models against every key
 * that would serve them. A person who has chosen no model is not held to the server's.
 */
export async function verifyKey(key: NewKey, ports: CommandPorts): Promise<Result<KeyFacts, Failure>> {
	const { credential, scope, others, signal } = key;
	const facts = await ports.model.checkCredential(credential, signal);
	if (!facts.ok) return facts;
	const codenames = await modelsToServe(scope, ports);
	const refusal = await gateRefusal({ codenames, keys: [credential, ...others], signal }, ports.model);
	return refusal ? err(refusal) : facts;
}

/**
 * The server's model and fallback models, or those that the person chose. Where a person chose no model the saved row
 * names the one that was inherited when a parameter was saved: no choice.
 */
async function modelsToServe(
	{ kind, key, row, effective }: ModelScope,
	ports: CommandPorts,
): Promise<readonly string[]> {
	const saved = await ports.settings.readSavedProvider(key, PROVIDER);
	const isChosen = kind === 'server' || row.modelCodename !== null;
	const chosen = isChosen ? [effective.modelCodename, ...(saved ? [saved.modelCodename] : [])] : [];
	return [...chosen, ...((kind === 'server' ? effective : row).fallbackModels ?? [])];
}
