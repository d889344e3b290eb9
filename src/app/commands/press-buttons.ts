/** Finds who made the button that was pressed. */
import type { ButtonHandler } from '#ports/command';

/** Handlers by the first part of their buttons' ids, up to a colon. */
export type ButtonHandlers = Readonly<Record<string, ButtonHandler>>;

/** One handler for all of them; ids of nobody's go to `otherwise`. */
export function pressButtons(handlers: ButtonHandlers, otherwise: ButtonHandler): ButtonHandler {
	return async (press) => {
		const [prefix = ''] = press.buttonId.split(':', 1);
		const handler = Object.hasOwn(handlers, prefix) ? handlers[prefix] : undefined;
		return await (handler ?? otherwise)(press);
	};
}
