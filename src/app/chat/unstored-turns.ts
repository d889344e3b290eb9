/** Stores in which a turn leaves nothing behind. */
import type { ChatStores } from './chat-ports.ts';

/** The same stores, but neither states nor messages of turns are written, for what is no turn's reply or not yet one. */
export function unstoredTurns(stores: ChatStores): ChatStores {
	return {
		...stores,
		turns: { ...stores.turns, setTurnState: async () => true, recordPart: nothing, removeParts: nothing },
		openTurns: { ...stores.openTurns, beginPart: async () => true },
	};
}

/** The same stores for a reply that goes on after its turn has ended: writing it changes nothing about that end. */
export function endedTurns(stores: ChatStores): ChatStores {
	return { ...stores, turns: { ...stores.turns, setTurnState: async () => true } };
}

async function nothing(): Promise<void> {}
