/** What everybody and everything in a history is called, so that one person has one name throughout. */
import type { MentionNames } from '#core/text/mentions';
import { plainLabel } from '#core/text/plain-label';
import type { Snowflake } from '#domain/ids';
import type { Author, ChatMessage, NamedReference, NamedThings } from '#domain/message';
import type { HistoryFacts } from './history-facts.ts';
import { mainPersona } from './known-personas.ts';

/** For people whose name shows nothing. */
const nobody = 'someone';

/** The names of one build. */
export interface Naming extends MentionNames {
	/** The label of a person: saved nickname, else the name that Discord shows. */
	labelOf(author: Pick<Author, 'id' | 'displayName'>): string;
	/** A label for a name that belongs to nobody in particular, such as a webhook's. */
	safeName(name: string): string;
}

/** Collects the names in the messages, the newest winning; saved nicknames outrank them unless they are blacklisted. */
export function createNaming(messages: readonly ChatMessage[], facts: HistoryFacts): Naming {
	const labels = new Map<string, string>();
	const safeName = (name: string): string => {
		const known = labels.get(name);
		if (known !== undefined) return known;
		const label = plainLabel(name, nobody);
		labels.set(name, label);
		return label;
	};
	const names = rawNames(messages);
	for (const [userId, nickname] of facts.savedNicknames) {
		if (!facts.nicknameBlacklist.has(userId) && nickname.trim() !== '') names.users.set(userId, nickname);
	}
	const safe = (raw: ReadonlyMap<Snowflake, string>): Map<Snowflake, string> =>
		new Map(Array.from(raw, ([id, name]) => [id, safeName(name)]));
	const users = safe(names.users);
	users.set(facts.selfId, mainPersona(facts).name);
	return {
		users,
		roles: safe(names.roles),
		channels: safe(names.channels),
		safeName,
		labelOf: (author) => users.get(author.id) ?? safeName(author.displayName),
	};
}

interface RawNames {
	readonly users: Map<Snowflake, string>;
	readonly roles: Map<Snowflake, string>;
	readonly channels: Map<Snowflake, string>;
}

/**
 * What is forwarded or quoted gives names too, though a message is surer of those that it names itself. Webhooks share one
 * id between many names and are therefore nobody that an id could mean. What a message says of its own author is surer
 * than what others say of whom they mention.
 */
function rawNames(messages: readonly ChatMessage[]): RawNames {
	const names: RawNames = { users: new Map(), roles: new Map(), channels: new Map() };
	for (const message of messages) {
		const { reply, forward } = message;
		if (forward?.body) addNamed(forward.body, names);
		if (reply?.target) addNamed(reply.target.body, names);
		for (const user of reply?.target?.mentionedUsers ?? []) names.users.set(user.id, user.displayName);
		addNamed(message, names);
		if (forward?.channelName) names.channels.set(forward.channelId, forward.channelName);
		if (reply?.target) addAuthor(reply.target.author, names);
	}
	for (const message of messages) addAuthor(message.author, names);
	return names;
}

function addNamed({ mentionedUsers, mentionedRoles, mentionedChannels }: NamedThings, names: RawNames): void {
	for (const user of mentionedUsers) names.users.set(user.id, user.displayName);
	for (const role of mentionedRoles.filter(isNamed)) names.roles.set(role.id, role.name);
	for (const channel of mentionedChannels.filter(isNamed)) names.channels.set(channel.id, channel.name);
}

/** Discord does not name every role that it mentions. */
function isNamed(reference: NamedReference): boolean {
	return reference.name.trim() !== '';
}

function addAuthor(author: Author, names: RawNames): void {
	if (author.kind !== 'webhook') names.users.set(author.id, author.displayName);
}
