import { expect, test } from 'vitest';
import { customUrl } from '#domain/custom-provider';

test.each([
	['http://127.0.0.1:11434', 'http://127.0.0.1:11434/v1/chat/completions'],
	['http://127.0.0.1:11434/', 'http://127.0.0.1:11434/v1/chat/completions'],
	['https://api.example.com/v1', 'https://api.example.com/v1/chat/completions'],
	['https://api.example.com/v1/', 'https://api.example.com/v1/chat/completions'],
	['https://example.com/api/paas/v4', 'https://example.com/api/paas/v4/chat/completions'],
	['https://example.com/v1beta', 'https://example.com/v1beta/chat/completions'],
	['https://openrouter.example/api', 'https://openrouter.example/api/v1/chat/completions'],
	['https://v2.example.com', 'https://v2.example.com/v1/chat/completions'],
])('chats of %s go to %s', (baseUrl, url) => {
	expect(customUrl({ baseUrl }, '/chat/completions')).toBe(url);
});
