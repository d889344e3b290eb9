/** A model choice as columns, and back. */
import type { SamplingOverrides } from '#domain/sampling';
import { type ModelChoice, PRESET_SAMPLERS, type PresetSampler, type SamplerName } from '#domain/settings';
import type { savedProviderConfigs } from './schema/saved-providers.ts';
import { storableText } from './storable.ts';

type SavedColumns = Omit<
	typeof savedProviderConfigs.$inferSelect,
	'serverId' | 'provider' | 'modelCodename' | 'updatedAt'
>;

/** The columns of a model choice. */
export type ModelColumns = SavedColumns;

const SAMPLERS = [
	'temperature',
	'topP',
	'topK',
	'minP',
	'frequencyPenalty',
	'presencePenalty',
] as const satisfies readonly SamplerName[];

const ENABLED_COLUMNS = {
	temperature: 'temperatureEnabled',
	topP: 'topPEnabled',
	topK: 'topKEnabled',
	minP: 'minPEnabled',
} as const satisfies Readonly<Record<PresetSampler, keyof ModelColumns>>;

function samplingOf(row: ModelColumns): SamplingOverrides {
	const set = SAMPLERS.map((sampler) => [sampler, row[sampler]] as const).filter(([, value]) => value !== null);
	return Object.fromEntries(set);
}

/** What the columns say. */
export function modelChoiceOf(row: ModelColumns): ModelChoice {
	return {
		presetName: row.naiPresetName,
		sampling: samplingOf(row),
		enabledSamplers: PRESET_SAMPLERS.filter((sampler) => row[ENABLED_COLUMNS[sampler]] === true),
		editedSamplers: SAMPLERS.filter((sampler) => row.editedSamplers?.includes(sampler)),
		thinkingLevel: row.thinkingLevel,
		maxOutputTokens: row.maxOutputTokens,
		stopStrings: row.stopStrings,
	};
}

function samplerColumns(sampling: SamplingOverrides): Partial<ModelColumns> {
	return Object.fromEntries(SAMPLERS.map((sampler) => [sampler, sampling[sampler] ?? null]));
}

function enabledColumns(enabled: readonly PresetSampler[]): Partial<ModelColumns> {
	return Object.fromEntries(
		PRESET_SAMPLERS.map((sampler) => [ENABLED_COLUMNS[sampler], enabled.includes(sampler) ? true : null]),
	);
}

/**
 * The columns that a change sets. `sampling`, `enabledSamplers` and `editedSamplers` are each one field: giving one
 * replaces it whole, so that an absent sampler inherits again.
 */
export function modelColumnsOf(change: Partial<ModelChoice>): Partial<ModelColumns> {
	const { presetName, sampling, enabledSamplers, editedSamplers, thinkingLevel, maxOutputTokens, stopStrings } = change;
	return {
		...(presetName !== undefined && { naiPresetName: presetName }),
		...(sampling !== undefined && samplerColumns(sampling)),
		...(enabledSamplers !== undefined && enabledColumns(enabledSamplers)),
		...(editedSamplers !== undefined && { editedSamplers: editedSamplers.length > 0 ? [...editedSamplers] : null }),
		...(thinkingLevel !== undefined && { thinkingLevel }),
		...(maxOutputTokens !== undefined && { maxOutputTokens }),
		...(stopStrings !== undefined && { stopStrings: stopStrings?.map(storableText) ?? null }),
	};
}
