/** How to behave in a chat at all: the server's own prompt, or ours where there is none. */
import type { StructuredContextItem } from '#domain/context-item';
import { plainContent } from '../plain-content.ts';
import type { ContextFacts } from '../stage.ts';

/** A channel's prompt of the mode `replace` takes the place of either. */
export function systemRules(facts: ContextFacts): readonly StructuredContextItem[] {
	const { prompts, impersonatedUserId } = facts.talk;
	if (impersonatedUserId !== null) return [];
	const replacing = prompts.channelPrompt?.mode === 'replace' ? prompts.channelPrompt.text : null;
	const given = [replacing, prompts.systemPrompt].find((text) => text !== null && text.trim() !== '');
	const text = plainContent(given ?? defaultRules(facts), facts);
	return [{ role: 'system', tag: 'SYSTEM_HUMANIZER_RULES', text, identity: 'system-rules' }];
}

function defaultRules({ talk }: ContextFacts): string {
	const remembers = talk.tools.some((tool) => /memor|remember/i.test(tool.name));
	return [
		'You are {bot}, one of those who chat here on Discord. Stay {bot}, and speak for {bot} alone.',
		'Write as people do in a chat: brief and casual, in the language that you are spoken to in. Be long only where the subject deserves it.',
		'Lines in square brackets that begin with "System:" and stand without a name tell you about the conversation. You never write such lines.',
		...(remembers ? ['When something is worth keeping, use your memory tools without being asked.'] : []),
	].join('\n');
}
