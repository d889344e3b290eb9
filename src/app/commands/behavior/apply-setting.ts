/** Writes one setting of one scope, and says what became of it. */
import { cleanPersonaName } from '#core/cards/clean-persona-name';
import type { MessageKey } from '#core/i18n/locales/en';
import { profileOf } from '#core/novelai/profiles/profile-of';
import { escapeMarkdown } from '#core/text/escape-markdown';
import { providerOf } from '#domain/provider-name';
import type { StopStringLimits } from '#domain/sampling';
import type { SettingsRow } from '#domain/settings';
import { err, ok, type Result } from '#lib/result';
import type { CommandAnswer, CommandInvocation, CommandPlace, FormQuery } from '#ports/command';
import type { SettingsScopeKey } from '#ports/settings-store';
import type { CommandPorts } from '../command-ports.ts';
import { CommandScene } from '../command-scene.ts';
import { DEFAULT_VALUE } from '../model/parameter-values.ts';
import { scopeOf } from '../model-scope.ts';
import { shortened } from '../shortened.ts';
import { setAccessList } from './access-lists.ts';
import type { AnySetting, BehaviorScope, BehaviorSetting } from './setting-kinds.ts';

const shownValueMax = 60;

/** What the scopes are called. */
export const SCOPE_NAMES: Readonly<Record<BehaviorScope, MessageKey>> = {
	server: 'command.scope.server',
	channel: 'command.scope.channel',
	persona: 'command.scope.persona',
	personal: 'command.scope.personal',
};

/** The value as it was given; the scope is the option of that name. */
export interface GivenSetting {
	readonly setting: AnySetting | undefined;
	readonly value: string;
}

/** A setting that somebody may change, for whom they may. */
export interface ChangeableSetting {
	/** About the persona whose setting it is, where one was named. */
	readonly scene: CommandScene;
	readonly setting: AnySetting;
	readonly scope: BehaviorScope;
}

/** Finds out whose setting is meant; the error is what the command answers instead. */
export async function changeableSetting(
	setting: AnySetting | undefined,
	{ place, values }: FormQuery,
	ports: CommandPorts,
): Promise<Result<ChangeableSetting, CommandAnswer>> {
	const scene = await CommandScene.open(place, ports, 'private');
	if (!setting) return err(scene.answer('answer.setting-unknown'));
	const name = cleanPersonaName(values.get('persona') ?? '');
	const scope = scopeFor(setting, values.get('scope') ?? (name === '' ? undefined : 'persona'), place);
	if (scope === null || (name !== '' && scope !== 'persona')) {
		const fitting = name === '' ? setting.scopes : setting.scopes.filter((one) => one === 'persona');
		const scopes = fitting.map((one) => scene.say(SCOPE_NAMES[one])).join(', ') || scene.say('answer.none');
		return err(scene.answer('answer.setting-scopes', { name: setting.name, scopes }));
	}
	if (scope !== 'personal' && !place.canManage) return err(scene.answer('answer.needs-manage'));
	if (name === '') return ok({ scene, setting, scope });
	const persona = await ports.personas.findPersona(scene.workspace.id, name);
	if (!persona) return err(scene.answer('answer.persona-unknown', { name: escapeMarkdown(name) }));
	return ok({ scene: scene.about(persona), setting, scope });
}

/** Nothing is changed unless setting, scope, permission and value all fit. */
export async function applySetting(
	{ setting: named, value }: GivenSetting,
	{ place, values }: CommandInvocation,
	ports: CommandPorts,
): Promise<CommandAnswer> {
	const found = await changeableSetting(named, { place, values }, ports);
	if (!found.ok) return found.error;
	const { scene, setting, scope } = found.value;
	const given = value.trim();
	if ('access' in setting) return await setAccessList({ setting, value: given, scope, place }, scene, ports);
	const change = given.toLowerCase() === DEFAULT_VALUE ? setting.cleared : setting.read(given, ports.stopStringLimits);
	if (change === null) {
		return scene.answer('answer.setting-value', {
			name: setting.name,
			takes: takesOf(setting, ports.stopStringLimits, scene),
			default: DEFAULT_VALUE,
		});
	}
	const owner = scopeOf(scene, scope === 'personal' ? 'personal' : 'server').owner;
	const refusal = (await setting.refusal?.(change, owner, ports)) ?? null;
	if (refusal !== null) return scene.answer(refusal.key, refusal.parameters);
	await write({ scene, scope, change, channelId: place.channelId }, ports);
	const whose = values.has('persona') ? escapeMarkdown(scene.persona.name) : scene.say(SCOPE_NAMES[scope]);
	const told = { name: setting.name, value: shortened(given, shownValueMax), scope: whose };
	const saved = scene.say('answer.setting-saved', told);
	const note = setting.isInactiveOnNovelai ? 'answer.setting-inactive' : setting.novelaiNote;
	return { text: note && speaksThroughNovelai(scene) ? `${saved}\n${scene.say(note)}` : saved };
}

/** Whether the workspace's own text model is NovelAI's, whatever a person has chosen for themselves. */
export function speaksThroughNovelai(scene: CommandScene): boolean {
	return profileOf(scopeOf(scene, 'server').effective.modelCodename) !== null;
}

function takesOf({ takes }: BehaviorSetting, limits: StopStringLimits, scene: CommandScene): string {
	if (typeof takes === 'function') return takes(limits);
	return typeof takes === 'string' ? takes : scene.say('answer.setting-takes-text', { count: takes.charactersMax });
}

/** The named scope when the setting has it; without a name what fits best who asks and where. Null for none. */
export function scopeFor(setting: AnySetting, named: string | undefined, place: CommandPlace): BehaviorScope | null {
	if (named !== undefined) return setting.scopes.find((scope) => scope === named) ?? null;
	const own = setting.scopes.includes('personal') && (place.guildId === null || !place.canManage);
	return own ? 'personal' : (setting.scopes[0] ?? null);
}

interface Change {
	readonly scene: CommandScene;
	readonly scope: BehaviorScope;
	readonly change: Partial<SettingsRow>;
	readonly channelId: string;
}

/** The scopes that choose models keep what belongs to the choice in the provider's saved row, too. */
async function write({ scene, scope, change, channelId }: Change, ports: CommandPorts): Promise<void> {
	const { thinkingLevel, stopStrings } = change;
	if ((thinkingLevel !== undefined || stopStrings !== undefined) && (scope === 'server' || scope === 'personal')) {
		const { key, row, effective } = scopeOf(scene, scope);
		const keepsInheritedModel = row.modelCodename === null;
		const { modelCodename } = effective;
		await ports.settings.writeModel(key, providerOf(modelCodename), {
			...(thinkingLevel === undefined ? {} : { thinkingLevel }),
			...(stopStrings === undefined ? {} : { stopStrings }),
			modelCodename,
			keepsInheritedModel,
		});
		return;
	}
	await ports.settings.writeScope(keyOf(scene, scope, channelId), change);
}

function keyOf(
	{ workspace, persona, userId }: CommandScene,
	scope: BehaviorScope,
	channelId: string,
): SettingsScopeKey {
	switch (scope) {
		case 'server':
			return { scope, serverId: workspace.id };
		case 'channel':
			return { scope, serverId: workspace.id, channelId };
		case 'persona':
			return { scope, personaId: persona.id };
		case 'personal':
			return { scope: 'user', userId };
	}
}
