/** The request behind calls and their results. */
import { describe, expect, test } from 'vitest';
import { prepareChat } from '#core/chat-completions/prepare-chat';
import { withToolRounds } from '#core/chat-completions/with-tool-rounds';
import { EMPTY_ATTG } from '#domain/persona';
import type { PromptRequest } from '#domain/prompt-request';
import { TOOL_LIMITS, type ToolRound } from '#domain/tool-call';
import { chatRequestSchema, messagesOf } from '#playground/openai-server/chat-schema';
import { orderProblems } from '#playground/openai-server/check-order';
import { said, system } from './pieces.ts';

const ENDPOINT = { model: 'llama3', windowTokens: 4_096, outputTokensMax: 512 };
const look = { name: 'look', description: 'Looks.', parameters: { type: 'object', properties: {} } };

function prepared(more: Partial<PromptRequest> = {}) {
	const request = {
		codename: 'custom:x',
		items: [],
		personaName: 'Tomori',
		personaAliases: [],
		attg: EMPTY_ATTG,
		sampling: { preset: null, edits: {} },
		isFallbackAttempt: false,
		thinkingLevel: 'auto',
		maxOutputTokens: null,
		stopStrings: [],
		triggerMessageId: '1',
		...more,
	} as unknown as PromptRequest;
	const result = prepareChat(request, [system('Rules.'), said('1', 'Bo', 'hi')].map(resolved), ENDPOINT);
	if (!result.ok) throw new Error(result.error.code);
	return result.value;
}

function resolved(item: ReturnType<typeof said>) {
	const { text, ...rest } = item;
	return { ...rest, parts: [{ type: 'text', text }] } as never;
}

function round(form: ToolRound['form'], text = 'seen', argumentsText = '{}'): ToolRound {
	const calls = ['a', 'b'].map((id) => ({ id, name: 'look', argumentsText }));
	return { form, said: 'Wait.', calls, results: calls.map(({ id }) => ({ callId: id, text })) };
}

describe('a chat behind calls', () => {
	test('has no trace of tools where there are none', () => {
		const plain = prepared();
		expect(plain.body).not.toHaveProperty('tools');
		expect(withToolRounds(plain)).toBe(plain.body);
	});

	test.each(['native', 'verbatim'] as const)('is taken by a strict server: %s', (form) => {
		const first = prepared({ tools: [look], ...(form === 'verbatim' ? { callsVerbatim: true } : {}) });
		expect('tools' in first.body).toBe(form === 'native');
		const body = withToolRounds({ ...first, toolRounds: [round(form), round(form, 'seen', 'no JSON')] });
		const request = chatRequestSchema.parse(body);
		expect(orderProblems(messagesOf(request))).toEqual([]);
		expect(JSON.stringify(request.messages)).toContain('Wait.');
		expect(JSON.stringify(request.messages)).toContain('seen');
	});

	test('calls nothing more behind the last round', () => {
		const first = prepared({ tools: [look] });
		const rounds = Array.from({ length: TOOL_LIMITS.roundsMax }, () => round('native'));
		expect(withToolRounds({ ...first, toolRounds: rounds.slice(1) })).not.toHaveProperty('tool_choice');
		expect(withToolRounds({ ...first, toolRounds: rounds })).toMatchObject({ tool_choice: 'none' });
	});

	test('results that are too long for the room are shortened', () => {
		const first = prepared({ tools: [look] });
		const body = withToolRounds({ ...first, toolRounds: [round('native', '見'.repeat(2_000))] });
		expect(JSON.stringify(body['messages']).length).toBeLessThan(1_500);
		expect(body['max_tokens']).toBe(first.report.outputTokensMax);
	});
});
