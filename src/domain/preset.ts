/** A published set of sampling parameters. */

/** Parameters by the provider's own names, the samplers' `order` among them. */
export type PresetParameters = Readonly<Record<string, number | string | readonly number[]>>;

/** A preset as it is stored; names are unique for each target. */
export interface StoredPreset {
	readonly name: string;
	/** Which models it is made for. */
	readonly target: string;
	/** Loaded when a model of its target is chosen; one for each target. */
	readonly isDefault: boolean;
	readonly parameters: PresetParameters;
}
