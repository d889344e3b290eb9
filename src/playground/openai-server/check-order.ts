/** The order of roles that strict chat templates ask for. */

import type { SentMessage } from './chat-schema.ts';

/** What is wrong with the messages, each thing once; the system may speak anywhere. */
export function orderProblems(messages: readonly SentMessage[]): readonly string[] {
	const spoken = messages.filter(({ role }) => role !== 'system');
	const problems: string[] = [];
	if (messages.some(({ content, shown, calls }) => content.trim() === '' && shown === undefined && calls === undefined))
		problems.push('messages: no message may be empty');
	if (spoken.length === 0) return [...problems, 'messages: at least one message of the user is needed'];
	if (spoken[0]?.role !== 'user') problems.push('messages: the conversation must begin with the user');
	const repeats = messages.some(
		({ role }, index) => role !== 'system' && role !== 'tool' && messages[index - 1]?.role === role,
	);
	if (repeats) problems.push('messages: user and assistant must take turns');
	if (messages.at(-1)?.role === 'system') problems.push('messages: the last message may not be the system’s');
	return [...problems, ...callProblems(messages)];
}

/** Each call is answered once, by the messages right behind it, and nothing is answered that was not called. */
function callProblems(messages: readonly SentMessage[]): readonly string[] {
	const problems: string[] = [];
	let open: readonly string[] = [];
	for (const { role, calls = [], callId = '' } of messages) {
		if (role === 'tool') {
			if (!open.includes(callId)) problems.push(`messages: nothing called ${callId} right before its result`);
			open = open.filter((id) => id !== callId);
			continue;
		}
		if (open.length > 0) problems.push(`messages: ${open.join(', ')} must be answered first`);
		if (new Set(calls).size < calls.length) problems.push('messages: two calls have the same id');
		open = calls;
	}
	if (open.length > 0) problems.push(`messages: ${open.join(', ')} must be answered`);
	return problems;
}
