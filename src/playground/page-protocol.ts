/** The shapes that the playground's page and its server exchange: one snapshot, then events; and what the page asks for. */
import type { APIApplicationCommand, APIMessage, APIModalInteractionResponseCallbackData } from 'discord-api-types/v10';

/** Somebody the page can show, and, when it is no bot, speak as. */
export interface PagePerson {
	readonly id: string;
	readonly name: string;
	readonly isBot: boolean;
	/** One line about why this person is here, for the menu of speakers. */
	readonly note: string;
	/** A key to store for this person with `/key set`; null when none is needed or the real service answers. */
	readonly standInKey: string | null;
}

/** A server in the rail. */
export interface PageGuild {
	readonly id: string;
	readonly name: string;
	readonly ownerId: string;
	/** The permission bits of everybody, as a decimal number. */
	readonly everyonePermissions: string;
	readonly roles: readonly { readonly id: string; readonly name: string }[];
	readonly emojis: readonly { readonly id: string; readonly name: string; readonly url: string }[];
}

/** A place to write: a channel of a server, a thread, or the direct messages of one person with the bot. */
export interface PageChannel {
	readonly id: string;
	readonly kind: 'text' | 'thread' | 'direct';
	readonly guildId: string | null;
	readonly parentId: string | null;
	readonly name: string;
	readonly topic: string | null;
	/** The person of a direct channel; null elsewhere. */
	readonly personId: string | null;
}

/** A message as Discord would give it, with what only the stand-in knows. */
export interface PageMessage {
	readonly message: APIMessage;
	/** The only person who sees it; null when everybody in the channel does. */
	readonly ephemeralTo: string | null;
	/** The picture that came with a webhook's message; null to draw one. */
	readonly avatarUrl: string | null;
	/** Set on the answer to a slash command: who used which. */
	readonly usedCommand: { readonly personId: string; readonly name: string } | null;
	/** Who gave which reaction, by emoji: its id, or the character itself. */
	readonly reactedBy: Readonly<Record<string, readonly string[]>>;
}

/** The last request that the NovelAI stand-in got for text. */
export interface PagePrompt {
	readonly atMs: number;
	readonly model: string;
	readonly path: string;
	readonly text: string;
	/** The prompt's tokens as the stand-in counted them; null before it has. */
	readonly tokenCount: number | null;
	/** False where the model's tokenizer is not provisioned and the count is a low estimate. */
	readonly countIsExact: boolean;
	/** The context of the model for this key, in tokens. */
	readonly windowTokens: number | null;
	/** The tokens of the reply so far. */
	readonly outputTokens: number;
	readonly parameters: Readonly<Record<string, unknown>>;
}

/** How far the start is, or why it ended. */
export interface PageStatus {
	readonly phase: 'starting' | 'ready' | 'stopped';
	readonly sentence: string;
}

/** Who does the speaking: the scripted stand-in or the real service. */
export interface PageVoice {
	readonly kind: 'stand-in' | 'novelai';
	readonly sentence: string;
}

/** Everything a page needs to begin. */
export interface PageSnapshot {
	readonly kind: 'snapshot';
	readonly botId: string;
	readonly people: readonly PagePerson[];
	readonly guilds: readonly PageGuild[];
	readonly channels: readonly PageChannel[];
	readonly messages: readonly PageMessage[];
	readonly commands: readonly APIApplicationCommand[];
	readonly prompt: PagePrompt | null;
	readonly status: PageStatus;
	readonly voice: PageVoice;
}

/** One event on the page's stream. */
export type PageEvent =
	| PageSnapshot
	| { readonly kind: 'message'; readonly message: PageMessage }
	| { readonly kind: 'message-delete'; readonly channelId: string; readonly messageId: string }
	| { readonly kind: 'typing'; readonly channelId: string; readonly personId: string; readonly atMs: number }
	| { readonly kind: 'channel'; readonly channel: PageChannel }
	| { readonly kind: 'commands'; readonly commands: readonly APIApplicationCommand[] }
	| { readonly kind: 'prompt'; readonly prompt: PagePrompt }
	| { readonly kind: 'status'; readonly status: PageStatus };

/** A file on its way up. */
export interface PageUpload {
	readonly name: string;
	readonly contentType: string;
	readonly base64: string;
}

/** The value of one option; an upload for an option that takes a file. */
export type PageOptionValue = string | number | boolean | PageUpload;

/** What the page can ask for, each by `POST /api/<kind>` with this as JSON body; `personId` is the one who acts. */
export interface PageRequests {
	readonly say: {
		readonly personId: string;
		readonly channelId: string;
		readonly text: string;
		readonly replyTo?: string;
		readonly files?: readonly PageUpload[];
	};
	readonly edit: { readonly personId: string; readonly messageId: string; readonly text: string };
	readonly delete: { readonly personId: string; readonly messageId: string };
	readonly typing: { readonly personId: string; readonly channelId: string };
	readonly react: {
		readonly personId: string;
		readonly messageId: string;
		readonly emoji: string;
		readonly on: boolean;
	};
	readonly 'open-direct': { readonly personId: string };
	readonly command: {
		readonly personId: string;
		readonly channelId: string;
		/** The path, such as `model set`. */
		readonly command: string;
		readonly options: Readonly<Record<string, PageOptionValue>>;
	};
	readonly 'message-command': { readonly personId: string; readonly messageId: string; readonly command: string };
	readonly autocomplete: PageRequests['command'] & { readonly focused: string };
	readonly component: {
		readonly personId: string;
		readonly messageId: string;
		readonly customId: string;
		/** The chosen values of a menu; absent for a button. */
		readonly values?: readonly string[];
	};
	readonly modal: {
		readonly personId: string;
		/** The interaction that the form answered. */
		readonly interactionId: string;
		/** Values by custom id; the chosen values of a menu are joined by commas. */
		readonly fields: Readonly<Record<string, string>>;
	};
}

/** What an interaction came to, within the three seconds that Discord gives a bot. */
export type PageInteractionAnswer =
	| { readonly kind: 'answered' }
	| {
			readonly kind: 'modal';
			readonly interactionId: string;
			readonly modal: APIModalInteractionResponseCallbackData;
	  }
	| {
			readonly kind: 'choices';
			readonly choices: readonly { readonly name: string; readonly value: string | number }[];
	  }
	| { readonly kind: 'no-answer' };

/** The body of every answer: the interaction's for what reaches the bot, `done` for the rest, or a sentence on what is wrong. */
export type PageAnswer =
	| PageInteractionAnswer
	| { readonly kind: 'done'; readonly id?: string }
	| { readonly kind: 'refused'; readonly sentence: string };
