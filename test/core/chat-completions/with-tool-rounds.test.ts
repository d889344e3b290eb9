/** The request behind calls and their results. */
import { describe, expect, test } from 'vitest';
import { estimateRequest } from '#core/chat-completions/estimate-request';
import { type ChatEndpoint, prepareChat } from '#core/chat-completions/prepare-chat';
import { withToolRounds } from '#core/chat-completions/with-tool-rounds';
import { EMPTY_ATTG } from '#domain/persona';
import type { PromptRequest } from '#domain/prompt-request';
import { TOOL_LIMITS, type ToolRound } from '#domain/tool-call';
import { chatRequestSchema, messagesOf } from '#playground/openai-server/chat-schema';
import { orderProblems } from '#playground/openai-server/check-order';
import { said, system } from './pieces.ts';

const ENDPOINT = { model: 'llama3', windowTokens: 4_096, outputTokensMax: 512 };
const look = { name: 'look', description: 'Looks.', parameters: { type: 'object', properties: {} } };

function prepared(
	more: Partial<PromptRequest> = {},
	endpoint: ChatEndpoint = ENDPOINT,
	lines = [said('1', 'Bo', 'hi')],
) {
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
	const result = prepareChat(request, [system('Rules.'), ...lines].map(resolved), endpoint);
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
		const body = withToolRounds({ ...first, toolRounds: [round('native', '見る'.repeat(1_000))] });
		expect(JSON.stringify(body['messages']).length).toBeLessThan(1_500);
		expect(body['max_tokens']).toBe(first.report.outputTokensMax);
	});

	test.each(['native', 'verbatim'] as const)('what the model said and called leaves results whole: %s', (form) => {
		const first = prepared({ tools: [look], ...(form === 'verbatim' ? { callsVerbatim: true } : {}) });
		const result = 'A cat sits on a red chair. '.repeat(8).trim();
		const wordy = { ...round(form, result), said: 'I look at it. '.repeat(120) };
		expect(JSON.stringify(withToolRounds({ ...first, toolRounds: [wordy] })['messages'])).toContain(result);
		const called = round(form, result, JSON.stringify({ words: 'kettle '.repeat(300) }));
		expect(JSON.stringify(withToolRounds({ ...first, toolRounds: [called] })['messages'])).toContain(result);
	});

	test.each(['native', 'verbatim'] as const)(
		'arguments that are too long for the window are not repeated: %s',
		(form) => {
			const first = prepared({ tools: [look], ...(form === 'verbatim' ? { callsVerbatim: true } : {}) });
			const long = JSON.stringify({ words: '見'.repeat(TOOL_LIMITS.argumentsUnitsMax - 20) });
			const body = withToolRounds({ ...first, toolRounds: [round(form, 'seen', long)] });
			const request = chatRequestSchema.parse(body);
			expect(orderProblems(messagesOf(request))).toEqual([]);
			expect(JSON.stringify(request.messages)).toContain('seen');
			const taken = estimateRequest(body) ?? 0;
			expect(taken + Number(body['max_tokens'])).toBeLessThanOrEqual(ENDPOINT.windowTokens);
		},
	);

	test('calls and results are counted as the endpoint counts', () => {
		const tokenScale = 3;
		const lines = Array.from({ length: 99 }, (_, at) => said(`${at}`, 'Bo', 'the kettle is on, and so it is'));
		const first = prepared({ tools: [look] }, { ...ENDPOINT, tokenScale }, lines);
		const body = withToolRounds({ ...first, toolRounds: [round('native', '見る'.repeat(1_000))] });
		const added = (estimateRequest(body) ?? 0) - (estimateRequest(first.body) ?? 0);
		expect(first.report.inputTokens + added * tokenScale + Number(body['max_tokens'])).toBeLessThanOrEqual(
			ENDPOINT.windowTokens,
		);
	});
});
