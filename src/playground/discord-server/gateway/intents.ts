/** Which gateway events a session gets for its intents, and what it reads of messages without the content intent. */
import { ApplicationFlags, GatewayIntentBits } from 'discord-api-types/v10';
import type { Dispatch } from '../world.ts';

/** The intents that need a switch in the portal. */
export const privilegedIntents: number =
	GatewayIntentBits.GuildMembers | GatewayIntentBits.GuildPresences | GatewayIntentBits.MessageContent;

/** The flags by which an application shows which privileged intents it may use. */
export function applicationFlags(allowedPrivilegedIntents: number): number {
	const flags: readonly (readonly [number, number])[] = [
		[GatewayIntentBits.GuildPresences, ApplicationFlags.GatewayPresenceLimited],
		[GatewayIntentBits.GuildMembers, ApplicationFlags.GatewayGuildMembersLimited],
		[GatewayIntentBits.MessageContent, ApplicationFlags.GatewayMessageContentLimited],
	];
	return flags.reduce((sum, [intent, flag]) => ((allowedPrivilegedIntents & intent) === 0 ? sum : sum | flag), 0);
}

const guildEvents: readonly (readonly [RegExp, number])[] = [
	[/^MESSAGE_REACTION/, GatewayIntentBits.GuildMessageReactions],
	[/^MESSAGE_/, GatewayIntentBits.GuildMessages],
	[/^TYPING_START$/, GatewayIntentBits.GuildMessageTyping],
	[/^GUILD_MEMBER_/, GatewayIntentBits.GuildMembers],
	[/^WEBHOOKS_UPDATE$/, GatewayIntentBits.GuildWebhooks],
	[/^(GUILD|CHANNEL|THREAD)_/, GatewayIntentBits.Guilds],
];

const directEvents: readonly (readonly [RegExp, number])[] = [
	[/^MESSAGE_REACTION/, GatewayIntentBits.DirectMessageReactions],
	[/^MESSAGE_/, GatewayIntentBits.DirectMessages],
	[/^TYPING_START$/, GatewayIntentBits.DirectMessageTyping],
	[/^CHANNEL_/, 0],
];

/** Whether a session with these intents gets the event; events that no rule names need none. */
export function wantsEvent(intents: number, dispatch: Dispatch): boolean {
	if (dispatch.t === 'CHANNEL_PINS_UPDATE' && dispatch.guildId === null) {
		return (intents & GatewayIntentBits.DirectMessages) !== 0;
	}
	const rules = dispatch.guildId === null ? directEvents : guildEvents;
	const rule = rules.find(([pattern]) => pattern.test(dispatch.t));
	return rule === undefined || rule[1] === 0 || (intents & rule[1]) !== 0;
}

/** What of a message decides whether the bot may read it. */
export interface ReadableMessage {
	readonly author: { readonly id: string };
	readonly mentions: readonly { readonly id: string }[];
}

/** Whether the bot may read the message: in direct messages, its own, where it is mentioned, or with the intent. */
export function mayReadContent(
	message: ReadableMessage,
	reader: { readonly botId: string; readonly allowed: boolean; readonly direct: boolean },
): boolean {
	return (
		reader.allowed ||
		reader.direct ||
		message.author.id === reader.botId ||
		message.mentions.some((user) => user.id === reader.botId)
	);
}

/** The message as it arrives for somebody who may not read it: content and attachments are empty, and so on inside. */
export function blankMessage<T extends object>(message: T): T {
	const blank: Record<string, unknown> = { ...message, content: '', embeds: [], attachments: [], components: [] };
	delete blank['poll'];
	if (Array.isArray(blank['message_snapshots'])) {
		blank['message_snapshots'] = blank['message_snapshots'].map((snapshot: { message: object }) => ({
			message: blankMessage(snapshot.message),
		}));
	}
	return blank as T;
}

/** Blanks the message and the one it replies to, each by its own author and mentions. */
export function readableMessage<T extends ReadableMessage>(
	message: T,
	reader: { readonly botId: string; readonly allowed: boolean; readonly direct: boolean },
): T {
	const seen = mayReadContent(message, reader) ? { ...message } : blankMessage(message);
	const replied = (seen as { referenced_message?: (ReadableMessage & object) | null }).referenced_message;
	if (replied === undefined || replied === null) return seen;
	return { ...seen, referenced_message: readableMessage(replied, reader) };
}
