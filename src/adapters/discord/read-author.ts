/** Reads who wrote a message, under the name that readers of the channel see. */
import type { Snowflake } from '#domain/ids';
import type { Author, AuthorKind, MentionedUser, WebhookIdentity } from '#domain/message';
import { objectOf, objectsOf, type RawObject, textOf } from './raw-fields.ts';
import type { ReadContext } from './read-context.ts';
import { meantName } from './webhook-name.ts';

/** Discord's own host for pictures of people. */
const avatarsUrl = 'https://cdn.discordapp.com/avatars';

/** People that one message may name, as Discord limits it. */
const mentionsMax = 100;

/** The writer; webhooks have the name that they posted under. */
export function readAuthor(raw: RawObject, context: ReadContext): Author {
	const user = objectOf(raw['author']) ?? {};
	const kind = authorKindOf(raw, context.selfId);
	const id = textOf(user['id']) ?? textOf(raw['webhook_id']) ?? '';
	const username = textOf(user['username']) ?? id;
	if (kind === 'webhook') {
		const isOurs = textOf(raw['application_id']) === context.applicationId;
		const meant = isOurs ? meantName(username) : username;
		return { id, kind, username: meant, displayName: meant };
	}
	const displayName = displayNameOf(user, objectOf(raw['member']), context);
	const avatar = textOf(user['avatar']);
	const avatarUrl = avatar === null ? {} : { avatarUrl: `${avatarsUrl}/${id}/${avatar}.png` };
	return { id, kind, username, displayName, ...avatarUrl };
}

/** Answers to interactions carry the application's id as their webhook; only other webhook ids are real webhooks. */
function authorKindOf(raw: RawObject, selfId: Snowflake): AuthorKind {
	const user = objectOf(raw['author']);
	if (textOf(user?.['id']) === selfId) return 'self';
	if (webhookIdOf(raw)) return 'webhook';
	return user?.['bot'] === true ? 'bot' : 'user';
}

/** The webhook behind a message, or null; ours are known by their application. */
export function readWebhook(raw: RawObject, context: ReadContext): WebhookIdentity | null {
	const id = webhookIdOf(raw);
	if (!id || textOf(objectOf(raw['author'])?.['id']) === context.selfId) return null;
	const applicationId = textOf(raw['application_id']);
	return { id, applicationId, isOurs: applicationId === context.applicationId };
}

function webhookIdOf(raw: RawObject): Snowflake | null {
	const webhookId = textOf(raw['webhook_id']);
	return webhookId && webhookId !== textOf(raw['application_id']) ? webhookId : null;
}

/** The people that a message names. */
export function readMentions(raw: RawObject, context: ReadContext): readonly MentionedUser[] {
	return objectsOf(raw['mentions'])
		.slice(0, mentionsMax)
		.flatMap((user) => {
			const id = textOf(user['id']);
			return id ? [{ id, displayName: displayNameOf(user, objectOf(user['member']), context) }] : [];
		});
}

function displayNameOf(user: RawObject, member: RawObject | null, context: ReadContext): string {
	const id = textOf(user['id']) ?? '';
	const nickname = nicknameOf(id, member, context);
	return nickname ?? textOf(user['global_name']) ?? textOf(user['username']) ?? id;
}

function nicknameOf(userId: Snowflake, member: RawObject | null, context: ReadContext): string | null {
	if (context.guildId === null) return null;
	if (member === null) return context.nicknames.recall(context.guildId, userId) ?? null;
	const nickname = textOf(member['nick']);
	context.nicknames.learn(context.guildId, userId, nickname);
	return nickname;
}
