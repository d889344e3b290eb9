/** The form that asks for a value of several lines, beginning with the one that is stored. */
import { joinPages, splitPages } from '#core/cards/personality-pages';
import { everyLocale } from '#core/i18n/translate';
import type { SettingsRow } from '#domain/settings';
import type { CommandInvocation, CommandModal, FormFill, FormQuery } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import { type ChangeableSetting, changeableSetting } from './apply-setting.ts';
import { BEHAVIOR_SETTINGS } from './behavior-settings.ts';

/** Discord's own limit for a field of a form. */
const fieldCharactersMax = 4_000;

/** An option has no line breaks and less room than a prompt may take, so a value that is left out is asked for. */
export function settingForm(): CommandModal {
	const field = { style: 'paragraph', lengthMax: fieldCharactersMax } as const;
	return {
		title: everyLocale('command.behavior.set.form-title'),
		unlessGiven: 'value',
		fields: [
			{ ...field, name: 'value', label: everyLocale('command.behavior.set.form-value'), required: true },
			{ ...field, name: 'more', label: everyLocale('command.behavior.set.form-more'), required: false },
		],
	};
}

/** The value of the option, or of both fields. */
export function givenValue({ values }: Pick<CommandInvocation, 'values'>): string {
	return [values.get('value') ?? '', values.get('more') ?? ''].join('\n').trim();
}

/** What is stored, where it comes back from the fields as it is; whoever may change nothing is told so at once. */
export async function fillSettingForm(query: FormQuery, ports: CommandPorts): Promise<FormFill> {
	const named = BEHAVIOR_SETTINGS.find((one) => one.name === query.values.get('name'));
	const found = await changeableSetting(named, query, ports);
	if (!found.ok) return { kind: 'refuse', answer: found.error };
	const { setting } = found.value;
	const row = await rowOf(found.value, query, ports);
	const text = row !== null && 'written' in setting ? (setting.written?.(row) ?? '') : '';
	const pages = splitPages(text, { charactersMax: fieldCharactersMax, pagesMax: 2 });
	if (pages === null || joinPages(pages) !== text) return { kind: 'open', texts: new Map() };
	const [value = '', more = ''] = pages;
	return {
		kind: 'open',
		texts: new Map([
			['value', value],
			['more', more],
		]),
	};
}

async function rowOf(
	{ scene, scope }: ChangeableSetting,
	{ place }: FormQuery,
	ports: CommandPorts,
): Promise<SettingsRow | null> {
	const { workspace, persona, userId } = scene;
	const query = { serverId: workspace.id, channelId: place.channelId, personaId: persona.id, userId };
	const rows = await ports.settings.readScopes(query);
	return scope === 'personal' ? rows.user : rows[scope];
}
