/** Names of models that an endpoint lists, while somebody says what it is asked for. */
import { keylessCredential, servingKeys } from '#app/chat/choose-credential';
import type { Credential } from '#domain/credential';
import { type CustomProvider, customCodename, customNameOf } from '#domain/custom-provider';
import { Secret } from '#domain/secret';
import type { AutocompleteQuery, Suggestion } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import { CommandScene } from '../command-scene.ts';
import { scopeOf } from '../model-scope.ts';
import { type ChosenScope, chosenScope } from '../scope-option.ts';
import { readAddress } from './provider-fields.ts';

/** What was typed comes first, since a model need not be listed to be served. */
export async function suggestModelNames(query: AutocompleteQuery, ports: CommandPorts): Promise<readonly Suggestion[]> {
	const typed = query.text.trim();
	const names = await listedNames(query, ports);
	const found = names.filter((name) => name.toLowerCase().includes(typed.toLowerCase()));
	return [...new Set(typed === '' ? found : [typed, ...found])].map((name) => ({ name, value: name }));
}

/** None for whoever may not store the endpoint, and none where no address is known yet. */
async function listedNames(query: AutocompleteQuery, ports: CommandPorts): Promise<readonly string[]> {
	const values = query.values ?? new Map<string, string>();
	const kind = chosenScope({ place: query.place, values });
	if (kind === 'server' && !query.place.canManage) return [];
	const scene = await CommandScene.find(query.place, ports);
	const stored = scene === null ? [] : await ports.customProviders.listProviders(scopeOf(scene, kind).owner);
	const given = (values.get('name') ?? '').trim().toLowerCase();
	const named = stored.find(({ name }) => name.toLowerCase() === (customNameOf(given) ?? given));
	const baseUrl = readAddress(values.get('base_url'), named?.baseUrl ?? '');
	if (baseUrl === null || baseUrl === '') return [];
	// A private address stays as it was accepted; any other is only asked by those who may name it (ruling P6).
	const isAsStored = baseUrl === named?.baseUrl;
	const mayBePrivate = isAsStored ? named.mayBePrivate : ports.ownerIds.has(query.place.userId);
	const { origin } = new URL(baseUrl);
	const atHost = [named, ...stored].find((each) => each !== undefined && new URL(each.baseUrl).origin === origin);
	const credential =
		scene === null || atHost === undefined ? NO_KEY : await keyOf({ scene, kind, provider: atHost }, ports);
	return await ports.modelCatalog.modelsAt({ endpoint: { baseUrl, mayBePrivate }, credential });
}

/** Of an address that no key was ever given to. */
const NO_KEY = { secret: new Secret(''), digest: '' } as const;

interface StoredEndpoint {
	readonly scene: CommandScene;
	readonly kind: ChosenScope;
	readonly provider: CustomProvider;
}

/** A key stays with its host, and so serves every endpoint of the scope there. */
async function keyOf(
	{ scene, kind, provider: endpoint }: StoredEndpoint,
	ports: CommandPorts,
): Promise<Pick<Credential, 'secret' | 'digest'>> {
	const { workspace, userId } = scene;
	const provider = customCodename(endpoint.name);
	const keys = await servingKeys({ scope: kind, workspace, userId, provider }, ports, ports.operator);
	return keys[0]?.credential ?? keylessCredential({ owner: scopeOf(scene, kind).owner, endpoint, provider });
}
