/** Gives the main persona another name. */
import { checkPersona } from '#core/cards/check-persona';
import { escapeMarkdown } from '#core/text/escape-markdown';
import type { CommandPorts } from '../command-ports.ts';
import type { CommandScene } from '../command-scene.ts';
import type { GivenChange } from '../key/key-set.ts';
import { describeProblem } from './describe-problem.ts';
import { renamedWords } from './persona-edit.ts';

/** Its trigger word changes with it; a name that is taken, blank or too long is refused. */
export async function renamePersona(name: string, scene: CommandScene, ports: CommandPorts): Promise<GivenChange> {
	const { persona, workspace } = scene;
	if (name === persona.name) return { isSaved: true, answer: scene.answer('answer.persona-unchanged') };
	const change = { name, triggerWords: renamedWords(persona, name) };
	const problem = checkPersona({ ...persona, ...change });
	if (problem) return { isSaved: false, answer: describeProblem(problem, scene) };
	const changed = await ports.personas.changePersona(workspace.id, persona.id, change);
	const told = { name: escapeMarkdown(name) };
	if (changed.ok) return { isSaved: true, answer: scene.answer('answer.persona-edited', told) };
	const key = changed.error === 'gone' ? 'answer.persona-gone' : 'answer.persona-name-taken';
	return { isSaved: false, answer: scene.answer(key, told) };
}
