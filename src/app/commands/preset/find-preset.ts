/** Presets by what people type. */
import type { StoredPreset } from '#domain/preset';
import type { Suggestion } from '#ports/command';

/** By name, ignoring case. */
export function findPreset(presets: readonly StoredPreset[], name: string): StoredPreset | undefined {
	const wanted = name.trim().toLowerCase();
	return presets.find((preset) => preset.name.toLowerCase() === wanted);
}

/** Names that hold what was typed. */
export function suggestPresets(presets: readonly StoredPreset[], text: string): readonly Suggestion[] {
	const typed = text.trim().toLowerCase();
	return presets
		.filter((preset) => preset.name.toLowerCase().includes(typed))
		.map(({ name, target }) => ({ name: `${name} · ${target}`, value: name }));
}
