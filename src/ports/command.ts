/** Slash commands as the app defines them; the Discord adapter registers and dispatches them. */
import type { Snowflake } from '#domain/ids';
import type { Locale } from '#domain/locale';
import type { LocalizedText } from '#domain/localized-text';
import type { MessageButton } from '#domain/reply';

/** A fixed value to choose. */
export interface CommandChoice {
	readonly value: string;
	readonly label: LocalizedText;
}

/** One option of a subcommand. */
export interface CommandOption {
	readonly name: string;
	readonly description: LocalizedText;
	/** A `user` is picked from Discord's own list, and its value is that person's id. */
	readonly kind: 'string' | 'user' | 'attachment';
	readonly required: boolean;
	readonly choices?: readonly CommandChoice[];
	/** Characters; Discord refuses longer input before we see it. */
	readonly lengthMax?: number;
	/** Suggestions while typing; answered within a second or left empty. */
	readonly autocomplete?: (query: AutocompleteQuery) => Promise<readonly Suggestion[]>;
}

/** What was typed so far, and by whom. */
export interface AutocompleteQuery {
	readonly text: string;
	readonly place: CommandPlace;
	/** The options that are given already. */
	readonly values?: ReadonlyMap<string, string>;
}

/** One suggestion; at most 25 are shown. */
export interface Suggestion {
	readonly name: string;
	readonly value: string;
}

/** One text field of a modal. */
export interface ModalField {
	readonly name: string;
	readonly label: LocalizedText;
	readonly style: 'short' | 'paragraph';
	readonly required: boolean;
	readonly lengthMax: number;
	readonly lengthMin?: number;
}

/** A form that opens before the command runs. */
export interface CommandModal {
	readonly title: LocalizedText;
	readonly fields: readonly ModalField[];
	/** The option with which the form does not open, since it has been answered already. */
	readonly unlessGiven?: string;
}

/** Where and by whom a command was given. */
export interface CommandPlace {
	readonly guildId: Snowflake | null;
	readonly channelId: Snowflake;
	readonly userId: Snowflake;
	readonly userDisplayName: string;
	/** Manage Server; in direct messages always true. */
	readonly canManage: boolean;
	/** Manage Messages; in direct messages always true. */
	readonly canModerate: boolean;
	/** May write messages here. */
	readonly canWrite: boolean;
	/** The asker's Discord language. */
	readonly userLocale: Locale | null;
	/** The guild's Discord language. */
	readonly guildLocale: Locale | null;
}

/** A file that came with a command. */
export interface CommandAttachment {
	readonly url: string;
	readonly fileName: string;
	readonly sizeBytes: number;
}

/** Somebody who was named with a command. */
export interface NamedUser {
	readonly id: Snowflake;
	/** As the place shows them. */
	readonly displayName: string;
	readonly avatarUrl: string | null;
	readonly isBot: boolean;
	/** False for people who are not in the guild. */
	readonly isMember: boolean;
}

/** One use of a command, already acknowledged. */
export interface CommandInvocation {
	readonly place: CommandPlace;
	/** Given string options and modal fields by name; absent when not given. */
	readonly values: ReadonlyMap<string, string>;
	readonly attachments: ReadonlyMap<string, CommandAttachment>;
	/** Named people by option; their ids are in `values`, too. */
	readonly users?: ReadonlyMap<string, NamedUser>;
	readonly signal: AbortSignal;
	/** The interaction's own id: an instant in time that is nobody else's. */
	readonly id: Snowflake;
	/** The message that a message command is used on. */
	readonly targetMessageId?: Snowflake;
}

/** What the asker sees: text, and optionally a titled card below it and a file. */
export interface CommandAnswer {
	readonly text: string;
	readonly card?: CommandCard;
	readonly file?: CommandFile;
	/** Stands above the buttons; choices come to the command set's `pressButton`, too. */
	readonly menu?: AnswerMenu;
	/** One row of at most five below the answer; presses come to the command set's `pressButton`. */
	readonly buttons?: readonly MessageButton[];
	/** For the answer to a press: it takes the place of the message whose button was pressed. */
	readonly replacesMessage?: true;
}

/** A menu below an answer; `id` comes back with the choice, at most 100 characters. */
export interface AnswerMenu {
	readonly id: string;
	/** Shown while nothing is chosen, at most 150 characters. */
	readonly hint: string;
	/** Values to choose from, at most 25 with at most 100 characters each; or the text channels of the server. */
	readonly offers: readonly MenuOffer[] | 'channels';
	/** Values, or ids of channels, that are chosen to begin with. */
	readonly chosen: readonly string[];
	readonly choicesMin: number;
	readonly choicesMax: number;
}

/** One value of a menu. */
export interface MenuOffer {
	readonly value: string;
	readonly label: string;
	readonly details?: string;
}

/** A file: text, written as UTF-8, or bytes. */
export type CommandFile = CommandFileFacts & ({ readonly text: string } | { readonly bytes: Uint8Array });

/** What goes with any file. */
export interface CommandFileFacts {
	/** Its ending says what kind of file it is. */
	readonly name: string;
	/** What a picture shows, for those who do not see it; at most 1,024 characters. */
	readonly altText?: string;
	/**
	 * When given, text and file go by direct message and this is what the command answers; where direct messages are
	 * closed, or the command was given in one, the answer brings them itself.
	 */
	readonly sentDirectly?: string;
}

/** A card with named fields; texts are already localized and within Discord's limits. */
export interface CommandCard {
	readonly title: string;
	readonly description?: string;
	readonly fields: readonly { readonly name: string; readonly value: string }[];
	/** The answer's file is a picture that stands inside the card. */
	readonly showsFile?: true;
}

/** Subcommands that are given behind a further name. */
export interface SubcommandGroup {
	readonly name: string;
	readonly description: LocalizedText;
}

/** One subcommand. It is acknowledged before `run` is called, so `run` may take its time (ruling D4). */
export interface Subcommand {
	readonly name: string;
	/** The group between the command's name and its own; subcommands of one group follow each other. */
	readonly group?: SubcommandGroup;
	readonly description: LocalizedText;
	readonly options: readonly CommandOption[];
	/** Private answers are ephemeral. */
	readonly answer: 'private' | 'public';
	/** Name of the option whose value `yes` makes a private answer public. */
	readonly publicOption?: string;
	readonly modal?: CommandModal;
	/** What the form shows to begin with; asked within a second, after which the form is not opened. */
	readonly fill?: (query: FormQuery) => Promise<FormFill>;
	run(invocation: CommandInvocation): Promise<CommandAnswer>;
}

/** A form that is about to be opened, and the options given with its command. */
export interface FormQuery {
	readonly place: CommandPlace;
	readonly values: ReadonlyMap<string, string>;
}

/** What stands in the fields of a form by their names, none of it too long for its field; or why it is not opened. */
export type FormFill =
	| { readonly kind: 'open'; readonly texts: ReadonlyMap<string, string> }
	| { readonly kind: 'refuse'; readonly answer: CommandAnswer };

/** A command and its subcommands. */
export interface Command {
	readonly name: string;
	readonly description: LocalizedText;
	readonly subcommands: readonly Subcommand[];
}

/** A command in the menu of a message; its answers are private. */
export interface MessageCommand {
	/** As people see it in the menu; the English name is the registered one. */
	readonly name: LocalizedText;
	/** Opens first; `filledField` names the field that holds the message's text to begin with. */
	readonly modal?: CommandModal & { readonly filledField: string };
	run(invocation: CommandInvocation): Promise<CommandAnswer>;
}

/** A press on a button of ours, a choice from a menu, or a form that a button opened; already acknowledged. */
export interface ButtonPress {
	/** The id that the button or menu was made with. */
	readonly buttonId: string;
	/** What was chosen from a menu; absent for buttons. */
	readonly choices?: readonly string[];
	/** What was written into the form that the button opened, by field; absent where it opened none. */
	readonly fields?: ReadonlyMap<string, string>;
	readonly place: CommandPlace;
	readonly signal: AbortSignal;
	/** The interaction's own id. */
	readonly id: Snowflake;
}

/** The form that a button opens, known from its id alone; null for buttons that open none. */
export type ButtonForms = (buttonId: string) => CommandModal | null;

/** Takes the presses on all buttons of ours; null says nothing. */
export type ButtonHandler = (press: ButtonPress) => Promise<CommandAnswer | null>;

/** Everything that people can use beside writing. */
export interface CommandSet {
	readonly commands: readonly Command[];
	readonly messageCommands?: readonly MessageCommand[];
	readonly pressButton?: ButtonHandler;
	/** What is sent with such a form comes to `pressButton`. */
	readonly buttonForm?: ButtonForms;
}
