/** A lorebook entry as one line of a list. */
import type { LorebookEntry } from '#domain/lorebook';
import type { CommandScene } from '../command-scene.ts';
import { shortened } from '../shortened.ts';

const shownKeysMax = 100;
const shownCharactersMax = 150;

/** Its number, keys, owner and beginning. */
export function loreLine(entry: LorebookEntry, scene: CommandScene, note = ''): string {
	const keys = entry.isConstant ? scene.say('answer.lore-always') : shortened(entry.keys.join(', '), shownKeysMax);
	const owner = entry.lineageId === null ? '' : ` · ${scene.say('command.scope.persona')}`;
	const off = entry.isEnabled ? '' : ` · ${scene.say('answer.key-disabled')}`;
	const last = note === '' ? '' : ` · ${note}`;
	return `**${entry.id}** · ${keys}${owner}${off}${last}\n> ${shortened(entry.content, shownCharactersMax)}`;
}
