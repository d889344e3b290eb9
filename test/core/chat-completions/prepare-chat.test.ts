import { describe, expect, test } from 'vitest';
import { buildChatRequest } from '#core/chat-completions/build-chat-request';
import { prepareChat } from '#core/chat-completions/prepare-chat';
import type { StructuredContextItem } from '#domain/context-item';
import { EMPTY_ATTG } from '#domain/persona';
import type { PromptRequest } from '#domain/prompt-request';
import { answered, lore, said, system } from './pieces.ts';

const ENDPOINT = { model: 'llama3', windowTokens: 4_096, outputTokensMax: 512 };

function request(change: Partial<PromptRequest> = {}): PromptRequest {
	return {
		codename: 'custom:home',
		items: [],
		personaName: 'Tomori',
		personaAliases: ['Tomo'],
		attg: EMPTY_ATTG,
		sampling: { presetName: null, edits: {} },
		isFallbackAttempt: false,
		thinkingLevel: 'auto',
		maxOutputTokens: null,
		stopStrings: [],
		triggerMessageId: '9',
		...change,
	};
}

function prepared(items: readonly StructuredContextItem[], change: Partial<PromptRequest> = {}, endpoint = ENDPOINT) {
	const resolved = items.map(({ text, ...item }) => ({ ...item, parts: [{ type: 'text', text } as const] }));
	const result = prepareChat(request({ items, ...change }), resolved, endpoint);
	if (!result.ok) throw new Error(result.error.code);
	return result.value;
}

const TALK = [system('Be kind.'), answered('1', 'hello'), said('2', 'Bo', 'hi'), said('9', 'Ellen', 'songs?')];

describe('the body of a chat', () => {
	test('holds the model, the messages, a stream and a length, and nothing that nobody set', () => {
		expect(prepared(TALK).body).toEqual({
			model: 'llama3',
			messages: [
				{ role: 'system', content: 'Be kind.' },
				{ role: 'user', content: '[System: The conversation begins here.]' },
				{ role: 'assistant', content: 'Tomori: hello' },
				{ role: 'user', content: 'Bo: hi\nEllen: songs?' },
			],
			stream: true,
			max_tokens: 512,
		});
	});

	test('holds what people set, by the names of the API', () => {
		const edits = { temperature: 0, topP: 0.9, topK: 40, minP: 0.05, frequencyPenalty: 0.5, presencePenalty: -1 };
		const sampling = { presetName: 'a preset of another provider', edits };
		expect(prepared(TALK, { sampling, stopStrings: ['END', ''] }).body).toMatchObject({
			temperature: 0,
			top_p: 0.9,
			top_k: 40,
			min_p: 0.05,
			frequency_penalty: 0.5,
			presence_penalty: -1,
			stop: ['END'],
		});
	});

	test('a model that stands in for another takes nothing that was chosen for that one', () => {
		const sampling = { presetName: null, edits: { temperature: 2 } };
		expect(prepared(TALK, { sampling, isFallbackAttempt: true }).body).not.toHaveProperty('temperature');
	});

	test('names those at whose labels it should stop only where that is wished, behind what people set', () => {
		expect(prepared(TALK, { speakerStopEnabled: false }).body['stop']).toBeUndefined();
		const wished = prepared(TALK, { speakerStopEnabled: true, stopStrings: ['END'] });
		expect(wished.body['stop']).toEqual(['END', '\nBo:', '\nEllen:']);
		expect(wished.foreignNames).toEqual(prepared(TALK).foreignNames);
	});

	test('no more stops than endpoints take', () => {
		const body = buildChatRequest({
			model: 'x',
			messages: [],
			outputTokens: 1,
			sampling: null,
			tools: [],
			stopStrings: ['a', 'b', 'c', 'd', 'e', 'x'.repeat(201)],
		});
		expect(body['stop']).toEqual(['a', 'b', 'c', 'd']);
	});

	test('the reply is no longer than the endpoint allows, than was asked for, and than half of the window', () => {
		expect(prepared(TALK, { maxOutputTokens: 300 }).body['max_tokens']).toBe(300);
		expect(prepared(TALK, { maxOutputTokens: 9_999 }).body['max_tokens']).toBe(512);
		const greedy = { ...ENDPOINT, windowTokens: 1_000, outputTokensMax: 131_072 };
		expect(prepared(TALK, {}, greedy).body['max_tokens']).toBe(500);
	});
});

describe('the account of a chat', () => {
	test('names the speakers, and says that its counts are approximate', () => {
		const chat = prepared(TALK);
		expect(chat).toMatchObject({ transport: 'chat', tier: null, thinking: false, codename: 'custom:home' });
		expect(chat.ownLabels).toEqual(['Tomori', 'Tomo']);
		expect(chat.foreignNames).toEqual(['Bo', 'Ellen']);
		expect(chat.report).toMatchObject({ approximate: true, windowTokens: 4_096, outputTokensMax: 512 });
		expect(chat.report.included).toEqual(['personality', 'history:1', 'history:2', 'history:9']);
		expect(chat.prompt).toMatch(/^<system>\nBe kind\.\n\n<user>\n/);
	});

	test('every candidate is named once: in the prompt, cut for room, or left out with the reason', () => {
		const long = Array.from({ length: 120 }, (_, index) => said(`${100 + index}`, 'Bo', 'word '.repeat(40)));
		const silent = { ...said('3', 'Bo', ''), text: ' ' };
		const items = [system('Be kind.'), ...long, lore(7, 'activated', 'The band.'), silent, said('9', 'Bo', 'hi')];
		const { report } = prepared([...items, answered('10', 'yes')], { skippedLore: ['lorebook:8'] });
		const named = [...report.included, ...report.trimmed, ...report.excluded.map(({ identity }) => identity)];
		expect(new Set(named).size).toBe(named.length);
		expect(new Set(named)).toEqual(new Set([...items.map(({ identity }) => identity), 'history:10', 'lorebook:8']));
		expect(report.trimmed.length).toBeGreaterThan(0);
		expect(report.excluded).toEqual([
			{ identity: 'history:3', reason: 'empty' },
			{ identity: 'lorebook:8', reason: 'lore-budget' },
		]);
		expect(report.inputTokens + report.outputTokensMax).toBeLessThanOrEqual(report.windowTokens);
		expect(report.shares.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(report.inputTokens);
		expect(report.shares.every(({ tokens }) => tokens >= 0)).toBe(true);
	});

	test('more text than anybody can mean is refused before it is counted', () => {
		const resolved = [{ ...said('9', 'Bo', ''), parts: [{ type: 'text', text: 'x'.repeat(1_000_001) } as const] }];
		expect(prepareChat(request(), resolved, ENDPOINT)).toEqual({ ok: false, error: { code: 'prompt-too-long' } });
	});
});
