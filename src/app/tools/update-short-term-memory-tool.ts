/** `update_short_term_memory`: keeps what the model makes of the last hours in this channel. */
import { shortTermSummary } from '#core/memory/short-term-lines';
import { SHORT_TERM_LIMITS } from '#domain/memory';
import { shortTermTool } from '#domain/tool-call';
import { runnableTool } from './runnable-tool.ts';

/** The tool; nothing is kept of a turn whose person stays out of every context. */
export const updateShortTermMemoryTool = runnableTool({
	name: shortTermTool,
	macro: 'short_term_memory_tool',
	description:
		'Keeps a summary of what happened in this channel lately, in place of the last one. It is kept for a day, here and in what you know of this channel elsewhere.',
	schema: (z) =>
		z.strictObject({
			summary: z
				.string()
				.trim()
				.min(1)
				.max(SHORT_TERM_LIMITS.summaryCharactersMax)
				.describe('Who did and said what, what was agreed and what is open, in plain sentences'),
		}),
	isOffered: ({ history }, { trigger }) => !history.privateUserIds.has(trigger.author.id),
	async run({ summary }, { facts, request }, ports) {
		const content = shortTermSummary(summary);
		if (content === '') return 'Error: The summary has no words.';
		const { workspace, persona } = facts;
		const { channelId } = request.trigger;
		await ports.shortTerm.noteSummary({ serverId: workspace.id, lineageId: persona.lineageId, channelId }, content);
		return 'Kept.';
	},
});
