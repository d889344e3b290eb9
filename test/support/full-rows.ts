/** At least one row in every table, for tests that look at the whole database. */
import { sql } from 'drizzle-orm';
import { createSecretBox, type SecretBox } from '#adapters/crypto/secret-box';
import type { Database } from '#adapters/postgres/database';
import { appState } from '#adapters/postgres/schema/app-state';
import { personalizationBlacklist, personaUserBlocks } from '#adapters/postgres/schema/blocks';
import { serverCredentials, userCredentials } from '#adapters/postgres/schema/credentials';
import { serverCustomProviders, userCustomProviders } from '#adapters/postgres/schema/custom-providers';
import { apiKeyRotation } from '#adapters/postgres/schema/key-rotation';
import { leases, outgoingParts, reunionClaims } from '#adapters/postgres/schema/leases';
import { lorebookEntries } from '#adapters/postgres/schema/lorebooks';
import {
	personalMemories,
	serverMemories,
	serverStmConfigs,
	shortTermMemories,
} from '#adapters/postgres/schema/memories';
import { notices } from '#adapters/postgres/schema/notices';
import { personaCards, personaPictures } from '#adapters/postgres/schema/personas';
import { naiPresets } from '#adapters/postgres/schema/presets';
import {
	accessRules,
	autoReplyCounters,
	cooldowns,
	personaConditioning,
	quotaCounters,
} from '#adapters/postgres/schema/rooms';
import { savedProviderConfigs, userSavedProviderConfigs } from '#adapters/postgres/schema/saved-providers';
import { channelSettings, personaSettings, serverSettings, userSettings } from '#adapters/postgres/schema/settings';
import { statCounters } from '#adapters/postgres/schema/stats';
import { turnLines, turnMessages, turns, turnVariants } from '#adapters/postgres/schema/turns';
import { userPersonaNames, users } from '#adapters/postgres/schema/users';
import { discordManagedWebhooks, impersonationWebhooks, proxiedMessages } from '#adapters/postgres/schema/webhooks';
import { createWorkspaceStore } from '#adapters/postgres/workspace-store';
import type { Snowflake, UserId } from '#domain/ids';
import type { Persona } from '#domain/persona';
import type { Workspace } from '#domain/workspace';
import { assert } from '#lib/assert';
import { personaDraft } from './store-rows.ts';

/** The channel of all rows. */
export const FULL_CHANNEL = '300';

const SOON = new Date(Date.now() + 3_600_000);
const PROVIDER = {
	name: 'home',
	nameKey: 'home',
	baseUrl: 'https://x.example',
	model: 'm',
	windowTokens: 9,
	outputTokensMax: 1,
};

/** Where the rows are, and whose they are. */
export interface RowOwners {
	readonly workspace: Workspace;
	readonly persona: Persona;
	readonly userId: UserId;
	readonly discordId: Snowflake;
	/** A word in everything that they wrote, or that was written of them alone. */
	readonly mark: string;
}

/** A box over these secrets by version. */
export function secretBoxOf(...secrets: readonly (readonly [version: number, secret: string])[]): SecretBox {
	const box = createSecretBox({ secrets: new Map(secrets), currentVersion: null });
	assert(box.ok, 'no box');
	return box.value;
}

/** A turn with one line, one message and its text. */
export async function addTurn(
	db: Database,
	{ workspace, persona }: Pick<RowOwners, 'workspace' | 'persona'>,
	turn: { readonly userId: number; readonly at: Snowflake; readonly text: string },
) {
	const base = { serverId: workspace.id, channelId: FULL_CHANNEL, personaId: persona.id, state: 'done' as const };
	const [row] = await db
		.insert(turns)
		.values({ ...base, userId: turn.userId, triggerMessageId: turn.at })
		.returning();
	assert(row, 'no turn');
	await db.insert(turnLines).values({ messageId: turn.at, turnId: row.id, personaId: persona.id });
	const part = { turnId: row.id, part: 0, variant: 0 };
	await db.insert(turnMessages).values({ ...part, messageId: `${turn.at}1`, personaId: persona.id });
	await db.insert(turnVariants).values({ ...part, text: turn.text });
	return part;
}

/** A row of a person in every table that may hold something of one. */
export async function fillPerson(db: Database, owners: RowOwners, box: SecretBox): Promise<void> {
	const { workspace, persona, userId, discordId, mark } = owners;
	const serverId = workspace.id;
	const { lineageId, id: personaId } = persona;
	await db.update(users).set({ nickname: mark }).where(sql`id = ${userId}`);
	await db.insert(userPersonaNames).values({ userId, personaId, nickname: mark });
	await db.insert(userSettings).values({ userId, prompt: mark });
	await db.insert(userSavedProviderConfigs).values({ userId, provider: 'novelai', modelCodename: 'kayra-v1' });
	const key = box.seal('pst-of-a-person', `user_credentials/${userId}/novelai`);
	await db.insert(userCredentials).values({ userId, provider: 'novelai', ...key });
	await db.insert(userCustomProviders).values({ userId, ...PROVIDER, model: mark });
	await db.insert(personalMemories).values({ userId, lineageId: null, content: mark });
	const told = { serverId, lineageId, authorUserId: userId };
	await db.insert(serverMemories).values({ ...told, content: 'Tea is at five.' });
	await db.insert(personaConditioning).values({ ...told, kind: 'reward', text: 'well done' });
	await db.insert(notices).values({ messageId: '900', kind: 'reset', payload: { authorId: discordId } });
	const day = { serverId, userId, lineageId, metric: 'message_sent', bucket: '2026-01-01' };
	await db.insert(statCounters).values({ ...day, count: 1, lastAt: new Date() });
	await db.insert(cooldowns).values({ serverId, subject: `user:${discordId}`, until: SOON });
	const counted = { serverId, subject: `user:${discordId}`, dayStart: new Date(0) };
	await db.insert(quotaCounters).values({ ...counted, replies: 1 });
	await db.insert(reunionClaims).values({ lineageId, userId, token: mark, expiresAt: SOON });
	await db.insert(proxiedMessages).values({ messageId: '901', channelId: FULL_CHANNEL, userDiscordId: discordId });
	const voice = { webhookId: '902', channelId: FULL_CHANNEL, userDiscordId: discordId };
	await db.insert(impersonationWebhooks).values(voice);
	const part = await addTurn(db, owners, { userId, at: '700', text: mark });
	const sealed = box.seal(mark, `outgoing_parts/${part.turnId}/0/0`);
	await db.insert(outgoingParts).values({ ...part, nonce: mark, ...sealed });
	const line = { speaker: mark, text: mark, atMs: 1, messageIds: ['1'], authorId: discordId };
	const other = { speaker: 'Ellen', text: `hello <@${discordId}>`, atMs: 1, messageIds: ['2'], authorId: '200' };
	const answer = { speaker: 'Tomori', text: `Ah, ${mark}!`, atMs: 1, messageIds: ['7001'], authorId: null };
	const place = { serverId, lineageId, channelId: FULL_CHANNEL, kind: 'lines' as const, content: '', expiresAt: SOON };
	await db.insert(shortTermMemories).values({ ...place, isPrivate: false, lines: [line, other, answer] });
	const summary = { ...place, kind: 'summary' as const, content: `They spoke of ${mark}.`, isPrivate: false };
	await db.insert(shortTermMemories).values(summary);
	const alone = { kind: 'direct', discordId, locale: null } as const;
	await createWorkspaceStore(db).ensureWorkspace(alone, personaDraft(mark));
	await db.insert(personaUserBlocks).values({ serverId, personaId, userDiscordId: discordId, blockType: 'mute' });
}

/** A row of a server in every table that may hold something of one, and one in each that belongs to nobody. */
export async function fillServer(db: Database, owners: RowOwners, box: SecretBox): Promise<void> {
	const { workspace, persona, discordId } = owners;
	const serverId = workspace.id;
	const { lineageId, id: personaId } = persona;
	const channelId = FULL_CHANNEL;
	await db.insert(serverSettings).values({ serverId, prompt: 'of the server', stopStrings: ['***', '\n'] });
	await db.insert(channelSettings).values({ serverId, channelId, autoReplyMin: 1, autoReplyMax: 2 });
	await db.insert(personaSettings).values({ personaId, prompt: 'of the persona', temperature: 0.1 });
	await db.insert(autoReplyCounters).values({ serverId, channelId, messages: 1, threshold: 2 });
	await db.insert(accessRules).values({ serverId, kind: 'channel', subject: channelId, verdict: 'deny' });
	const key = box.seal('pst-of-a-server', `server_credentials/${serverId}/novelai`);
	await db.insert(serverCredentials).values({ serverId, provider: 'novelai', ...key });
	const further = box.seal('pst-further', `api_key_rotation/${serverId}/novelai`);
	await db.insert(apiKeyRotation).values({ serverId, provider: 'novelai', ...further });
	await db.insert(serverCustomProviders).values({ serverId, ...PROVIDER });
	await db.insert(savedProviderConfigs).values({ serverId, provider: 'novelai', modelCodename: 'kayra-v1' });
	const entry = { title: 'Tower', content: 'It is old.', keys: ['tower', '塔'], secondaryKeys: [] };
	const how = {
		secondaryLogic: 'and-any',
		isConstant: true,
		isEnabled: true,
		insertionOrder: 1,
		position: 'before',
	} as const;
	const match = { isCaseSensitive: false, matchesWholeWords: true, usesPatterns: false };
	await db.insert(lorebookEntries).values({ serverId, lineageId, ...entry, ...how, ...match });
	const picture = new Uint8Array(1_000).map((_, index) => index % 256);
	await db.insert(personaPictures).values({ personaId, picture, mimeType: 'image/png' });
	await db.insert(personaCards).values({ personaId, fields: { creator: 'Ellen "E" \\ 雪' } as never });
	await db.insert(serverStmConfigs).values({ serverId, depth: 4 });
	await db.insert(personalizationBlacklist).values({ serverId, userDiscordId: discordId });
	const token = box.seal('a-token-of-a-webhook', `discord_managed_webhooks/persona/${channelId}`);
	const webhook = { webhookId: '903', guildId: workspace.discordId, channelId, kind: 'persona' as const };
	await db.insert(discordManagedWebhooks).values({ ...webhook, ...token });
	await db.insert(leases).values({ name: 'channel:300', owner: 'p', token: 't', expiresAt: SOON });
	await db.insert(appState).values({ key: 'k', value: 'v' });
	const preset = { presetName: 'P', modelTarget: 'kayra-v1', isDefault: true, parameters: {} as never };
	await db.insert(naiPresets).values(preset);
}
