/** When and how a model is asked to keep its notes of the last hours up to date. */
import type { PlacedShortTerm } from '#domain/memory';
import type { Persona } from '#domain/persona';
import type { SimplifiedMessageForContext } from '#domain/simplified-message';
import { shortTermTool, type ToolDefinition } from '#domain/tool-call';

/** Replies of the persona behind a summary until the next one is asked for (behaviour, section 10.4). */
export const summaryCadenceReplies = 5;

/** What the turn has read. */
export interface NudgeQuery {
	/** What may be called in this turn. */
	readonly tools: readonly Pick<ToolDefinition, 'name'>[];
	readonly records: readonly Pick<PlacedShortTerm, 'channelName' | 'kind' | 'updatedAtMs'>[];
	readonly history: readonly Pick<SimplifiedMessageForContext, 'authorPersonaLineageId' | 'createdAtMs'>[];
	readonly persona: Pick<Persona, 'lineageId'>;
}

/**
 * The instruction, without brackets; null where the tool is not there or the summary of this channel is recent enough.
 * Lines without a time count as said since.
 */
export function shortTermNudge({ tools, records, history, persona }: NudgeQuery): string | null {
	if (!tools.some(({ name }) => name === shortTermTool)) return null;
	const summary = records.find(({ channelName, kind }) => channelName === null && kind === 'summary');
	const sinceMs = summary?.updatedAtMs ?? Number.NEGATIVE_INFINITY;
	const replies = history.filter(
		({ authorPersonaLineageId, createdAtMs }) =>
			authorPersonaLineageId === persona.lineageId && (createdAtMs ?? Number.POSITIVE_INFINITY) > sinceMs,
	);
	if (replies.length < summaryCadenceReplies) return null;
	return `Much has been said here since you last kept a summary: call ${shortTermTool} with a new one, and answer as well.`;
}
