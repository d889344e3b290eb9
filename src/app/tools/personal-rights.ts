/** Whose personal memories a tool may touch: those of the person who speaks, where they and the server want it. */
import type { TurnRequest } from '#domain/turn';
import type { TurnFacts } from '#domain/turn-facts';

/** Whether a person speaks, no bot and no persona: only then is there somebody in whose name something is stored. */
export function isPersonSpeaking(_facts: TurnFacts, { trigger }: Pick<TurnRequest, 'trigger'>): boolean {
	return trigger.author.kind === 'user';
}

/** Whether personal memories of the speaker come up here at all. */
export function mayBePersonal({ knowledge, history }: TurnFacts, { trigger }: Pick<TurnRequest, 'trigger'>): boolean {
	const { id } = trigger.author;
	const person = knowledge.people.find(({ discordId }) => discordId === id);
	const isClosed = person !== undefined && (person.privacyLevel !== 0 || !person.mayBePersonal);
	return knowledge.personalizationEnabled && !isClosed && !history.privateUserIds.has(id);
}
