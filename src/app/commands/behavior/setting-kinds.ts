/** What a setting of behaviour is, and the common kinds of them. */
import type { MessageKey } from '#core/i18n/locales/en';
import type { MessageParameters } from '#core/i18n/translate';
import type { AccessKind } from '#domain/access';
import type { StopStringLimits } from '#domain/sampling';
import type { SettingsRow } from '#domain/settings';
import type { CredentialScope } from '#ports/credential-store';
import type { CustomProviderStore } from '#ports/custom-provider-store';

/** Whom a setting of behaviour may be for. */
export const BEHAVIOR_SCOPES = ['server', 'channel', 'persona', 'personal'] as const;

/** One of the scopes. */
export type BehaviorScope = (typeof BEHAVIOR_SCOPES)[number];

/** What every setting says of itself. */
export interface SettingBase {
	readonly name: string;
	readonly label: MessageKey;
	/** Where it may be set; the first is meant when none is named. */
	readonly scopes: readonly BehaviorScope[];
	/** NovelAI's prompts hold nothing of it, so it only acts with another model. */
	readonly isInactiveOnNovelai?: true;
	/** What is said in its place where the text model is NovelAI's. */
	readonly novelaiNote?: MessageKey;
}

/** A setting that is fields of the scope's row. */
export interface BehaviorSetting extends SettingBase {
	/** What it takes, as people read it; for texts the most characters that one may have. */
	readonly takes: string | { readonly charactersMax: number } | ((limits: StopStringLimits) => string);
	/** The change of a row; null when the value is none that the setting takes. */
	read(value: string, limits: StopStringLimits): Partial<SettingsRow> | null;
	/** The change that makes the row inherit again. */
	readonly cleared: Partial<SettingsRow>;
	/** What a row holds, as `read` takes it, for settings whose text may be long; null where it holds nothing. */
	readonly written?: (row: SettingsRow) => string | null;
	/** Why a scope may not have what was read, for values that stand for something stored; null where it may. */
	readonly refusal?: (
		change: Partial<SettingsRow>,
		owner: CredentialScope,
		stores: SettingStores,
	) => Promise<SettingRefusal | null>;
	/** Values to choose from, where `takes` does not list them. */
	readonly offered?: (owner: CredentialScope, stores: SettingStores) => Promise<readonly string[]>;
}

/** Why nothing was changed, as a message. */
export interface SettingRefusal {
	readonly key: MessageKey;
	readonly parameters: MessageParameters;
}

/** What is looked at beside the value itself. */
export interface SettingStores {
	readonly customProviders: Pick<CustomProviderStore, 'findProvider' | 'listProviders'>;
}

/** A list of who or what is allowed and denied. */
export interface AccessSetting extends SettingBase {
	readonly access: AccessKind;
}

/** Any setting. */
export type AnySetting = BehaviorSetting | AccessSetting;

/** The scopes of a place, without who asks. */
export const OF_PLACE: readonly BehaviorScope[] = ['server', 'channel', 'persona'];

/** What people write where a limit is to be none. */
export const OFF_VALUE = 'off';

/** What people write for yes and no. */
const SWITCH_WORDS: ReadonlyMap<string, boolean> = new Map([
	['yes', true],
	['on', true],
	['true', true],
	['no', false],
	['off', false],
	['false', false],
]);

type FieldOf<Value> = {
	[Field in keyof SettingsRow]: SettingsRow[Field] extends Value | null ? Field : never;
}[keyof SettingsRow];

/** A setting that is on or off. */
export function switchSetting(base: SettingBase, field: FieldOf<boolean>): BehaviorSetting {
	const read = (value: string) => {
		const given = SWITCH_WORDS.get(value.toLowerCase());
		return given === undefined ? null : { [field]: given };
	};
	return { ...base, takes: 'yes, no', read, cleared: { [field]: null } };
}

/** A whole number of a range; with `off`, the word stands for 0. */
export function numberSetting(
	base: SettingBase,
	field: Exclude<FieldOf<number>, 'humanizerDegree'>,
	range: { readonly min: number; readonly max: number; readonly hasOff?: true },
): BehaviorSetting {
	const { min, max, hasOff } = range;
	const read = (value: string) => {
		if (hasOff && value.toLowerCase() === OFF_VALUE) return { [field]: 0 };
		const given = wholeNumber(value);
		return given !== null && given >= min && given <= max ? { [field]: given } : null;
	};
	return { ...base, takes: `${min}–${max}${hasOff ? `, ${OFF_VALUE}` : ''}`, read, cleared: { [field]: null } };
}

/** The number that a text is; null for anything else. */
export function wholeNumber(text: string): number | null {
	return /^\d{1,6}$/.test(text) ? Number(text) : null;
}
