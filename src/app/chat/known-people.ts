/** What people, roles and channels are called in one turn's prompt, as its messages and the stores tell it together. */
import type { TalkFacts } from '#core/context/talk-facts';
import type { SimplifiedHistory } from '#core/history/history-facts';
import type { MentionNames } from '#core/text/mentions';
import { plainLabel } from '#core/text/plain-label';
import type { Snowflake } from '#domain/ids';
import type { TurnFacts } from '#domain/turn-facts';

/** Names for the ids in stored texts; what the messages themselves say is surer than the caches. */
export function knownNames({ room }: TurnFacts, history: SimplifiedHistory): MentionNames {
	const { userNames, thingNames } = history;
	return {
		users: userNames,
		roles: new Map([...labelled(room.names.roles), ...thingNames.roles]),
		channels: new Map([...labelled(room.names.channels), ...thingNames.channels]),
	};
}

function labelled(names: ReadonlyMap<Snowflake, string>): readonly (readonly [Snowflake, string])[] {
	return Array.from(names, ([id, name]) => [id, plainLabel(name, 'unknown')] as const);
}

/** Whom the persona ignores, and which other names people bear; `userNames` are the labels of this prompt. */
export function peopleFacts(
	{ history, messages }: TurnFacts,
	userNames: ReadonlyMap<Snowflake, string>,
): Pick<TalkFacts, 'blocks' | 'aliases'> {
	const blocks = history.ignored.flatMap(({ userDiscordId, blockType, displayName }) => {
		const name = userNames.get(userDiscordId) ?? (displayName === null ? null : plainLabel(displayName, 'someone'));
		return name === null ? [] : [{ name, blockType }];
	});
	return { blocks, aliases: aliasesOf(messages, userNames) };
}

/** The names that Discord shows beside the label that the prompt uses, as the person's newest message tells them. */
function aliasesOf(
	messages: TurnFacts['messages'],
	userNames: ReadonlyMap<Snowflake, string>,
): ReadonlyMap<Snowflake, readonly string[]> {
	const aliases = new Map<Snowflake, readonly string[]>();
	for (const { author } of messages.toReversed()) {
		const label = userNames.get(author.id);
		if (author.kind !== 'user' || label === undefined || aliases.has(author.id)) continue;
		const shown = [label, plainLabel(author.displayName, label), plainLabel(author.username, label)];
		const lower = shown.map((name) => name.toLowerCase());
		aliases.set(
			author.id,
			shown.filter((_name, place) => place > 0 && lower.indexOf(lower[place] ?? '') === place),
		);
	}
	return aliases;
}
