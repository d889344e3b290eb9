/** What `/behavior set` suggests as the value of a setting. */
import type { StopStringLimits } from '#domain/sampling';
import type { AutocompleteQuery, Suggestion } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import { CommandScene } from '../command-scene.ts';
import { DEFAULT_VALUE } from '../model/parameter-values.ts';
import { scopeOf } from '../model-scope.ts';
import { scopeFor } from './apply-setting.ts';
import { BEHAVIOR_SETTINGS } from './behavior-settings.ts';
import type { AnySetting, BehaviorSetting } from './setting-kinds.ts';

/** What was typed, where the setting takes it; then the values that it names; then what makes it inherit again. */
export async function suggestValues(query: AutocompleteQuery, ports: CommandPorts): Promise<readonly Suggestion[]> {
	const setting = BEHAVIOR_SETTINGS.find(({ name }) => name === query.values?.get('name'));
	const typed = query.text.trim();
	if (setting === undefined) return [];
	const known = 'access' in setting ? [] : await knownValues(setting, query, ports);
	const found = [...known, DEFAULT_VALUE].filter((value) => value.toLowerCase().includes(typed.toLowerCase()));
	const given = takesAsTyped(setting, typed, ports.stopStringLimits) ? [typed] : [];
	return [...new Set([...given, ...found])].map((value) => ({ name: value, value }));
}

/** What stands for something stored has to be chosen, or typed in full. */
function takesAsTyped(setting: AnySetting, typed: string, limits: StopStringLimits): boolean {
	if (typed === '') return false;
	return 'access' in setting || (setting.offered === undefined && setting.read(typed, limits) !== null);
}

async function knownValues(
	setting: BehaviorSetting,
	{ values = new Map(), place }: AutocompleteQuery,
	ports: CommandPorts,
): Promise<readonly string[]> {
	const { takes, offered, read } = setting;
	if (offered === undefined) {
		const words = typeof takes === 'string' ? takes.split(', ') : [];
		return words.every((word) => read(word, ports.stopStringLimits) !== null) ? words : [];
	}
	const scope = scopeFor(setting, values.get('scope'), place);
	const scene = scope === null ? null : await CommandScene.find(place, ports);
	if (scene === null || (scope !== 'personal' && !place.canManage)) return [];
	return await offered(scopeOf(scene, scope === 'personal' ? 'personal' : 'server').owner, ports);
}
