/** The options that change a lorebook entry, and what they make of it. */
import type { MessageKey } from '#core/i18n/locales/en';
import { everyLocale } from '#core/i18n/translate';
import { LORE_LIMITS, type LorebookDraft, type SecondaryLogic } from '#domain/lorebook';
import { err, ok, type Result } from '#lib/result';
import type { CommandChoice, CommandOption } from '#ports/command';

/** A number that is none, with the option that it was for. */
export interface NumberProblem {
	readonly option: string;
	readonly least: number;
	readonly most: number;
}

const LOGICS: Readonly<Record<SecondaryLogic, MessageKey>> = {
	'and-any': 'command.lore.edit.and-any',
	'and-all': 'command.lore.edit.and-all',
	'not-any': 'command.lore.edit.not-any',
	'not-all': 'command.lore.edit.not-all',
};
const ORDER_MAX = 1_000_000;

/** Every option but the entry itself. */
export function changeOptions(): readonly CommandOption[] {
	return [
		chosen('always_on', 'command.lore.add.always-on', yesAndNo()),
		chosen('enabled', 'command.lore.edit.enabled', yesAndNo()),
		chosen('position', 'command.lore.add.position', [
			{ value: 'before', label: everyLocale('command.lore.before') },
			{ value: 'after', label: everyLocale('command.lore.after') },
		]),
		chosen(
			'logic',
			'command.lore.edit.logic',
			Object.entries(LOGICS).map(([value, label]) => ({ value, label: everyLocale(label) })),
		),
		chosen('whole_words', 'command.lore.edit.whole-words', yesAndNo()),
		chosen('case_sensitive', 'command.lore.edit.case-sensitive', yesAndNo()),
		chosen('patterns', 'command.lore.edit.patterns', yesAndNo()),
		typed('order', 'command.lore.edit.order'),
		typed('scan_depth', 'command.lore.edit.scan-depth'),
	];
}

function chosen(name: string, description: MessageKey, choices: readonly CommandChoice[]): CommandOption {
	return { name, description: everyLocale(description), kind: 'string', required: false, choices };
}

function typed(name: string, description: MessageKey): CommandOption {
	return { name, description: everyLocale(description), kind: 'string', required: false, lengthMax: 10 };
}

function yesAndNo(): readonly CommandChoice[] {
	return [
		{ value: 'no', label: everyLocale('command.choice.no') },
		{ value: 'yes', label: everyLocale('command.choice.yes') },
	];
}

/** The entry with every given option in place; what was not given stays. */
export function withOptions(
	draft: LorebookDraft,
	values: ReadonlyMap<string, string>,
): Result<LorebookDraft, NumberProblem> {
	const order = wholeNumber(values.get('order'), -ORDER_MAX, ORDER_MAX);
	if (order === undefined) return err({ option: 'order', least: -ORDER_MAX, most: ORDER_MAX });
	const isReset = values.get('scan_depth')?.trim() === 'default';
	const depth = isReset ? null : wholeNumber(values.get('scan_depth'), 1, LORE_LIMITS.scanDepthMax);
	if (depth === undefined) return err({ option: 'scan_depth', least: 1, most: LORE_LIMITS.scanDepthMax });
	const isYes = (name: string, present: boolean): boolean => (values.has(name) ? values.get(name) === 'yes' : present);
	const position = values.get('position');
	const logic = values.get('logic');
	return ok({
		...draft,
		isConstant: isYes('always_on', draft.isConstant),
		isEnabled: isYes('enabled', draft.isEnabled),
		position: position === 'before' || position === 'after' ? position : draft.position,
		secondaryLogic: isLogic(logic) ? logic : draft.secondaryLogic,
		matchesWholeWords: isYes('whole_words', draft.matchesWholeWords),
		isCaseSensitive: isYes('case_sensitive', draft.isCaseSensitive),
		usesPatterns: isYes('patterns', draft.usesPatterns),
		insertionOrder: order ?? draft.insertionOrder,
		scanDepth: isReset ? null : (depth ?? draft.scanDepth),
	});
}

function isLogic(value: string | undefined): value is SecondaryLogic {
	return value !== undefined && Object.hasOwn(LOGICS, value);
}

/** Null when nothing was given, undefined when it is no whole number within the range. */
function wholeNumber(given: string | undefined, least: number, most: number): number | null | undefined {
	if (given === undefined) return null;
	if (!/^[+-]?\d{1,9}$/.test(given.trim())) return undefined;
	const number = Number(given);
	return number >= least && number <= most ? number : undefined;
}
