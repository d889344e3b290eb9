/** The end of a turn, also where it cannot be written at once. */
import { expect, test } from 'vitest';
import type { ChatPorts } from '#app/chat/chat-ports';
import type { TurnAbortReason } from '#app/chat/pending-turn';
import { settleTurn } from '#app/chat/settle-turn';
import type { ChatTurnContext } from '#app/chat/turn-context';
import { TurnLeases } from '#app/chat/turn-leases';
import type { PersonaId, TurnId } from '#domain/ids';
import { StoreUnavailableError } from '#domain/store-unavailable-error';
import type { TurnPart } from '#domain/turn';
import { chatMessage } from '../support/chat-message.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { recordingLog } from '../support/store-log.ts';

const turnId = 7 as TurnId;
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 2));

function open() {
	const clock = new ManualClock();
	const log = recordingLog();
	const state = { isAway: false, written: [] as unknown[] };
	const lost: TurnId[] = [];
	const write = async (what: unknown): Promise<true> => {
		if (state.isAway) throw new StoreUnavailableError('test', 'connection');
		state.written.push(what);
		return true;
	};
	const turnLeases = new TurnLeases({ openTurns: { renewLeases: async () => lost }, clock, log });
	const ports = {
		clock,
		log,
		turnLeases,
		stores: {
			stats: null,
			turns: { setTurnState: (_id: TurnId, to: string) => write(to), recordPart: (part: TurnPart) => write(part) },
			openTurns: { releaseTurn: () => write('released') },
		},
	} as unknown as ChatPorts;
	return { clock, state, ports, turnLeases, lost };
}

function turnOf(reason: TurnAbortReason | null, unrecorded: TurnPart[] = []): ChatTurnContext {
	const controller = new AbortController();
	if (reason !== null) controller.abort(reason);
	const trigger = chatMessage({ id: '1' });
	const request = { cause: 'trigger-word', trigger, lines: [trigger] };
	return { turnId, request, signal: controller.signal, unrecorded } as unknown as ChatTurnContext;
}

const part: TurnPart = { turnId, personaId: 1 as PersonaId, messageId: '900', part: 0, variant: 0 };

test('a turn whose end cannot be written is held until it can be, however long that takes, with what was not recorded', async () => {
	const { clock, state, ports, turnLeases } = open();
	state.isAway = true;
	await settleTurn(turnOf(null, [part]), { kind: 'replied', messages: [] }, ports);
	for (let minute = 0; minute < 10; minute += 1) {
		clock.advance(60_000);
		await settled();
		expect(turnLeases.heldIds).toEqual([turnId]);
	}
	state.isAway = false;
	clock.advance(60_000);
	await settled();
	expect(state.written).toEqual([part, 'done']);
	expect(turnLeases.heldIds).toEqual([]);
});

test('what another process has taken over meanwhile is let go', async () => {
	const { clock, state, ports, turnLeases, lost } = open();
	state.isAway = true;
	await settleTurn(turnOf(null), { kind: 'replied', messages: [] }, ports);
	lost.push(turnId);
	for (let step = 0; step < 8; step += 1) {
		clock.advance(5_000);
		await settled();
	}
	expect(turnLeases.heldIds).toEqual([]);
	expect(state.written).toEqual([]);
});

test.each(['edited', 'shutdown'] as const)('a turn that ended by "%s" stays open, and nobody’s', async (reason) => {
	const { state, ports } = open();
	await settleTurn(turnOf(reason), { kind: 'cancelled' }, ports);
	expect(state.written).toEqual(['released']);
});
