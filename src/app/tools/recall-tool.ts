/** `recall`: looks through the memories that the persona has of the server and of the person who speaks. */
import { selectMemories } from '#core/memory/select-memories';
import { searchable } from '#core/text/find-phrase';
import { convertMentions } from '#core/text/mentions';
import { quoteInNote } from '#core/text/system-note';
import type { MemoryGates } from '#domain/memory';
import { isPersonSpeaking, mayBePersonal } from './personal-rights.ts';
import { runnableTool, type ToolScene } from './runnable-tool.ts';

/** Memories that one answer tells, the newest; characters of each. */
const toldMax = 10;
const toldCharactersMax = 300;

const wordsUnitsMax = 100;

/** The tool. */
export const recallTool = runnableTool({
	name: 'recall',
	description:
		'Looks through what you were told to remember about this server and about the person who speaks to you, for memories in which all of the words occur.',
	schema: (z) => z.strictObject({ words: z.string().trim().min(1).max(wordsUnitsMax).describe('One word or a few') }),
	isOffered: isPersonSpeaking,
	async run({ words }, scene, ports) {
		const { facts, request } = scene;
		const { workspace, persona, knowledge } = facts;
		const { lineageId } = persona;
		const speakerId = request.trigger.author.id;
		// What was kept a moment ago is found, too.
		const stored = await ports.stores.memories.findMemories({
			serverId: workspace.id,
			lineageId,
			discordIds: [speakerId],
		});
		const wanted = searchable(words, false).split(' ');
		const matches = <Memory extends Told>(memories: readonly Memory[]): readonly Memory[] =>
			memories.filter((memory) => holds(memory, wanted)).map(withoutKeywords);
		const { server, personal } = selectMemories({
			knowledge: {
				...knowledge,
				serverMemories: matches(stored.server),
				personalMemories: mayBePersonal(facts, request) ? matches(stored.personal) : [],
			},
			lineageId,
			participants: new Set([speakerId]),
			corpus: '',
		});
		const lines = [
			...server.slice(-toldMax).map((memory) => `About this server: ${toldWords(memory, scene)}`),
			...personal.slice(-toldMax).map((memory) => `About the person who speaks: ${toldWords(memory, scene)}`),
		];
		return lines.length === 0 ? 'Nothing was found.' : lines.join('\n');
	},
});

interface Told {
	readonly content: string;
	readonly gates: MemoryGates;
}

function holds({ content, gates }: Told, words: readonly string[]): boolean {
	const text = searchable([content, ...gates.keywords].join(' '), false);
	return words.every((word) => text.includes(word));
}

/** Who looks for something need not have said its keyword; what belongs to other channels stays there. */
function withoutKeywords<Memory extends Told>(memory: Memory): Memory {
	return { ...memory, gates: { ...memory.gates, keywords: [] } };
}

function toldWords({ content }: Told, { facts, request, people }: ToolScene): string {
	const user = people.get(request.trigger.author.id) ?? 'someone';
	const names = {
		users: people,
		roles: new Map(),
		channels: new Map(),
		identity: { persona: facts.persona.name, user },
	};
	return quoteInNote(convertMentions(content, names), toldCharactersMax);
}
