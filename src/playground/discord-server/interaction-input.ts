/** How a user uses commands, components and modals: the words of the actors' interface. */
import type { AttachmentInput } from './attachments.ts';
import type { MessageRecord, Reference } from './records.ts';

/** The value a user gives to an option: text, number, truth, something with an id, or a file. */
export type OptionValue = string | number | boolean | { readonly id: string } | AttachmentInput;

/** How a command is used. */
export interface CommandUse {
	readonly options?: Readonly<Record<string, OptionValue>>;
	/** The user's client language; `en-US` when absent. */
	readonly locale?: string;
	/** For autocomplete: the option being typed. */
	readonly focused?: string;
}

/** A command use with its place. */
export interface PlacedCommandUse extends CommandUse {
	readonly channel: Reference;
	/** The command's path: name, or name with group and subcommand, by spaces. */
	readonly command: string;
	readonly kind: 'slash' | 'autocomplete' | 'message' | 'user';
	readonly target?: MessageRecord;
	readonly targetUserId?: string;
}

/** How a component is used. */
export interface ComponentUse {
	readonly customId: string;
	/** For select menus. */
	readonly values?: readonly string[];
	readonly locale?: string;
}

/** The text a user puts into a modal, by custom id of the input. */
export type ModalUse = Readonly<Record<string, string>>;
