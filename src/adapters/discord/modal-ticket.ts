/** Carries a command's path and options through a modal, whose answer comes with nothing but its own name. */
import { listOf, objectOf } from './raw-fields.ts';

/** What has to be known again when the modal is submitted. */
export interface ModalTicket {
	readonly command: string;
	/** Null for a command without subcommands. */
	readonly subcommand: string | null;
	readonly values: ReadonlyMap<string, string>;
}

/** Writes and reads tickets. */
export interface ModalTickets {
	/** A custom id of at most 100 characters; `interactionId` makes it unique when the values do not fit into it. */
	write(ticket: ModalTicket, interactionId: string): string;
	/** The ticket of a custom id; null when it is none of ours or its values were forgotten. */
	read(customId: string): ModalTicket | null;
}

/** Characters of a custom id. */
export const customIdMax = 100;

/** Modals with long values that may be open at once; the oldest is forgotten. */
const keptTicketsMax = 500;

/** Tickets hold their values in the custom id itself, which survives a restart; only long values are kept in memory. */
export function createModalTickets(): ModalTickets {
	const kept = new Map<string, ReadonlyMap<string, string>>();
	return {
		write({ command, subcommand, values }, interactionId) {
			const whole = JSON.stringify([command, subcommand, Object.fromEntries(values)]);
			if (whole.length <= customIdMax) return whole;
			kept.set(interactionId, values);
			const oldest = kept.keys().next();
			if (kept.size > keptTicketsMax && !oldest.done) kept.delete(oldest.value);
			return JSON.stringify([command, subcommand, interactionId]);
		},
		read(customId) {
			const [command, subcommand, carried] = listOf(parse(customId));
			if (typeof command !== 'string' || (typeof subcommand !== 'string' && subcommand !== null)) return null;
			const values = typeof carried === 'string' ? kept.get(carried) : valuesOf(carried);
			return values ? { command, subcommand, values } : null;
		},
	};
}

function valuesOf(carried: unknown): ReadonlyMap<string, string> | undefined {
	const object = objectOf(carried);
	if (!object) return undefined;
	const entries = Object.entries(object);
	return new Map(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return null;
	}
}
