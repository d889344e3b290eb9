/** Published sampling presets as typed data. */
import type { NativePreset } from './profile.ts';

/**
 * Carefree, the first and default preset of NovelAI's own list for Kayra. The parameters of samplers that `order`
 * leaves out are kept as published; request preparation drops them.
 */
export const CAREFREE_KAYRA: NativePreset = {
	name: 'Carefree-Kayra',
	displayName: 'Carefree',
	target: 'kayra',
	order: [2, 3, 0, 4, 1],
	parameters: {
		temperature: 1.35,
		min_length: 1,
		top_k: 15,
		top_p: 0.85,
		top_a: 0.1,
		typical_p: 1,
		tail_free_sampling: 0.915,
		repetition_penalty: 2.8,
		repetition_penalty_range: 2048,
		repetition_penalty_slope: 0.02,
		repetition_penalty_frequency: 0.02,
		repetition_penalty_presence: 0,
		phrase_rep_pen: 'aggressive',
		mirostat_tau: 0,
		mirostat_lr: 1,
		cfg_scale: 1,
		top_g: 0,
	},
};
