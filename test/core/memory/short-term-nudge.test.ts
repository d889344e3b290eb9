/** When a model is asked to sum up the last hours. */
import { describe, expect, test } from 'vitest';
import { type NudgeQuery, shortTermNudge, summaryCadenceReplies } from '#core/memory/short-term-nudge';
import type { LineageId } from '#domain/ids';
import { shortTermTool } from '#domain/tool-call';

const persona = { lineageId: 7 as LineageId };
const tools = [{ name: shortTermTool }];
const reply = (createdAtMs: number | null, lineageId: number | null = 7) => ({
	authorPersonaLineageId: lineageId as LineageId | null,
	createdAtMs,
});
const replies = (count: number, from = 1) => Array.from({ length: count }, (_, index) => reply(from + index));
const nudge = (change: Partial<NudgeQuery>) =>
	shortTermNudge({ tools, records: [], history: replies(summaryCadenceReplies), persona, ...change });
const summary = (updatedAtMs: number, channelName: string | null = null) =>
	({ channelName, kind: 'summary', updatedAtMs }) as const;

describe('the nudge', () => {
	test('names the tool once the persona has replied five times, and not before', () => {
		expect(nudge({})).toContain(`call ${shortTermTool} `);
		expect(nudge({ history: replies(4) })).toBeNull();
	});

	test('is there only where the tool is', () => {
		expect(nudge({ tools: [] })).toBeNull();
		expect(nudge({ tools: [{ name: 'remember' }] })).toBeNull();
	});

	test('counts from the summary of this channel on, not from lines or other channels', () => {
		const history = replies(summaryCadenceReplies + 2);
		expect(nudge({ history, records: [summary(2)] })).not.toBeNull();
		expect(nudge({ history, records: [summary(3)] })).toBeNull();
		expect(nudge({ history, records: [summary(99, 'side')] })).not.toBeNull();
		expect(nudge({ history, records: [{ ...summary(99), kind: 'lines' }] })).not.toBeNull();
	});

	test('counts this persona’s own replies alone, those without a time among them', () => {
		const others = [...replies(4), reply(8, 9), reply(9, null)];
		expect(nudge({ history: others })).toBeNull();
		expect(nudge({ history: [...replies(4), reply(null)], records: [summary(0)] })).not.toBeNull();
	});
});
