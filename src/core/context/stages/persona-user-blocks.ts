/** Whom the persona takes no notice of. */
import type { StructuredContextItem } from '#domain/context-item';
import type { ContextFacts } from '../stage.ts';

const WHAT_IT_MEANS = {
	mute: 'muted: they cannot call on you',
	block: 'blocked: they cannot call on you, and what they write is hidden from you',
} as const;

/** One item, a line for each person; none where nobody is ignored. */
export function personaUserBlocks({ talk, persona }: ContextFacts): readonly StructuredContextItem[] {
	if (talk.blocks.length === 0 || talk.impersonatedUserId !== null) return [];
	const lines = talk.blocks.map(({ name, blockType }) => `- ${name} (${WHAT_IT_MEANS[blockType]})`);
	const text = [`People whom ${persona.name} ignores at the moment:`, ...lines].join('\n');
	return [{ role: 'system', tag: 'KNOWLEDGE_PERSONA_USER_BLOCKS', text, identity: 'persona-user-blocks' }];
}
