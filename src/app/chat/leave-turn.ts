/** Keeps a turn that has not begun for the next start. */
import type { TurnRequest } from '#domain/turn';
import type { ChatPorts } from './chat-ports.ts';
import { gatherPlace } from './gather-place.ts';
import { logTrouble } from './log-trouble.ts';
import { isIgnoredHere, withoutTakenLines } from './run-turn.ts';

/**
 * Claims it and lets go of it, so that whoever starts next takes it over; what cannot be claimed is found as missed.
 * Commands cannot be answered later: Discord has forgotten them by then. Never rejects.
 */
export async function leaveTurn(given: TurnRequest, ports: ChatPorts): Promise<void> {
	const { cause, trigger } = given;
	if (cause === 'command' || !ports.surface.mayPost(trigger.channelId)) return;
	try {
		const place = await gatherPlace(given, ports);
		if (await isIgnoredHere(given, place, ports)) return;
		const request = await withoutTakenLines(given, { place, isRerun: false }, ports);
		if (request === null) return;
		const turnId = await ports.stores.turns.claimTurn({
			serverId: place.workspace.id,
			channelId: trigger.channelId,
			personaId: place.persona.id,
			userId: place.userId,
			triggerMessageId: trigger.id,
			cause,
			lineIds: request.lines.map((line) => line.id),
		});
		if (turnId !== null) await ports.stores.openTurns.releaseTurn(turnId);
		ports.log.info({ channelId: trigger.channelId, triggerId: trigger.id }, 'a turn is left for the next start');
	} catch (error) {
		logTrouble(ports.log, 'a turn could not be left for the next start', { error, triggerId: trigger.id });
	}
}
