/** The sampling that NovelAI recommends for Xialong. */
import type { Preset } from './preset.ts';

/** Xialong has one. */
export const XIALONG_PRESETS: readonly Preset[] = [
	{
		name: 'Default-Xialong',
		displayName: 'Default',
		target: 'xialong',
		isDefault: true,
		order: [],
		parameters: {
			temperature: 0.85,
			top_k: 250,
			top_p: 0.95,
		},
	},
];
