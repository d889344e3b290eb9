/** Published sampling presets, seeded from the typed catalog at every start. */
import { sql } from 'drizzle-orm';
import { boolean, integer, jsonb, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core';
import type { PresetParameters } from '#domain/preset';

export const naiPresets = pgTable(
	'nai_presets',
	{
		id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
		presetName: text('preset_name').notNull(),
		modelTarget: text('model_target').notNull(),
		isDefault: boolean('is_default').notNull(),
		parameters: jsonb('parameters').$type<PresetParameters>().notNull(),
	},
	(table) => [
		unique('nai_presets_preset_name_model_target_unique').on(table.presetName, table.modelTarget),
		uniqueIndex('nai_presets_one_default_per_target').on(table.modelTarget).where(sql`${table.isDefault}`),
	],
);
