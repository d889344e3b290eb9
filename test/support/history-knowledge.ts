/** What is stored of a conversation of which nothing is stored. */
import type { Persona } from '#domain/persona';
import type { HistoryKnowledge } from '#domain/turn-facts';

/** Only that the persona exists. */
export function plainHistoryKnowledge(persona: Persona): HistoryKnowledge {
	return {
		personas: [persona],
		personaIdByMessageId: new Map(),
		impersonationWebhooks: new Map(),
		proxiedUserByMessageId: new Map(),
		savedNicknames: new Map(),
		nicknameBlacklist: new Set(),
		notices: new Map(),
		blocks: new Map(),
		ignored: [],
		privateUserIds: new Set(),
		reactionBudget: { isEnabled: true, reactionsMax: 4, usersMax: 5 },
	};
}
