/** How a scope wants its model to write, as columns that settings and saved provider rows share. */
import { sql } from 'drizzle-orm';
import { type AnyPgColumn, boolean, check, doublePrecision, integer, text } from 'drizzle-orm/pg-core';
import type { SamplerName } from '#domain/settings';

/** A builder serves one table only, so each table asks for its own. */
export function samplingColumns() {
	return {
		thinkingLevel: text('thinking_level', { enum: ['auto', 'none', 'low', 'medium', 'high'] }),
		maxOutputTokens: integer('max_output_tokens'),
		temperature: doublePrecision('temperature'),
		topP: doublePrecision('top_p'),
		topK: integer('top_k'),
		minP: doublePrecision('min_p'),
		frequencyPenalty: doublePrecision('frequency_penalty'),
		presencePenalty: doublePrecision('presence_penalty'),
		/** Set when a preset or a person gave the sampler its value (ruling N6). */
		temperatureEnabled: boolean('temperature_enabled'),
		topPEnabled: boolean('top_p_enabled'),
		topKEnabled: boolean('top_k_enabled'),
		minPEnabled: boolean('min_p_enabled'),
		naiPresetName: text('nai_preset_name'),
		/** Samplers that a person changed since the preset was applied. */
		editedSamplers: text('edited_samplers').array().$type<SamplerName[]>(),
		stopStrings: text('stop_strings').array(),
	};
}

/** The limits of stop strings, as the database can hold them. */
export function samplingChecks(tableName: string, table: { readonly stopStrings: AnyPgColumn }) {
	return [check(`${tableName}_stop_strings_max`, sql`cardinality(${table.stopStrings}) <= 40`)];
}
