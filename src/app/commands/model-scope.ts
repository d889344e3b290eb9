/** The scope that a command about models or keys acts on, with what it holds. */
import { servingKeys } from '#app/chat/choose-credential';
import { resolveSettings } from '#core/settings/resolve-settings';
import type { Credential } from '#domain/credential';
import { type EffectiveSettings, EMPTY_SETTINGS_ROW, type ModelChoice, type SettingsRow } from '#domain/settings';
import type { CommandInvocation } from '#ports/command';
import type { CredentialScope } from '#ports/credential-store';
import type { ModelScopeKey } from '#ports/settings-store';
import type { ModelDescription } from '#ports/text-model';
import type { CommandPorts } from './command-ports.ts';
import type { CommandScene } from './command-scene.ts';
import { offeredModels } from './model/offered-models.ts';
import { type ChosenScope, chosenScope } from './scope-option.ts';

/** A scope as it is stored now. */
export interface ModelScope {
	readonly kind: ChosenScope;
	readonly key: ModelScopeKey;
	readonly owner: CredentialScope;
	/** The scope's own row. */
	readonly row: SettingsRow;
	/** What holds when this scope serves. */
	readonly effective: EffectiveSettings;
}

/** The chosen scope, or null when the asker may not change it. */
export function modelScope(scene: CommandScene, invocation: CommandInvocation): ModelScope | null {
	const kind = chosenScope(invocation);
	if (kind === 'server' && !invocation.place.canManage) return null;
	return scopeOf(scene, kind);
}

/** A scope by its kind. */
export function scopeOf(scene: CommandScene, kind: ChosenScope): ModelScope {
	const { workspace, userId, scopes } = scene;
	if (kind === 'personal') {
		const row = scopes.user ?? EMPTY_SETTINGS_ROW;
		const owner = { kind: 'personal', userId } as const;
		return { kind, key: { scope: 'user', userId }, owner, row, effective: scene.settings };
	}
	const effective = resolveSettings({ server: scopes.server, channel: null, persona: null, user: null });
	const owner = { kind: 'server', serverId: workspace.id } as const;
	const key = { scope: 'server', serverId: workspace.id } as const;
	return { kind, key, owner, row: scopes.server ?? EMPTY_SETTINGS_ROW, effective };
}

/** One scope's keys for one provider. */
export interface ScopeKeys {
	readonly scope: ModelScope;
	readonly provider: string;
}

/**
 * The keys that would serve the scope: a person's own, or every enabled one of the workspace. In a direct conversation
 * both scopes are the same person's, so each of their keys serves either.
 */
export async function keysOf(
	{ scope, provider }: ScopeKeys,
	scene: CommandScene,
	ports: CommandPorts,
): Promise<readonly Credential[]> {
	const { workspace, userId } = scene;
	const scopes = workspace.kind === 'direct' ? (['personal', 'server'] as const) : [scope.kind];
	const keys = scopes.map((kind) => servingKeys({ scope: kind, workspace, userId, provider }, ports, ports.operator));
	return (await Promise.all(keys)).flat().map((key) => key.credential);
}

/** The model that serves the scope, or undefined when it is none that we know. */
export async function modelOfScope(scope: ModelScope, ports: CommandPorts): Promise<ModelDescription | undefined> {
	const models = await offeredModels(scope.owner, ports);
	return models.find((model) => model.codename === scope.effective.modelCodename);
}

/** The scope's own choice, for a change that keeps the rest of it. */
export function choiceOf({ row }: ModelScope): ModelChoice {
	const { presetName, sampling, enabledSamplers, editedSamplers, thinkingLevel, maxOutputTokens, stopStrings } = row;
	return { presetName, sampling, enabledSamplers, editedSamplers, thinkingLevel, maxOutputTokens, stopStrings };
}
