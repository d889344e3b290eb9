/** Finds the persona that a channel is spoken to by, where nobody named one. */
import { personaOfChannel } from '#core/access/access-denial';
import type { ServerId } from '#domain/ids';
import type { Persona } from '#domain/persona';
import type { TriggerCause, TurnRequest } from '#domain/turn';
import type { ChatPorts } from './chat-ports.ts';

/** With these nobody means a certain persona, but the bot. */
const MEANS_THE_BOT: readonly (TriggerCause | undefined)[] = ['mention', 'auto-reply'];

/**
 * The main persona; in a channel where the rules leave no place for it, the first of the others that has one. Who names
 * the main persona, or replies to it, means it and is refused there.
 */
export async function personaHere(
	serverId: ServerId,
	{ trigger, cause }: Pick<TurnRequest, 'trigger'> & Partial<Pick<TurnRequest, 'cause'>>,
	{ stores, directory }: ChatPorts,
): Promise<Persona> {
	const main = await stores.personas.mainPersona(serverId);
	if (trigger.guildId === null || !MEANS_THE_BOT.includes(cause)) return main;
	const rules = (await stores.accessRules.listRules(serverId)).filter(({ kind }) => kind === 'persona');
	if (rules.length === 0) return main;
	const [personas, parentId] = await Promise.all([
		stores.personas.listPersonas(serverId),
		directory.parentOf(trigger.channelId),
	]);
	return personaOfChannel(rules, personas, { channelId: trigger.channelId, parentId }) ?? main;
}
