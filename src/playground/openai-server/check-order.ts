/** The order of roles that strict chat templates ask for. */

import type { SentMessage } from './chat-schema.ts';

/** What is wrong with the messages, each thing once; the system may speak anywhere. */
export function orderProblems(messages: readonly SentMessage[]): readonly string[] {
	const spoken = messages.filter(({ role }) => role !== 'system');
	const problems: string[] = [];
	if (messages.some(({ content, shown }) => content.trim() === '' && shown === undefined))
		problems.push('messages: no message may be empty');
	if (spoken.length === 0) return [...problems, 'messages: at least one message of the user is needed'];
	if (spoken[0]?.role !== 'user') problems.push('messages: the conversation must begin with the user');
	const repeats = messages.some(({ role }, index) => role !== 'system' && messages[index - 1]?.role === role);
	if (repeats) problems.push('messages: user and assistant must take turns');
	if (messages.at(-1)?.role === 'system') problems.push('messages: the last message may not be the system’s');
	return problems;
}
