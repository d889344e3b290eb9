/** `/behavior set`: changes one setting of one scope. */
import type { MessageKey } from '#core/i18n/locales/en';
import { everyLocale } from '#core/i18n/translate';
import type { SettingsRow } from '#domain/settings';
import type { CommandAnswer, CommandInvocation, CommandPlace, Subcommand } from '#ports/command';
import type { SettingsScopeKey } from '#ports/settings-store';
import type { CommandPorts } from '../command-ports.ts';
import { CommandScene } from '../command-scene.ts';
import { DEFAULT_VALUE } from '../model/parameter-values.ts';
import { scopeOf } from '../model-scope.ts';
import { PROVIDER } from '../provider-option.ts';
import { shortened } from '../shortened.ts';
import { BEHAVIOR_SCOPES, BEHAVIOR_SETTINGS, type BehaviorScope, type BehaviorSetting } from './behavior-settings.ts';

const shownValueMax = 60;

const SCOPE_NAMES: Readonly<Record<BehaviorScope, MessageKey>> = {
	server: 'command.scope.server',
	channel: 'command.scope.channel',
	persona: 'command.scope.persona',
	personal: 'command.scope.personal',
};

/** The subcommand. */
export function behaviorSet(ports: CommandPorts): Subcommand {
	return {
		name: 'set',
		description: everyLocale('command.behavior.set.description'),
		answer: 'private',
		options: [
			{
				name: 'name',
				description: everyLocale('command.behavior.set.name'),
				kind: 'string',
				required: true,
				choices: BEHAVIOR_SETTINGS.map(({ name, label }) => ({ value: name, label: everyLocale(label) })),
			},
			{ name: 'value', description: everyLocale('command.behavior.set.value'), kind: 'string', required: true },
			{
				name: 'scope',
				description: everyLocale('command.behavior.set.scope'),
				kind: 'string',
				required: false,
				choices: BEHAVIOR_SCOPES.map((value) => ({ value, label: everyLocale(SCOPE_NAMES[value]) })),
			},
		],
		run: (invocation) => setBehavior(invocation, ports),
	};
}

async function setBehavior(invocation: CommandInvocation, ports: CommandPorts): Promise<CommandAnswer> {
	const { place, values } = invocation;
	const scene = await CommandScene.open(place, ports, 'private');
	const setting = BEHAVIOR_SETTINGS.find((one) => one.name === values.get('name'));
	if (!setting) return scene.answer('answer.setting-unknown');
	const scope = scopeFor(setting, values.get('scope'), place);
	if (scope === null) {
		const scopes = setting.scopes.map((one) => scene.say(SCOPE_NAMES[one])).join(', ');
		return scene.answer('answer.setting-scopes', { name: setting.name, scopes });
	}
	if (scope !== 'personal' && !place.canManage) return scene.answer('answer.needs-manage');
	const given = (values.get('value') ?? '').trim();
	const change = given.toLowerCase() === DEFAULT_VALUE ? setting.cleared : setting.read(given);
	if (change === null) {
		return scene.answer('answer.setting-value', { name: setting.name, takes: setting.takes, default: DEFAULT_VALUE });
	}
	await write({ scene, scope, change, channelId: place.channelId }, ports);
	const told = { name: setting.name, value: shortened(given, shownValueMax), scope: scene.say(SCOPE_NAMES[scope]) };
	return scene.answer('answer.setting-saved', told);
}

/** The named scope when the setting has it; without a name what fits best who asks and where. Null for none. */
function scopeFor(setting: BehaviorSetting, named: string | undefined, place: CommandPlace): BehaviorScope | null {
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
	if (change.thinkingLevel !== undefined && (scope === 'server' || scope === 'personal')) {
		const { key, row, effective } = scopeOf(scene, scope);
		const keepsInheritedModel = row.modelCodename === null;
		const { modelCodename } = effective;
		const { thinkingLevel } = change;
		await ports.settings.writeModel(key, PROVIDER, { thinkingLevel, modelCodename, keepsInheritedModel });
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
