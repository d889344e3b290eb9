/** Which models a turn tries, over whose keys, in which order. */
import { resolveSettings } from '#core/settings/resolve-settings';
import { capabilitiesOf } from '#domain/credential';
import { customNameOf } from '#domain/custom-provider';
import type { Failure, FailureCode } from '#domain/failure';
import { providerOf } from '#domain/provider-name';
import type { EffectiveSettings } from '#domain/settings';
import type { ServingRoute, ServingScope } from './choose-credential.ts';
import type { TurnPlace } from './gather-place.ts';

/** What a plan depends on. */
export type AttemptPlace = Pick<TurnPlace, 'workspace' | 'userId' | 'settings' | 'scopes'>;

/** One attempt at a turn's reply. */
export interface PlannedAttempt {
	readonly route: ServingRoute;
	/** Of the scope that serves, with the attempt's own model. */
	readonly settings: EffectiveSettings;
	/** True for every model but the scope's chosen one: it runs on its own defaults. */
	readonly isFallback: boolean;
	/** The endpoint that looks at pictures for this model; absent where none is chosen, or it sees nothing. */
	readonly vision?: ServingRoute;
}

/** Failures that no other model and no other key would mend, or that are not the provider's. */
const FINAL: ReadonlySet<FailureCode> = new Set([
	'no-key',
	'no-key-direct',
	'empty-reply',
	'turn-timeout',
	'content-intent-missing',
	'discord-unreachable',
	'discord-forbidden',
	'discord-gone',
	'discord-removed',
	'discord-slowmode',
	'discord-blocked',
	'discord-write-limit',
	'discord-edit-limit',
	'discord-rejected',
	'database-unavailable',
	'internal-error',
]);

/** Whether the next attempt may follow. */
export function mayTryAnother(failure: Failure): boolean {
	return !FINAL.has(failure.code);
}

/** A model that a scope would serve with. */
export interface WantedModel {
	readonly codename: string;
	readonly isFallback: boolean;
	/** Whose choice it is: a custom provider is known only in the scope that chose it. */
	readonly chosenBy: ServingScope;
}

/** A scope's chosen model and then its fallback models, each once. */
export function wantedModels(scope: ServingScope, place: AttemptPlace): readonly WantedModel[] {
	const { modelCodename, fallbackModels } = settingsOf(scope, place);
	const own = isOwn(scope, place) ? place.scopes.user : null;
	const chosenBy = (value: unknown): ServingScope => (value === null || value === undefined ? 'server' : 'personal');
	return [...new Set([modelCodename, ...fallbackModels])].map((codename, index) => {
		const choice = index === 0 ? own?.modelCodename : own?.fallbackModels;
		return { codename, isFallback: index > 0, chosenBy: chosenBy(choice) };
	});
}

/** The model that looks at pictures for those of a scope; null where none is chosen. In direct messages both scopes are one person's. */
export function wantedVision(scope: ServingScope, place: AttemptPlace): WantedModel | null {
	const codename = settingsOf(scope, place).visionModel;
	if (codename === null) return null;
	const own = isOwn(scope, place) ? (place.scopes.user?.visionModel ?? null) : null;
	const vision: WantedModel = { codename, isFallback: false, chosenBy: own === null ? 'server' : 'personal' };
	return place.workspace.kind === 'direct' || isServableBy(scope, vision) ? vision : null;
}

/** Whether a scope has any business with a model: another scope's endpoints are not asked in its name. */
export function isServableBy(scope: ServingScope, { codename, chosenBy }: WantedModel): boolean {
	return customNameOf(codename) === null || chosenBy === scope;
}

/**
 * The person's own attempts and then the workspace's, where it may answer for them; the other way round where what the
 * workspace chose is nothing that the person's own keys can reach, so that their fallback models do not come before it.
 */
export function planAttempts(routes: readonly ServingRoute[], place: AttemptPlace): readonly PlannedAttempt[] {
	const own = attemptsIn('personal', routes, place);
	const shared = attemptsIn('server', routes, place);
	if (own.length === 0) return shared;
	if (!place.settings.personalServerFallback) return own;
	const isLed = own[0]?.isFallback === true && wantedModels('personal', place)[0]?.chosenBy === 'server';
	return isLed ? [...shared, ...own] : [...own, ...shared];
}

function attemptsIn(
	scope: ServingScope,
	routes: readonly ServingRoute[],
	place: AttemptPlace,
): readonly PlannedAttempt[] {
	const settings = settingsOf(scope, place);
	const vision = visionRoute(scope, routes, place);
	return wantedModels(scope, place).flatMap((model) => {
		const { codename: modelCodename, isFallback } = model;
		const provider = providerOf(modelCodename);
		const route = routes.find((each) => each.scope === scope && each.provider === provider);
		if (route === undefined || !isServableBy(scope, model)) return [];
		return [{ route, settings: { ...settings, modelCodename }, isFallback, ...(vision === null ? {} : { vision }) }];
	});
}

function visionRoute(scope: ServingScope, routes: readonly ServingRoute[], place: AttemptPlace): ServingRoute | null {
	const wanted = wantedVision(scope, place);
	if (wanted === null) return null;
	const provider = providerOf(wanted.codename);
	const route = routes.find((each) => each.scope === wanted.chosenBy && each.provider === provider);
	const [key] = route?.keys ?? [];
	return route !== undefined && key !== undefined && capabilitiesOf(key.credential).seesImages ? route : null;
}

/**
 * What people chose for themselves serves with their own key, not at the expense of a server; a direct conversation is
 * the person's own place in any case.
 */
function settingsOf(scope: ServingScope, place: AttemptPlace): EffectiveSettings {
	return resolveSettings(place.scopes, isOwn(scope, place) ? 'personal' : 'server');
}

function isOwn(scope: ServingScope, { workspace }: AttemptPlace): boolean {
	return scope === 'personal' || workspace.kind === 'direct';
}
