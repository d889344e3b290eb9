/** Xialong, NovelAI's own finetune of GLM-4.6 for prose; for Opus only. */
import { defaultPresetOf } from '../presets/preset-catalog.ts';
import type { Profile } from './profile.ts';

/** NovelAI's recommendation, in English for every language; other words are reported to bring the untuned style back. */
const SYSTEM_PROMPT =
	"You are Xialong (夏龍), an AI model finetuned by Anlatan. You follow the user's instructions precisely while bringing creativity, nuance, and depth to every response. Adapt your voice and style to match what the task demands.";

/** The profile of `xialong-v1`. */
export const XIALONG: Profile = {
	codename: 'xialong-v1',
	displayName: 'Xialong',
	transport: { kind: 'completion' },
	renderer: 'persistent-chat',
	systemPrompt: SYSTEM_PROMPT,
	tokenizerFamilies: ['glm46'],
	guardedStrings: [],
	startTokens: [],
	windows: { opus: 28_672 },
	outputTokensDefault: 1024,
	outputTokensMax: null,
	publishedOutputTokens: {},
	promptCharactersMax: null,
	attg: true,
	stars: { kind: 'always', stars: 4 },
	reserves: { framingTokens: 0, sentenceCompletionTokens: 0 },
	polishes: true,
	thinking: 'never',
	presetTarget: 'xialong',
	baseSamplers: defaultPresetOf('xialong'),
};
