/** `remember`: keeps a memory with the rights and limits of the person who speaks. */
import { readMemory } from '#app/commands/memory/read-memory';
import { MEMORY_LIMITS } from '#domain/memory';
import type { Result } from '#lib/result';
import type { MemoryWords } from '#ports/memory-store';
import { isPersonSpeaking, mayBePersonal } from './personal-rights.ts';
import { runnableTool, type ToolPorts, type ToolScene } from './runnable-tool.ts';

/** The tool. */
export const rememberTool = runnableTool({
	name: 'remember',
	description:
		'Keeps one short fact for later conversations: about the person who speaks to you (personal), or about this server and what happens in it (server).',
	schema: (z) =>
		z.strictObject({
			text: z
				.string()
				.trim()
				.min(1)
				.max(MEMORY_LIMITS.contentCharactersMax)
				.describe('The fact, in one or two sentences'),
			about: z.enum(['personal', 'server']).default('personal'),
		}),
	isOffered: isPersonSpeaking,
	async run({ text, about }, scene, ports) {
		const { charactersMax } = ports.memoryLimits;
		const words = readMemory({ text, tags: '' }, charactersMax);
		if (!words.ok) return `Error: A memory has 1 to ${charactersMax} characters.`;
		if (about === 'server' && !(await mayTeachServer(scene, ports))) {
			return 'Error: The person who speaks may not add memories about this server.';
		}
		if (about === 'personal' && !mayBePersonal(scene.facts, scene.request)) {
			return 'Error: Nothing personal about this person is kept here.';
		}
		// A reply that is tried again calls again.
		if (await isKnown(words.value.content, { about, scene }, ports)) return 'This was remembered already.';
		const stored = await store(words.value, { about, scene }, ports);
		return stored.ok ? 'Remembered.' : 'Error: There is no room for further memories.';
	},
});

interface Place {
	readonly about: 'personal' | 'server';
	readonly scene: ToolScene;
}

/** As `/memory add` has it: who manages the server, and members where they may teach. */
async function mayTeachServer({ facts, request }: ToolScene, { directory }: ToolPorts): Promise<boolean> {
	const { guildId, author } = request.trigger;
	if (guildId === null || facts.settings.membersMayTeach) return true;
	return (await directory.standingOf(guildId, author.id)).mayManage;
}

async function isKnown(content: string, { about, scene }: Place, { stores }: ToolPorts): Promise<boolean> {
	const { workspace, persona, userId } = scene.facts;
	const known =
		about === 'personal'
			? await stores.memories.listPersonalMemories(userId)
			: await stores.memories.listServerMemories(workspace.id, persona.lineageId);
	return known.some(
		(memory) => memory.content === content && (memory.lineageId === null || memory.lineageId === persona.lineageId),
	);
}

async function store(
	words: MemoryWords,
	{ about, scene }: Place,
	{ stores, memoryLimits }: ToolPorts,
): Promise<Result<unknown, 'too-many'>> {
	const { workspace, persona, userId } = scene.facts;
	const { lineageId } = persona;
	if (about === 'personal') {
		return await stores.memories.addPersonalMemory({ userId, lineageId, ...words }, memoryLimits.personalMemoriesMax);
	}
	const draft = { serverId: workspace.id, lineageId, authorUserId: userId, ...words };
	return await stores.memories.addServerMemory(draft, memoryLimits.serverMemoriesMax);
}
