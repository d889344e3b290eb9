/** The models the stand-in serves: route, tokenizer, windows and output maxima by plan, as published. */

/** 0 Paper (trial), 1 Tablet, 2 Scroll, 3 Opus. */
export type Tier = 0 | 1 | 2 | 3;

/** Plan names as the service writes them in refusals. */
export const tierNames: Readonly<Record<Tier, string>> = { 0: 'Paper', 1: 'Tablet', 2: 'Scroll', 3: 'Opus' };

/** The vocabulary a model counts with. */
export type TokenizerFamily = 'nerdstash_v2' | 'glm46' | 'llama3';

/** One served model. A tier without a window is refused. Windows and maxima are tokens. */
export interface ServedModel {
	readonly id: string;
	readonly route: 'completion' | 'native';
	readonly tokenizer: TokenizerFamily;
	readonly windows: Readonly<Partial<Record<Tier, number>>>;
	/** Published output maxima; only enforced when the server is asked to. */
	readonly outputMaxima: Readonly<Record<Tier, number>> | null;
	/** First id that no token has, for checking ids sent by a client. */
	readonly vocabularySize: number;
}

const nativeOutputMaxima = { 0: 150, 1: 150, 2: 150, 3: 250 } as const;

const models: readonly ServedModel[] = [
	{
		id: 'glm-4-6',
		route: 'completion',
		tokenizer: 'glm46',
		windows: { 1: 8192, 2: 28_672, 3: 28_672 },
		outputMaxima: null,
		vocabularySize: 151_365,
	},
	{
		id: 'xialong-v1',
		route: 'completion',
		tokenizer: 'glm46',
		windows: { 3: 28_672 },
		outputMaxima: null,
		vocabularySize: 151_365,
	},
	{
		id: 'kayra-v1',
		route: 'native',
		tokenizer: 'nerdstash_v2',
		windows: { 0: 1024, 1: 4096, 2: 8192, 3: 8192 },
		outputMaxima: nativeOutputMaxima,
		vocabularySize: 65_535,
	},
	{
		id: 'llama-3-erato-v1',
		route: 'native',
		tokenizer: 'llama3',
		windows: { 3: 8192 },
		outputMaxima: nativeOutputMaxima,
		vocabularySize: 128_256,
	},
];

/** The served model of that id, or undefined. */
export function findModel(id: string): ServedModel | undefined {
	return models.find((model) => model.id === id);
}
