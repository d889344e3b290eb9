/** Where a turn happens, as Discord has told it. */
import { channelIdsIn, roleIdsIn } from '#core/text/mentions';
import type { Snowflake } from '#domain/ids';
import type { ChatMessage } from '#domain/message';
import type { Knowledge, RoomFacts } from '#domain/turn-facts';
import type { ChatSurface } from '#ports/chat-surface';
import type { TurnPlace } from './gather-place.ts';

/** Names of roles, and of channels, that stored texts of one turn may bring. */
const namesMax = 200;

/** The place of a message, and what the ids in the texts that are stored for it are called there. */
export function gatherRoom(
	{ guildId, channelId, author }: ChatMessage,
	texts: readonly string[],
	surface: Pick<ChatSurface, 'room'>,
): RoomFacts {
	const room = guildId === null ? null : surface.room(channelId);
	const mentioning = texts.filter((text) => text.includes('<') || text.includes('/channels/')).join('\n');
	return {
		kind: guildId === null ? 'direct' : 'guild',
		name: guildId === null ? author.displayName : (room?.guildName ?? ''),
		description: room?.guildDescription ?? null,
		emojis: room?.emojis ?? [],
		stickers: room?.stickers ?? [],
		channelNames: room?.channelNames ?? [],
		names: {
			roles: namesOf(roleIdsIn(mentioning), (id) => room?.roleName(id) ?? null),
			channels: namesOf(channelIdsIn(mentioning), (id) => room?.channelName(id) ?? null),
		},
	};
}

/** Every stored text whose mentions a prompt resolves. */
export function storedTexts({ persona, settings }: TurnPlace, knowledge: Knowledge): readonly string[] {
	const { systemPrompt, channelPrompt, personaPrompt, contextNotes } = settings;
	const prompts = [systemPrompt, channelPrompt?.text, personaPrompt].filter((text) => typeof text === 'string');
	return [
		...persona.attributes,
		...persona.samples.flatMap((sample) => [sample.user ?? '', sample.persona]),
		...[...knowledge.serverMemories, ...knowledge.personalMemories, ...knowledge.lore].map(({ content }) => content),
		...knowledge.shortTerm.records.flatMap(({ content, lines }) => [content, ...lines.map(({ text }) => text)]),
		...prompts,
		...contextNotes.map(({ text }) => text),
	];
}

function namesOf(ids: readonly Snowflake[], nameOf: (id: Snowflake) => string | null): ReadonlyMap<Snowflake, string> {
	const named = ids.slice(0, namesMax).map((id) => [id, nameOf(id)] as const);
	return new Map(named.flatMap(([id, name]) => (name === null ? [] : [[id, name] as const])));
}
