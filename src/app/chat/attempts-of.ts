/** From a place to the attempts that a turn there may make. */
import { customNameOf } from '#domain/custom-provider';
import type { Failure } from '#domain/failure';
import { providerOf } from '#domain/provider-name';
import { err, ok, type Result } from '#lib/result';
import type { TextModel } from '#ports/text-model';
import { type KeyStores, type OperatorKey, type ServingRoute, servingKeys } from './choose-credential.ts';
import {
	type AttemptPlace,
	isServableBy,
	type PlannedAttempt,
	planAttempts,
	wantedModels,
	wantedVision,
} from './plan-attempts.ts';

/** At least one attempt, or why there is none. */
export async function attemptsOf(
	place: AttemptPlace,
	stores: KeyStores,
	operator: OperatorKey | null,
): Promise<Result<readonly PlannedAttempt[], Failure>> {
	const attempts = planAttempts(await routesOf(place, stores, operator), place);
	return attempts.length > 0 ? ok(attempts) : err(whyNone(place));
}

/** Every scope's keys for every provider whose models it would serve with. */
async function routesOf(
	place: AttemptPlace,
	stores: KeyStores,
	operator: OperatorKey | null,
): Promise<readonly ServingRoute[]> {
	const { workspace, userId } = place;
	const asked = (['personal', 'server'] as const).flatMap((scope) => {
		const models = wantedModels(scope, place).filter((model) => isServableBy(scope, model));
		const vision = wantedVision(scope, place);
		return [
			...models.map(({ codename }) => ({ scope, provider: providerOf(codename) })),
			...(vision === null ? [] : [{ scope: vision.chosenBy, provider: providerOf(vision.codename) }]),
		];
	});
	const wanted = [...new Map(asked.map((each) => [`${each.scope}:${each.provider}`, each])).values()];
	const routes = wanted.map(async ({ scope, provider }) => {
		return { scope, provider, keys: await servingKeys({ scope, workspace, userId, provider }, stores, operator) };
	});
	return (await Promise.all(routes)).filter(({ keys }) => keys.length > 0);
}

/** An endpoint needs no key, so what is missing of it is the endpoint itself. */
function whyNone(place: AttemptPlace): Failure {
	const chosen = wantedModels('server', place)[0]?.codename ?? '';
	if (customNameOf(chosen) !== null) return { code: 'model-unknown', model: chosen };
	return { code: place.workspace.kind === 'direct' ? 'no-key-direct' : 'no-key' };
}

/** The attempts that a persona which another one called may make: none of a provider that wants a person behind each. */
export function withoutPerson(attempts: readonly PlannedAttempt[], model: TextModel): readonly PlannedAttempt[] {
	return attempts.filter(({ route }) => route.keys.every(({ credential }) => !model.needsPerson(credential)));
}

/** Whether any model of the plan reads notes beside what was said; what is read for one is read for all. */
export function readsNotes(attempts: readonly PlannedAttempt[], model: TextModel): boolean {
	return attempts.some(({ route }) => route.keys.some(({ credential }) => model.readsNotes(credential)));
}
