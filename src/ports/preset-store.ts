/** Published sampling presets in the database. */
import type { StoredPreset } from '#domain/preset';

/** Presets are never changed by people; the catalog of the program is their source. */
export interface PresetStore {
	/** Makes the table equal to the catalog when `hash` is another than the last one; true when anything was written. */
	seedPresets(catalog: readonly StoredPreset[], hash: string): Promise<boolean>;
	/** By target, each target's default first, then by name. */
	listPresets(): Promise<readonly StoredPreset[]>;
}
