/** `/lore edit`: changes an entry, its texts in a form that shows them. */
import { lorebookProblem } from '#core/cards/read-lorebook';
import type { MessageKey } from '#core/i18n/locales/en';
import { everyLocale } from '#core/i18n/translate';
import { LORE_LIMITS, type LorebookDraft } from '#domain/lorebook';
import type {
	CommandAnswer,
	CommandInvocation,
	CommandModal,
	FormFill,
	FormQuery,
	ModalField,
	Subcommand,
} from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import { managedScene, ofPersonaOption } from '../managed-scene.ts';
import { entryOption, findEntry } from './find-entry.ts';
import { changeOptions, withOptions } from './lore-changes.ts';
import { readLoreKeys, writeLoreKeys } from './lore-keys.ts';
import { loreRefusal } from './lore-problem.ts';

/** Discord's own limit for one field of a form. */
const fieldCharactersMax = 4_000;

/** The subcommand. */
export function loreEdit(ports: CommandPorts): Subcommand {
	return {
		name: 'edit',
		description: everyLocale('command.lore.edit.description'),
		answer: 'private',
		options: [entryOption(ports), ...changeOptions(), ofPersonaOption(ports)],
		modal: entryForm(),
		fill: (query) => fillForm(query, ports),
		run: (invocation) => editLore(invocation, ports),
	};
}

function entryForm(): CommandModal {
	const field = (name: string, label: MessageKey, change: Partial<ModalField> = {}): ModalField => ({
		name,
		label: everyLocale(label),
		style: 'paragraph',
		required: false,
		lengthMax: fieldCharactersMax,
		...change,
	});
	return {
		title: everyLocale('command.lore.edit.modal-title'),
		fields: [
			field('title', 'command.lore.edit.modal-name', { style: 'short', lengthMax: LORE_LIMITS.titleCharactersMax }),
			field('keys', 'command.lore.add.modal-keys'),
			field('secondary', 'command.lore.edit.modal-secondary'),
			field('content', 'command.lore.add.modal-content', { required: true }),
			field('more', 'command.lore.edit.modal-more'),
		],
	};
}

/** A long content goes on in a second field; what stands between both is not shown, as Discord may trim it. */
function contentParts(content: string): { readonly first: string; readonly between: string; readonly rest: string } {
	if (content.length <= fieldCharactersMax) return { first: content, between: '\n', rest: '' };
	const beginning = content.slice(0, fieldCharactersMax).replace(/[\uD800-\uDBFF]$/, '');
	const lineEnd = beginning.lastIndexOf('\n');
	const end = lineEnd > fieldCharactersMax / 2 ? lineEnd : beginning.length;
	const first = content.slice(0, end).trimEnd();
	const rest = content.slice(end).trimStart();
	return { first, between: content.slice(first.length, content.length - rest.length), rest };
}

async function fillForm(query: FormQuery, ports: CommandPorts): Promise<FormFill> {
	const opened = await managedScene(query, ports);
	if (!opened.ok) return { kind: 'refuse', answer: opened.error };
	const scene = opened.value;
	const entry = await findEntry(scene, ports, query.values.get('entry'));
	if (!entry) return { kind: 'refuse', answer: scene.answer('answer.lore-unknown') };
	const { first, rest } = contentParts(entry.content);
	return {
		kind: 'open',
		texts: new Map([
			['title', entry.title],
			['keys', writeLoreKeys(shownKeys(entry.keys))],
			['secondary', writeLoreKeys(shownKeys(entry.secondaryKeys))],
			['content', first],
			['more', rest],
		]),
	};
}

async function editLore(invocation: CommandInvocation, ports: CommandPorts): Promise<CommandAnswer> {
	const opened = await managedScene(invocation, ports);
	if (!opened.ok) return opened.error;
	const scene = opened.value;
	const entry = await findEntry(scene, ports, invocation.values.get('entry'));
	if (!entry) return scene.answer('answer.lore-unknown');
	const { id, serverId, lineageId: _lineage, createdAtMs: _created, updatedAtMs: _updated, ...present } = entry;
	const draft = withOptions(withTexts(present, invocation.values), invocation.values);
	if (!draft.ok) return scene.answer('answer.lore-number', { ...draft.error });
	const { content, keys, isConstant } = draft.value;
	if (content === '') return scene.answer('answer.lore-blank');
	if (keys.length === 0 && !isConstant) return scene.answer('answer.lore-needs-key');
	const problem = lorebookProblem([draft.value]);
	if (problem) return loreRefusal(problem, scene);
	const changed = await ports.lorebooks.changeEntry(serverId, id, draft.value);
	return scene.answer(changed ? 'answer.lore-changed' : 'answer.lore-unknown');
}

/** As many keys as one field has room for. */
function shownKeys(keys: readonly string[]): readonly string[] {
	let characters = 0;
	const hidden = keys.findIndex((key) => {
		characters += key.length + 1;
		return characters > fieldCharactersMax;
	});
	return hidden < 0 ? keys : keys.slice(0, hidden);
}

/** What comes back unchanged is exactly what was stored, and keys that had no room in the form stay. */
function withTexts(entry: LorebookDraft, values: ReadonlyMap<string, string>): LorebookDraft {
	const text = (name: string): string => (values.get(name) ?? '').trim();
	const keysOf = (name: string, present: readonly string[]): readonly string[] => {
		const lines = text(name).split('\n');
		const keys = lines.flatMap((line) => (present.includes(line.trim()) ? [line.trim()] : readLoreKeys(line)));
		return [...new Set([...keys, ...present.slice(shownKeys(present).length)])];
	};
	const { first, between, rest } = contentParts(entry.content);
	const isSame = text('content') === first.trim() && text('more') === rest.trim();
	const joined = [text('content'), text('more')].filter((part) => part !== '').join(between);
	return {
		...entry,
		title: text('title'),
		keys: keysOf('keys', entry.keys),
		secondaryKeys: keysOf('secondary', entry.secondaryKeys),
		content: isSame ? entry.content : joined,
	};
}
