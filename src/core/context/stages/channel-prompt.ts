/** What the channel adds to the rules. */
import type { StructuredContextItem } from '#domain/context-item';
import { plainContent } from '../plain-content.ts';
import type { ContextFacts } from '../stage.ts';

/** One item for a prompt of the mode `append`; one of the mode `replace` stands in the place of the rules. */
export function channelPrompt(facts: ContextFacts): readonly StructuredContextItem[] {
	const { prompts, impersonatedUserId } = facts.talk;
	if (impersonatedUserId !== null || prompts.channelPrompt?.mode !== 'append') return [];
	const text = plainContent(prompts.channelPrompt.text, facts);
	return text === '' ? [] : [{ role: 'system', tag: 'SYSTEM_CHANNEL_PROMPT', text, identity: 'channel-prompt' }];
}
