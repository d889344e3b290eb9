/** Settings of all scopes in the database. */
import { and, eq, sql } from 'drizzle-orm';
import { threadRow } from '#core/settings/thread-row';
import type { ModelChoice, SettingsRow } from '#domain/settings';
import type { ModelChange, ModelScopeKey, SettingsScopeKey, SettingsStore } from '#ports/settings-store';
import type { Database } from './database.ts';
import { modelChoiceOf, modelColumnsOf } from './model-columns.ts';
import { NAMELESS_STATEMENT, preparedOnce } from './prepared-once.ts';
import { storeQuery } from './query-failure.ts';
import { selectSavedProvider, upsertSavedProvider } from './saved-provider.ts';
import { personas } from './schema/personas.ts';
import { servers } from './schema/servers.ts';
import { channelSettings, personaSettings, serverSettings, userSettings } from './schema/settings.ts';
import { storableText } from './storable.ts';

type StoredSettings = Omit<typeof serverSettings.$inferSelect, 'serverId'>;

function settingsOf(row: StoredSettings | null | undefined): SettingsRow | null {
	if (!row) return null;
	return {
		...modelChoiceOf(row),
		language: row.language,
		zone: row.zone,
		modelCodename: row.modelCodename,
		fallbackModels: row.fallbackModels,
		personalServerFallback: row.personalServerFallback,
		messageFetchLimit: row.messageFetchLimit,
		humanizerDegree: row.humanizerDegree,
		timeAwarenessEnabled: row.timeAwarenessEnabled,
		contextNote: row.contextNote,
		contextNoteDepth: row.contextNoteDepth,
		prompt: row.prompt,
		promptMode: row.promptMode,
		uncensorUnicodeSpaceEnabled: row.uncensorUnicodeSpaceEnabled,
		uncensorSanitizeEnabled: row.uncensorSanitizeEnabled,
		verbatimToolCallingEnabled: row.verbatimToolCallingEnabled,
		speakerStopEnabled: row.speakerStopEnabled,
		autoReplyMin: row.autoReplyMin,
		autoReplyMax: row.autoReplyMax,
		deliberateTriggersOnly: row.deliberateTriggersOnly,
		matchLimit: row.matchLimit,
		cascadeLimit: row.cascadeLimit,
		cooldownScope: row.cooldownScope,
		cooldownSeconds: row.cooldownSeconds,
		userRepliesPerDay: row.userRepliesPerDay,
		channelRepliesPerDay: row.channelRepliesPerDay,
		serverRepliesPerDay: row.serverRepliesPerDay,
		membersMayTeach: row.membersMayTeach,
		personalMemoriesEnabled: row.personalMemoriesEnabled,
		conditioningEnabled: row.conditioningEnabled,
		retentionDays: row.retentionDays,
		visionModel: row.visionModel,
	};
}

type PlainField = Exclude<keyof SettingsRow, keyof ModelChoice>;

const PLAIN_FIELDS: readonly PlainField[] = [
	'language',
	'zone',
	'modelCodename',
	'fallbackModels',
	'personalServerFallback',
	'messageFetchLimit',
	'humanizerDegree',
	'timeAwarenessEnabled',
	'contextNote',
	'contextNoteDepth',
	'prompt',
	'promptMode',
	'uncensorUnicodeSpaceEnabled',
	'uncensorSanitizeEnabled',
	'verbatimToolCallingEnabled',
	'speakerStopEnabled',
	'autoReplyMin',
	'autoReplyMax',
	'deliberateTriggersOnly',
	'matchLimit',
	'cascadeLimit',
	'cooldownScope',
	'cooldownSeconds',
	'userRepliesPerDay',
	'channelRepliesPerDay',
	'serverRepliesPerDay',
	'membersMayTeach',
	'personalMemoriesEnabled',
	'conditioningEnabled',
	'retentionDays',
	'visionModel',
];

/** People write these, and a database takes no zero bytes. */
const WRITTEN: ReadonlySet<PlainField> = new Set(['contextNote', 'prompt']);

function columnsOf(change: Partial<SettingsRow>): Partial<StoredSettings> {
	const given = PLAIN_FIELDS.filter((field) => change[field] !== undefined).map((field) => {
		const value = change[field];
		return [field, WRITTEN.has(field) && typeof value === 'string' ? storableText(value) : value];
	});
	return { ...Object.fromEntries(given), ...modelColumnsOf(change) };
}

async function upsertScope(db: Database, key: SettingsScopeKey, set: Partial<StoredSettings>): Promise<void> {
	if (Object.keys(set).length === 0) return;
	switch (key.scope) {
		case 'server':
			await db
				.insert(serverSettings)
				.values({ serverId: key.serverId, ...set })
				.onConflictDoUpdate({ target: serverSettings.serverId, set });
			return;
		case 'channel':
			await db
				.insert(channelSettings)
				.values({ serverId: key.serverId, channelId: key.channelId, ...set })
				.onConflictDoUpdate({ target: [channelSettings.serverId, channelSettings.channelId], set });
			return;
		case 'persona':
			await db
				.insert(personaSettings)
				.values({ personaId: key.personaId, ...set })
				.onConflictDoUpdate({ target: personaSettings.personaId, set });
			return;
		case 'user':
			await db
				.insert(userSettings)
				.values({ userId: key.userId, ...set })
				.onConflictDoUpdate({ target: userSettings.userId, set });
			return;
	}
}

async function writeModel(
	db: Database,
	key: ModelScopeKey,
	use: { provider: string; change: ModelChange },
): Promise<void> {
	const { provider, change } = use;
	const { modelCodename, keepsInheritedModel, ...choice } = change;
	const columns = modelColumnsOf(choice);
	await db.transaction(async (transaction) => {
		await upsertScope(transaction, key, keepsInheritedModel ? columns : { ...columns, modelCodename });
		await upsertSavedProvider(transaction, { scope: key, provider }, { ...columns, modelCodename });
	});
}

const given = { serverId: sql.placeholder('serverId'), personaId: sql.placeholder('personaId') };
const inGivenChannels = and(
	eq(channelSettings.serverId, given.serverId),
	sql`${channelSettings.channelId} = any(${sql.placeholder('channelIds')}::text[])`,
);

const selectScopes = preparedOnce((db) =>
	db
		.select({ server: serverSettings, channel: channelSettings, persona: personaSettings, user: userSettings })
		.from(servers)
		.leftJoin(serverSettings, eq(serverSettings.serverId, servers.id))
		.leftJoin(channelSettings, inGivenChannels)
		// A persona of another server has no say here, whoever names it.
		.leftJoin(personas, and(eq(personas.id, given.personaId), eq(personas.serverId, given.serverId)))
		.leftJoin(personaSettings, eq(personaSettings.personaId, personas.id))
		.leftJoin(userSettings, eq(userSettings.userId, sql.placeholder('userId')))
		.where(eq(servers.id, given.serverId))
		.prepare(NAMELESS_STATEMENT),
);

/** The store over one database; its methods throw `StoreUnavailableError` when the database cannot be used. */
export function createSettingsStore(db: Database): SettingsStore {
	return {
		readScopes: (query) =>
			storeQuery('readScopes', async () => {
				const { serverId, channelId, parentChannelId, personaId, userId } = query;
				const channelIds = parentChannelId === undefined ? [channelId] : [channelId, parentChannelId];
				const rows = await selectScopes(db).execute({ serverId, channelIds, personaId, userId });
				const row = rows[0];
				const ofChannel = (id: string | undefined) =>
					settingsOf(rows.find(({ channel }) => channel !== null && channel.channelId === id)?.channel);
				return {
					server: settingsOf(row?.server),
					channel: threadRow(ofChannel(channelId), ofChannel(parentChannelId)),
					persona: settingsOf(row?.persona),
					user: settingsOf(row?.user),
				};
			}),
		writeScope: (key, change) => storeQuery('writeScope', () => upsertScope(db, key, columnsOf(change))),
		writeModel: (key, provider, change) => storeQuery('writeModel', () => writeModel(db, key, { provider, change })),
		readSavedProvider: (scope, provider) =>
			storeQuery('readSavedProvider', () => selectSavedProvider(db, { scope, provider })),
	};
}
