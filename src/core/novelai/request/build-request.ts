/** The JSON bodies of NovelAI's two text endpoints. */
import type { TokenCounter } from '#domain/tokens';
import type { Profile } from '../profiles/profile.ts';
import type { SamplerParameters } from './resolve-samplers.ts';
import { type StopOptions, stopStrings, stopTokenSequences } from './stops.ts';

/** What a body is made of. */
export interface BodyOptions {
	readonly profile: Profile;
	readonly prompt: string;
	readonly outputTokens: number;
	readonly samplers: SamplerParameters;
	readonly stops: StopOptions;
	readonly counter: TokenCounter;
}

/**
 * The body for the profile's transport. The native one asks for text instead of packed ids (`use_string`) and for the
 * end of the sentence (`generate_until_sentence`), which may exceed `max_length` a little; fitting keeps room for it.
 * The length is the fitted one, whatever a preset was published with.
 */
export function buildRequest(options: BodyOptions): Readonly<Record<string, unknown>> {
	const { profile, prompt, outputTokens, samplers, stops } = options;
	const { transport } = profile;
	switch (transport.kind) {
		case 'completion':
			return {
				model: profile.codename,
				prompt,
				max_tokens: outputTokens,
				...samplers,
				stop: stopStrings(stops),
				stream: true,
			};
		case 'native':
			return {
				model: profile.codename,
				input: prompt,
				parameters: {
					use_string: true,
					...samplers,
					max_length: outputTokens,
					min_length: 1,
					generate_until_sentence: true,
					stop_sequences: stopTokenSequences(stops, { prefixes: transport.stopPrefixes, counter: options.counter }),
					bad_words_ids: transport.bannedSequences,
					logit_bias_exp: transport.logitBiases,
					prefix: transport.modulePrefix,
					return_full_text: false,
					use_cache: false,
				},
			};
	}
}
