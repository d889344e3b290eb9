/** Brings the database's presets up to the program's catalog. */
import { presetCatalog } from '#core/novelai/presets/preset-catalog';
import type { StoredPreset } from '#domain/preset';
import { sha256Hex } from '#lib/sha256';
import type { PresetStore } from '#ports/preset-store';

/** Writes only when the catalog is another than the one that was written last; true when it wrote. */
export async function seedPresets(store: PresetStore): Promise<boolean> {
	const catalog: readonly StoredPreset[] = presetCatalog().map(({ name, target, isDefault, order, parameters }) => {
		const hasOrder = order.length > 0;
		return { name, target, isDefault, parameters: { ...parameters, ...(hasOrder && { order }) } };
	});
	return await store.seedPresets(catalog, sha256Hex(JSON.stringify(catalog)));
}
