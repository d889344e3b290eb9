/** What a published sampling preset is. */

/** The family of models that a preset is made for. */
export type PresetTarget = 'kayra' | 'erato' | 'xialong';

/** Samplers by the API's own names. */
export interface Samplers {
	/**
	 * The native samplers that run, by the API's numbers and in their order; the parameters of all others are idle. Empty
	 * for completion models, whose API has no order.
	 */
	readonly order: readonly number[];
	/** As published, idle parameters included; request preparation drops what does not apply. */
	readonly parameters: Readonly<Record<string, number | string>>;
}

/** A published set of samplers. Names are the publisher's and the same in every language. */
export interface Preset extends Samplers {
	/** Unique, such as `Erato-Golden Arrow`; what settings remember. */
	readonly name: string;
	/** The name in NovelAI's own list. */
	readonly displayName: string;
	readonly target: PresetTarget;
	/** True for the one that a switch to a model of the target loads. */
	readonly isDefault: boolean;
}
