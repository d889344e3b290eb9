/** Erato, NovelAI's story model on Llama 3 70B; for Opus only. */
import { defaultPresetOf } from '../presets/preset-catalog.ts';
import type { Profile } from './profile.ts';

/** NovelAI's default bans for Erato: zero-width spaces and the headers of Japanese stories, but no plain brackets. */
const BANNED_SEQUENCES = [
	[16_067],
	[933, 11_144],
	[25_106, 11_144],
	[58, 106_901, 16_073, 33_710, 25, 109_933],
	[933, 58, 11_144],
	[128_030],
	[58, 30_591, 33_503, 17_663, 100_204, 25, 11_144],
];

/** NovelAI's default reluctance to write `***` (12488) and `⁂` (128041). */
const SEPARATOR_BIASES = [12_488, 128_041].map((id) => ({
	sequence: [id],
	bias: -0.08,
	ensure_sequence_finish: false,
	generate_once: false,
}));

/** Ends of lines that Llama 3's vocabulary fuses with the line feed after them (measured), the commonest first. */
const COMMON_LINE_ENDS = '. ! ? ." " * ... !" ?" .* … ~'.split(' ');
const RARE_LINE_ENDS = `) .) ," , : ; - -- !! !!! .... 。 ！ ？ 」 ） ” .” ’ ** ' .' \` _ ] } > | / // :)`.split(' ');

/** The same behind a space, where the vocabulary has other tokens. */
const SPACED_LINE_ENDS = ':) … ... — * ) " . <'.split(' ').map((end) => ` ${end}`);

/** The ends before a blank line that fuse with both line feeds. */
const PARAGRAPH_ENDS = `. ! ? ." " * !" ?" .* ~ ' .)`.split(' ').map((end) => `${end}\n`);

/** NovelAI's renamed special strings; Llama 3's own vocabulary spells them otherwise. */
const RESERVED_STRINGS = Array.from({ length: 251 }, (_, index) => `<|reserved_special_token${index}|>`);

/** The profile of `llama-3-erato-v1`. */
export const ERATO: Profile = {
	codename: 'llama-3-erato-v1',
	displayName: 'Erato',
	transport: {
		kind: 'native',
		bannedSequences: BANNED_SEQUENCES,
		logitBiases: SEPARATOR_BIASES,
		modulePrefix: 'vanilla',
		stopPrefixes: [...COMMON_LINE_ENDS, '\n', ...PARAGRAPH_ENDS, ...RARE_LINE_ENDS, ...SPACED_LINE_ENDS, ' ', ' \n'],
	},
	renderer: 'story',
	systemPrompt: null,
	tokenizerFamilies: ['llama3nai', 'llama3'],
	guardedStrings: ['<|startoftext|>', '<|endoftext|>', '<|pad|>', ...RESERVED_STRINGS],
	startTokens: ['<|startoftext|>', '<|reserved_special_token81|>'],
	windows: { opus: 8192 },
	outputTokensDefault: 150,
	outputTokensMax: 2048,
	publishedOutputTokens: { opus: 250 },
	promptCharactersMax: 100_000,
	attg: true,
	stars: { kind: 'when-set' },
	reserves: { framingTokens: 0, sentenceCompletionTokens: 64 },
	polishes: true,
	thinking: 'never',
	presetTarget: 'erato',
	baseSamplers: defaultPresetOf('erato'),
};
