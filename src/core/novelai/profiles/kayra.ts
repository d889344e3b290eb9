/** Kayra, NovelAI's own 13B story model. */
import { defaultPresetOf } from '../presets/preset-catalog.ts';
import type { Profile } from './profile.ts';

/**
 * NovelAI's default bans for Kayra: brackets and braces of every kind, and the `----` that opens a block of facts.
 * Two of the published defaults are left out: `[85,85]` forbids blank lines, which replies of several paragraphs
 * need, and `[3]` forbids the end of text, so that a finished reply would have to run on to its length.
 */
const BANNED_SEQUENCES = [
	49356, 1431, 31715, 34387, 20765, 30702, 49333, 1266, 19438, 43145, 26523, 41471, 2936, 49332, 7286, 1115, 10691, 24,
].map((id) => [id]);

/** NovelAI's default reluctance to write `***` (23) and `⁂` (21). */
const SEPARATOR_BIASES = [23, 21].map((id) => ({
	sequence: [id],
	bias: -0.08,
	ensure_sequence_finish: false,
	generate_once: false,
}));

/** The profile of `kayra-v1`. */
export const KAYRA: Profile = {
	codename: 'kayra-v1',
	displayName: 'Kayra',
	transport: {
		kind: 'native',
		bannedSequences: BANNED_SEQUENCES,
		logitBiases: SEPARATOR_BIASES,
		modulePrefix: 'vanilla',
		// A line feed is a token of its own here, whatever stands before it.
		stopPrefixes: [],
	},
	renderer: 'story',
	systemPrompt: null,
	tokenizerFamilies: ['nerdstash_v2'],
	guardedStrings: [],
	startTokens: [],
	windows: { tablet: 4096, scroll: 8192, opus: 8192 },
	outputTokensDefault: 150,
	outputTokensMax: 2048,
	publishedOutputTokens: { tablet: 150, scroll: 150, opus: 250 },
	promptCharactersMax: 100_000,
	attg: true,
	stars: { kind: 'never' },
	reserves: { framingTokens: 1, sentenceCompletionTokens: 64 },
	polishes: true,
	thinking: 'never',
	presetTarget: 'kayra',
	baseSamplers: defaultPresetOf('kayra'),
};
