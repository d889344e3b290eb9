/** What the stores know about a channel's messages and the people in them. */
import type { Snowflake } from '#domain/ids';
import type { ChatMessage } from '#domain/message';
import type { PersonaUserBlock, PersonFacts } from '#domain/person';
import type { HistoryKnowledge } from '#domain/turn-facts';
import type { ChatPorts } from './chat-ports.ts';
import type { TurnPlace } from './gather-place.ts';

/** Muted and blocked people whom a prompt may name. */
const ignoredMax = 50;

/** What the history needs to know, and what is stored of everybody in it. */
export interface GatheredHistory {
	readonly history: HistoryKnowledge;
	readonly people: readonly PersonFacts[];
}

/** Asks all stores side by side; `turnLines` may hold messages that a proxy posted just now. */
export async function gatherHistory(
	messages: readonly ChatMessage[],
	{ place, turnLines }: { readonly place: TurnPlace; readonly turnLines: readonly ChatMessage[] },
	ports: ChatPorts,
): Promise<GatheredHistory> {
	const { stores } = ports;
	const { workspace, persona } = place;
	const ours = idsOf(messages, (message) => message.author.kind === 'self' || message.webhook?.isOurs === true);
	// What is replied to is quoted, however old it is.
	const quoted = messages.flatMap(({ reply }) => reply?.target ?? []);
	const byWebhook = [...messages, ...quoted].filter((message) => message.webhook !== null);
	const [personas, speakers, notices, proxied, impersonations, blocks] = await Promise.all([
		stores.personas.listPersonas(workspace.id),
		stores.turns.findSpeakers(ours),
		stores.notices.findNotices(ours),
		stores.proxies.findProxied([...new Set(byWebhook.map((message) => message.id))]),
		stores.proxies.findImpersonations([...new Set(byWebhook.flatMap((message) => message.webhook?.id ?? []))]),
		workspace.kind === 'guild' ? stores.blocks.findBlocks(workspace.id, persona.id) : [],
	]);
	const behind = [...proxied, ...impersonations].map((entry) => entry.userDiscordId);
	const active = blocks.filter((block) => isActive(block, ports.clock.now()));
	const ignored = active.slice(0, ignoredMax).map((block) => block.userDiscordId);
	const commanders = notices.flatMap(({ payload }) =>
		typeof payload['authorId'] === 'string' ? [payload['authorId']] : [],
	);
	const discordIds = [...new Set([...peopleIn(messages), ...behind, ...ignored, ...commanders])];
	const people = await stores.people.findPeople({ serverId: workspace.id, personaId: persona.id, discordIds });
	const history: HistoryKnowledge = {
		personas,
		personaIdByMessageId: speakers,
		impersonationWebhooks: new Map(impersonations.map((entry) => [entry.webhookId, entry.userDiscordId])),
		proxiedUserByMessageId: new Map([
			...proxied.map((entry) => [entry.messageId, entry.userDiscordId] as const),
			...turnLines.filter(isProxied).map((line) => [line.id, line.author.id] as const),
		]),
		savedNicknames: new Map(people.flatMap(({ discordId, nickname }) => (nickname ? [[discordId, nickname]] : []))),
		nicknameBlacklist: new Set(people.filter((person) => !person.mayBePersonal).map((person) => person.discordId)),
		notices: new Map(notices.map(({ messageId, kind, payload }) => [messageId, { kind, payload }])),
		blocks: blockedOf(active),
		ignored: ignoredOf(active, people),
		privateUserIds: new Set(people.filter((person) => person.privacyLevel === 2).map((person) => person.discordId)),
		reactionBudget: ports.reactions,
	};
	return { history, people };
}

/** Whether a persona takes no notice of what a person says to it: a mute or a block that has not run out. */
export function isIgnored(blocks: readonly PersonaUserBlock[], userDiscordId: Snowflake, nowMs: number): boolean {
	return blocks.some((block) => block.userDiscordId === userDiscordId && isActive(block, nowMs));
}

function blockedOf(active: readonly PersonaUserBlock[]): HistoryKnowledge['blocks'] {
	const blocks = active.filter((block) => block.blockType === 'block');
	return new Map(blocks.map(({ userDiscordId, expiresAtMs }) => [userDiscordId, { expiresAtMs }]));
}

/** Under the name that the persona may use; those who stay out of every context stay out of this, too. */
function ignoredOf(active: readonly PersonaUserBlock[], people: readonly PersonFacts[]): HistoryKnowledge['ignored'] {
	const known = new Map(people.map((person) => [person.discordId, person]));
	return active.slice(0, ignoredMax).flatMap(({ userDiscordId, blockType }) => {
		const person = known.get(userDiscordId);
		if (person?.privacyLevel === 2) return [];
		const nickname = person?.mayBePersonal ? person.nickname : null;
		return [{ userDiscordId, blockType, displayName: nickname ?? person?.displayName ?? null }];
	});
}

function isActive(block: PersonaUserBlock, nowMs: number): boolean {
	return block.expiresAtMs === null || block.expiresAtMs > nowMs;
}

function isProxied(line: ChatMessage): boolean {
	return line.author.kind === 'user' && line.webhook !== null;
}

function idsOf(messages: readonly ChatMessage[], isWanted: (message: ChatMessage) => boolean): readonly Snowflake[] {
	return messages.filter(isWanted).map((message) => message.id);
}

/** Everybody whose name may appear: writers, those replied to, and those named. */
function peopleIn(messages: readonly ChatMessage[]): ReadonlySet<Snowflake> {
	const people = new Set<Snowflake>();
	for (const { author, reply, mentionedUsers } of messages) {
		if (author.kind === 'user') people.add(author.id);
		if (reply?.target?.author.kind === 'user') people.add(reply.target.author.id);
		for (const user of [...mentionedUsers, ...(reply?.target?.mentionedUsers ?? [])]) people.add(user.id);
	}
	return people;
}
