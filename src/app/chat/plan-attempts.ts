/** Which models a turn tries, over whose keys, in which order. */
import { resolveSettings } from '#core/settings/resolve-settings';
import type { Failure, FailureCode } from '#domain/failure';
import type { EffectiveSettings } from '#domain/settings';
import type { ServingRoute } from './choose-credential.ts';
import type { TurnPlace } from './gather-place.ts';

/** One attempt at a turn's reply. */
export interface PlannedAttempt {
	readonly route: ServingRoute;
	/** Of the scope that serves, with the attempt's own model. */
	readonly settings: EffectiveSettings;
	/** True for every model but the route's first: it runs on its own defaults. */
	readonly isFallback: boolean;
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

/** For each route its chosen model and then its fallback models, each model once. */
export function planAttempts(routes: readonly ServingRoute[], place: TurnPlace): readonly PlannedAttempt[] {
	return routes.flatMap((route) => {
		const settings = settingsOf(route, place);
		const models = new Set([settings.modelCodename, ...settings.fallbackModels]);
		return [...models].map((modelCodename, index) => {
			return { route, settings: { ...settings, modelCodename }, isFallback: index > 0 };
		});
	});
}

/**
 * What people chose for themselves serves with their own key, not at the expense of a server; a direct conversation is
 * the person's own place in any case.
 */
function settingsOf(route: ServingRoute, { workspace, scopes }: TurnPlace): EffectiveSettings {
	const isOwn = route.scope === 'personal' || workspace.kind === 'direct';
	return resolveSettings(scopes, isOwn ? 'personal' : 'server');
}
