/** GLM-4.6 as NovelAI serves it: the default model, untuned, with a chat template. */
import type { Profile } from './profile.ts';

/** The profile of `glm-4-6`. Samplers: three independent clients agree on 1.0, 40 and 0.95. */
export const GLM: Profile = {
	codename: 'glm-4-6',
	displayName: 'GLM-4.6',
	transport: { kind: 'completion' },
	renderer: 'chat',
	systemPrompt: null,
	tokenizerFamilies: ['glm46'],
	guardedStrings: [],
	startTokens: [],
	windows: { tablet: 8192, scroll: 28_672, opus: 28_672 },
	outputTokensDefault: 1024,
	outputTokensMax: null,
	publishedOutputTokens: {},
	promptCharactersMax: null,
	attg: false,
	stars: { kind: 'never' },
	reserves: { framingTokens: 0, sentenceCompletionTokens: 0 },
	polishes: true,
	thinking: 'by-level',
	presetTarget: null,
	baseSamplers: { order: [], parameters: { temperature: 1, top_k: 40, top_p: 0.95 } },
};
