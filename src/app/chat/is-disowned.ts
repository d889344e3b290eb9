/** Tells a turn that this process has lost from one that ended here. */
import type { TurnAbortReason } from './pending-turn.ts';
import type { ChatTurnContext } from './turn-context.ts';

/** Whether another process has taken the turn over, or its row is gone: whatever is left to write of it is not ours. */
export function isDisowned({ signal }: Pick<ChatTurnContext, 'signal'>): boolean {
	return signal.aborted && signal.reason === ('taken-over' satisfies TurnAbortReason);
}
