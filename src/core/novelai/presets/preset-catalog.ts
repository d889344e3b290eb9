/** The catalog of sampling presets: it seeds the database and gives the models their base samplers. */
import { CURRENT_KAYRA_PRESETS } from './current-kayra-presets.ts';
import { ERATO_PRESETS } from './erato-presets.ts';
import type { Preset, PresetTarget } from './preset.ts';
import { RETIRED_KAYRA_PRESETS } from './retired-kayra-presets.ts';
import { XIALONG_PRESETS } from './xialong-presets.ts';

const CATALOG: readonly Preset[] = [
	...CURRENT_KAYRA_PRESETS,
	...RETIRED_KAYRA_PRESETS,
	...ERATO_PRESETS,
	...XIALONG_PRESETS,
];

/** Every preset: 13 for Kayra, 5 for Erato, 1 for Xialong. GLM's samplers belong to its profile. */
export function presetCatalog(): readonly Preset[] {
	return CATALOG;
}

/** The preset with exactly this name, or null. */
export function presetOf(name: string): Preset | null {
	return CATALOG.find((preset) => preset.name === name) ?? null;
}

/** The presets that fit a model with this target, in the order of the catalog; none for null. */
export function presetsFor(target: PresetTarget | null): readonly Preset[] {
	return CATALOG.filter((preset) => preset.target === target);
}

/** What a switch to a model of the target loads: Carefree-Kayra, Erato-Shosetsu or Default-Xialong. */
export function defaultPresetOf(target: PresetTarget): Preset {
	const preset = CATALOG.find((candidate) => candidate.target === target && candidate.isDefault);
	if (preset === undefined) throw new Error(`The catalog has no default preset for ${target}.`);
	return preset;
}
