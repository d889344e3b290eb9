/** `/memory import`: all memories of a file, or none. */
import type { MessageKey } from '#core/i18n/locales/en';
import { everyLocale } from '#core/i18n/translate';
import { MEMORY_LIMITS } from '#domain/memory';
import { err, ok, type Result } from '#lib/result';
import type { CommandAnswer, CommandInvocation, Subcommand } from '#ports/command';
import type { MemoryWords } from '#ports/memory-store';
import type { CommandPorts } from '../command-ports.ts';
import { CommandScene } from '../command-scene.ts';
import { type ChosenScope, chosenScope, scopeOption } from '../scope-option.ts';
import { memoriesMax, tooManyMemories, withSilence } from './memory-add.ts';
import { type LineProblem, readMemoryFile } from './memory-file.ts';
import { memoriesOf } from './memory-rights.ts';

const KILOBYTE = 1_000;

/** The subcommand. */
export function memoryImport(ports: CommandPorts): Subcommand {
	return {
		name: 'import',
		description: everyLocale('command.memory.import.description'),
		answer: 'private',
		options: [
			{
				name: 'file',
				description: everyLocale('command.memory.import.file'),
				kind: 'attachment',
				required: true,
			},
			scopeOption(everyLocale('command.memory.scope')),
		],
		run: (invocation) => importMemories(invocation, ports),
	};
}

async function importMemories(invocation: CommandInvocation, ports: CommandPorts): Promise<CommandAnswer> {
	const scene = await CommandScene.open(invocation.place, ports, 'private');
	const scope = chosenScope(invocation);
	// Whatever members may teach, a whole file at once is the server's own affair.
	if (scope === 'server' && !invocation.place.canManage) return scene.answer('answer.needs-manage');
	const read = await readFile({ invocation, scope }, scene, ports);
	if (!read.ok) return read.error;
	const known = new Set((await memoriesOf(scene, { scope, rights: 'all' }, ports)).map(keyOf));
	const memories = [...new Map(read.value.map((words) => [keyOf(words), words])).values()];
	const fresh = memories.filter((words) => !known.has(keyOf(words)));
	const stored = await storeAll(scene, { scope, memories: fresh }, ports);
	if (!stored.ok) return tooManyMemories(scene, scope, ports);
	const said = scene.say('answer.memory-imported', { count: fresh.length });
	const double = read.value.length - fresh.length;
	const also = double === 0 ? '' : ` ${scene.say('answer.memory-known', { count: double })}`;
	return { text: withSilence(`${said}${also}`, scene, scope) };
}

async function storeAll(
	scene: CommandScene,
	{ scope, memories }: { readonly scope: ChosenScope; readonly memories: readonly MemoryWords[] },
	ports: CommandPorts,
): Promise<Result<void, 'too-many'>> {
	const { workspace, userId, persona } = scene;
	const { lineageId } = persona;
	const countMax = memoriesMax(scope, ports);
	if (scope === 'personal') return await ports.memories.addPersonalMemories({ userId, lineageId }, memories, countMax);
	const owner = { serverId: workspace.id, lineageId, authorUserId: userId };
	return await ports.memories.addServerMemories(owner, memories, countMax);
}

async function readFile(
	{ invocation, scope }: { readonly invocation: CommandInvocation; readonly scope: ChosenScope },
	scene: CommandScene,
	ports: CommandPorts,
): Promise<Result<readonly MemoryWords[], CommandAnswer>> {
	const { attachments, signal } = invocation;
	const { fileBytesMax } = MEMORY_LIMITS;
	const tooLarge = () => err(scene.answer('answer.memory-file-large', { size: fileBytesMax / KILOBYTE }));
	const file = attachments.get('file');
	if (!file) return err(scene.answer('answer.card-unreachable'));
	if (file.sizeBytes > fileBytesMax) return tooLarge();
	const bytes = await ports.attachments.fetchAttachment(file.url, signal);
	if (!bytes.ok) return bytes.error === 'too-large' ? tooLarge() : err(scene.answer('answer.card-unreachable'));
	if (bytes.value.length > fileBytesMax) return tooLarge();
	const { charactersMax } = ports.memoryLimits;
	const read = readMemoryFile({ name: file.fileName, bytes: bytes.value }, charactersMax);
	if (read.ok) return read.value.length === 0 ? err(scene.answer('answer.memory-file-empty')) : ok(read.value);
	if (read.error === 'unreadable') return err(scene.answer('answer.memory-file-unreadable'));
	if (read.error === 'too-many') return err(tooManyMemories(scene, scope, ports));
	return err({ text: problemsText(read.error, scene, charactersMax) });
}

const PROBLEMS: Readonly<Record<LineProblem['problem'], MessageKey>> = {
	blank: 'answer.memory-line-blank',
	'too-long': 'answer.memory-line-long',
	tags: 'answer.memory-line-tags',
	shape: 'answer.memory-line-shape',
};

/** The first wrong lines, and how many more there are. */
function problemsText(problems: readonly LineProblem[], scene: CommandScene, charactersMax: number): string {
	const { fileProblemsMax, gateEntriesMax, gateCharactersMax } = MEMORY_LIMITS;
	const limits = { characters: charactersMax, entries: gateEntriesMax, tagCharacters: gateCharactersMax };
	const lines = problems
		.slice(0, fileProblemsMax)
		.map(
			({ line, problem }) => `- ${scene.say('answer.memory-line', { line })} ${scene.say(PROBLEMS[problem], limits)}`,
		);
	const more = problems.length - lines.length;
	const rest = more > 0 ? [`- ${scene.say('answer.memory-lines-more', { count: more })}`] : [];
	return [scene.say('answer.memory-lines-wrong'), ...lines, ...rest].join('\n');
}

/** Two memories that say the same at the same places are one. */
function keyOf({ content, gates }: MemoryWords): string {
	return JSON.stringify([content, gates.channels, gates.keywords]);
}
