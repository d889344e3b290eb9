/** `/lore test`: which entries a text would bring up. */

import { everyLocale } from '#core/i18n/translate';
import { activateLore } from '#core/lore/activate-lore';
import { isUsableKey } from '#core/lore/match-keys';
import type { LorebookEntry } from '#domain/lorebook';
import type { CommandAnswer, CommandInvocation, Subcommand } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import { managedScene, ofPersonaOption } from '../managed-scene.ts';
import { shortened } from '../shortened.ts';
import { loreLine } from './lore-line.ts';

const textCharactersMax = 2_000;
const shownEntriesMax = 8;
const shownKeysMax = 300;

/** The subcommand. */
export function loreTest(ports: CommandPorts): Subcommand {
	return {
		name: 'test',
		description: everyLocale('command.lore.test.description'),
		answer: 'private',
		options: [
			{
				name: 'text',
				description: everyLocale('command.lore.test.text'),
				kind: 'string',
				required: true,
				lengthMax: textCharactersMax,
			},
			ofPersonaOption(ports),
		],
		run: (invocation) => testLore(invocation, ports),
	};
}

/** The same machine and budget as in a turn whose conversation is this text alone. */
async function testLore(invocation: CommandInvocation, ports: CommandPorts): Promise<CommandAnswer> {
	const opened = await managedScene(invocation, ports);
	if (!opened.ok) return opened.error;
	const scene = opened.value;
	const { lineageId } = scene.persona;
	const entries = await ports.lorebooks.listEntries(scene.workspace.id, lineageId);
	const { active, skipped } = activateLore({
		entries,
		lineageId,
		projections: [invocation.values.get('text') ?? ''],
		charactersMax: ports.chat.loreCharactersMax,
	});
	const found = [
		...active.map(({ entry }) => loreLine(entry, scene)),
		...skipped.map((entry) => loreLine(entry, scene, scene.say('answer.lore-test-skipped'))),
	];
	const lines = found.length === 0 ? [scene.say('answer.none')] : found.slice(0, shownEntriesMax);
	if (found.length > shownEntriesMax) lines.push(scene.say('answer.persona-more'));
	const unusable = entries.filter((entry) => entry.isEnabled).flatMap(unusableKeys);
	if (unusable.length > 0) {
		lines.push(scene.say('answer.lore-test-unusable', { keys: shortened(unusable.join(', '), shownKeysMax) }));
	}
	return { text: '', card: { title: scene.say('answer.lore-test-title'), description: lines.join('\n'), fields: [] } };
}

function unusableKeys(entry: LorebookEntry): readonly string[] {
	return [...entry.keys, ...entry.secondaryKeys].filter((key) => !isUsableKey(key, entry));
}
