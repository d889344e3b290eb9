/**
 * `remember`: keeps a memory with the rights and limits of the person who speaks. What is said of the server where not
 * everybody reads it comes up in that channel alone.
 */
import { readMemory } from '#app/commands/memory/read-memory';
import { MEMORY_LIMITS, type MemoryGates } from '#domain/memory';
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
		const place = { about, scene, isForHere: about === 'server' && isAmongFew(scene, ports) };
		// A reply that is tried again calls again.
		if (await isKnown(words.value.content, place, ports)) return 'This was remembered already.';
		const stored = await store(words.value, place, ports);
		if (!stored.ok) return 'Error: There is no room for further memories.';
		return place.isForHere ? 'Remembered for this channel.' : 'Remembered.';
	},
});

interface Place {
	readonly about: 'personal' | 'server';
	readonly scene: ToolScene;
	/** Whether it comes up in this channel alone. */
	readonly isForHere: boolean;
}

/** Direct messages are a workspace of their own. */
function isAmongFew({ request }: ToolScene, { isPrivateChannel }: ToolPorts): boolean {
	const { guildId, channelId } = request.trigger;
	return guildId !== null && isPrivateChannel(channelId);
}

/** As `/memory add` has it: who manages the server, and members where they may teach. */
async function mayTeachServer({ facts, request }: ToolScene, { directory }: ToolPorts): Promise<boolean> {
	const { guildId, author } = request.trigger;
	if (guildId === null || facts.settings.membersMayTeach) return true;
	return (await directory.standingOf(guildId, author.id)).mayManage;
}

async function isKnown(content: string, { about, scene, isForHere }: Place, { stores }: ToolPorts): Promise<boolean> {
	const { workspace, persona, userId } = scene.facts;
	const { channelId } = scene.request.trigger;
	const comesUp = ({ channels }: MemoryGates): boolean =>
		channels.length === 0 || (isForHere && channels.includes(channelId));
	const known =
		about === 'personal'
			? await stores.memories.listPersonalMemories(userId)
			: await stores.memories.listServerMemories(workspace.id, persona.lineageId);
	return known.some(
		({ content: stored, gates, lineageId }) =>
			stored === content && (lineageId === null || lineageId === persona.lineageId) && comesUp(gates),
	);
}

async function store(
	words: MemoryWords,
	{ about, scene, isForHere }: Place,
	{ stores, memoryLimits }: ToolPorts,
): Promise<Result<unknown, 'too-many'>> {
	const { workspace, persona, userId } = scene.facts;
	const { lineageId } = persona;
	if (about === 'personal') {
		return await stores.memories.addPersonalMemory({ userId, lineageId, ...words }, memoryLimits.personalMemoriesMax);
	}
	const gates = isForHere ? { channels: [scene.request.trigger.channelId], keywords: [] } : words.gates;
	const draft = { serverId: workspace.id, lineageId, authorUserId: userId, ...words, gates };
	return await stores.memories.addServerMemory(draft, memoryLimits.serverMemoriesMax);
}
