import { describe, expect, test } from 'vitest';
import { readOverflow, refusedField } from '#core/chat-completions/read-refusal';

const openai = (message: string, more: object = {}): string => JSON.stringify({ error: { message, ...more } });
const vllm = (message: string): string =>
	JSON.stringify({ object: 'error', message, type: 'BadRequestError', param: null, code: 400 });

describe('a prompt that is too long', () => {
	test.each([
		[
			'OpenAI',
			openai(
				"This model's maximum context length is 4096 tokens. However, you requested 4118 tokens (3118 in the messages, 1000 in the completion). Please reduce the length of the messages or completion.",
				{ type: 'invalid_request_error', param: 'messages', code: 'context_length_exceeded' },
			),
			[4096, 3118],
		],
		[
			'OpenAI, without a length',
			openai("This model's maximum context length is 128000 tokens. However, your messages resulted in 204308 tokens."),
			[128_000, 204_308],
		],
		[
			'OpenAI, of old',
			openai(
				"This model's maximum context length is 8192 tokens, however you requested 8977 tokens (8977 in your prompt; 0 for the completion).",
			),
			[8192, 8977],
		],
		[
			'a name alone',
			openai('Please reduce the length of the messages.', { code: 'context_length_exceeded' }),
			[null, null],
		],
		[
			'llama.cpp',
			openai('request (2015 tokens) exceeds the available context size (1024 tokens), try increasing it', {
				code: 400,
				type: 'exceed_context_size_error',
				n_prompt_tokens: 2015,
				n_ctx: 1024,
			}),
			[1024, 2015],
		],
		[
			'llama.cpp, in older words',
			openai('the request exceeds the available context size. try increasing the context size or enable context shift'),
			[null, null],
		],
		[
			'vLLM',
			vllm(
				"This model's maximum context length is 6048 tokens. However, you requested 6616 tokens (568 in the messages, 6048 in the completion).",
			),
			[6048, 568],
		],
		[
			'vLLM, of the length',
			vllm(
				"'max_tokens' or 'max_completion_tokens' is too large: 1000. This model's maximum context length is 4096 tokens and your request has 3500 input tokens (1000 > 4096 - 3500).",
			),
			[4096, 3500],
		],
		[
			'vLLM, of late',
			vllm(
				"You passed 9000 input tokens and requested 100 output tokens. However, the model's context length is only 8192 tokens.",
			),
			[8192, 9000],
		],
		[
			'SGLang',
			vllm("The input (61709 tokens) is longer than the model's context length (40960 tokens)."),
			[40_960, 61_709],
		],
		[
			'LM Studio',
			JSON.stringify({
				error:
					'Trying to keep the first 10136 tokens when context the overflows. However, the model is loaded with context length of only 7866 tokens, which is not enough.',
			}),
			[7866, 10_136],
		],
		[
			'LM Studio, in other words',
			JSON.stringify({
				error:
					'The number of tokens to keep from the initial prompt is greater than the context length (n_keep: 13055>= n_ctx: 4096).',
			}),
			[4096, 13_055],
		],
		[
			'LM Studio, in short',
			JSON.stringify({ error: 'Cannot truncate prompt with n_keep (15028) >= n_ctx (7424)' }),
			[7424, 15_028],
		],
		[
			'OpenRouter',
			openai(
				"This endpoint's maximum context length is 204800 tokens. However, you requested about 205432 tokens (81684 of text input, 3748 of tool input, 120000 in the output).",
			),
			[204_800, 81_684],
		],
		[
			'Mistral',
			JSON.stringify({
				object: 'error',
				message:
					'Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length',
			}),
			[32_768, 40_000],
		],
		['oMLX', openai('Prompt too long: 51587 tokens exceeds max context window of 32768 tokens'), [32_768, 51_587]],
		['Anthropic', openai('prompt is too long: 210000 tokens > 200000 maximum'), [200_000, 210_000]],
		[
			'Gemini',
			openai('The input token count (1048577) exceeds the maximum number of tokens allowed (1048576).'),
			[1_048_576, 1_048_577],
		],
		[
			'TGI',
			openai(
				'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096. Given: 3000 `inputs` tokens and 2000 `max_new_tokens`',
			),
			[4096, 3000],
		],
		['llama-cpp-python', openai('Requested tokens (2285) exceed context window of 2048'), [2048, null]],
	])('%s says so', (_name, body, [windowTokens, promptTokens]) => {
		expect(readOverflow(body)).toEqual({ windowTokens, promptTokens });
	});

	test.each([
		openai("Unsupported parameter: 'max_tokens' is not supported with this model."),
		openai('Rate limit reached: the maximum context length of 8000 tokens per minute'),
		openai('max_tokens is too large: 5000. This model supports at most 4096 completion tokens.'),
		openai('The model crashed'),
		'<html>maximum</html>',
		'',
		'x'.repeat(100_000),
	])('%.60s is something else', (body) => {
		expect(readOverflow(body)).toBeNull();
	});

	test('numbers that nobody can mean are none', () => {
		const odd = openai('exceeds the available context size', { n_ctx: -1, n_prompt_tokens: 'many' });
		expect(readOverflow(odd)).toEqual({ windowTokens: null, promptTokens: null });
		const endless = openai(`maximum context length is ${'9'.repeat(400)} tokens`);
		expect(readOverflow(endless)).toEqual({ windowTokens: null, promptTokens: null });
	});
});

describe('a field that is refused', () => {
	const sent = ['max_tokens', 'stream_options', 'temperature', 'top_k', 'stop'];
	test.each([
		[
			'OpenAI',
			openai(
				"Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
				{
					param: 'max_tokens',
					code: 'unsupported_parameter',
				},
			),
			'max_tokens',
		],
		[
			'OpenAI, of a value',
			openai(
				"Unsupported value: 'temperature' does not support 0.16 with this model. Only the default (1) value is supported.",
			),
			'temperature',
		],
		['Fireworks', openai("Extra inputs are not permitted, field: 'stream_options'"), 'stream_options'],
		[
			'vLLM',
			vllm(
				"[{'type': 'extra_forbidden', 'loc': ('body', 'stream_options'), 'msg': 'Extra inputs are not permitted', 'input': {}}]",
			),
			'stream_options',
		],
		[
			'FastAPI',
			JSON.stringify({
				detail: [{ type: 'extra_forbidden', loc: ['body', 'top_k'], msg: 'Extra inputs are not permitted' }],
			}),
			'top_k',
		],
		['somebody who does not name it', openai('Unknown field in request'), 'unnamed'],
		['an error that names it apart', openai('This is not supported.', { param: 'stop' }), 'stop'],
	])('%s names it', (_name, body, field) => {
		expect(refusedField(body, sent)).toBe(field);
	});

	test.each([
		openai('max_tokens is too large: 5000. This model supports at most 4096 completion tokens.'),
		openai('temperature must be between 0 and 1'),
		openai('The model `x` does not exist'),
		openai('"auto" tool choice is not supported'),
		openai("Unsupported parameter: 'logprobs'"),
		'',
	])('%.60s is about something else', (body) => {
		expect(refusedField(body, sent)).toBeNull();
	});
});
