/** Settings of all scopes in the database. */
import { and, eq } from 'drizzle-orm';
import type { SamplingOverrides } from '#domain/sampling';
import type { SettingsRow } from '#domain/settings';
import type { SettingsScopeKey, SettingsStore } from '#ports/settings-store';
import type { Database } from './database.ts';
import { storeQuery } from './query-failure.ts';
import { servers } from './schema/servers.ts';
import { channelSettings, personaSettings, serverSettings, userSettings } from './schema/settings.ts';

type StoredSettings = Omit<typeof serverSettings.$inferSelect, 'serverId' | 'naiPresetName'>;

const SAMPLERS = ['temperature', 'topP', 'topK', 'minP', 'frequencyPenalty', 'presencePenalty'] as const;

function samplingOf(row: StoredSettings): SamplingOverrides {
	const set = SAMPLERS.map((sampler) => [sampler, row[sampler]] as const).filter(([, value]) => value !== null);
	return Object.fromEntries(set);
}

function settingsOf(row: StoredSettings | null | undefined): SettingsRow | null {
	if (!row) return null;
	return {
		language: row.language,
		zone: row.zone,
		modelCodename: row.modelCodename,
		thinkingLevel: row.thinkingLevel,
		maxOutputTokens: row.maxOutputTokens,
		sampling: samplingOf(row),
		messageFetchLimit: row.messageFetchLimit,
		humanizerDegree: row.humanizerDegree,
	};
}

/** `sampling` is one field: giving it replaces all samplers of the scope, so an absent one inherits again. */
function columnsOf(change: Partial<SettingsRow>): Partial<StoredSettings> {
	const { sampling, ...plain } = change;
	if (!sampling) return plain;
	const samplers = Object.fromEntries(SAMPLERS.map((sampler) => [sampler, sampling[sampler] ?? null]));
	return { ...plain, ...samplers };
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

/** The store over one database; its methods throw `StoreUnavailableError` when the database cannot be used. */
export function createSettingsStore(db: Database): SettingsStore {
	return {
		readScopes: (query) =>
			storeQuery('readScopes', async () => {
				const { serverId, channelId, personaId, userId } = query;
				const inChannel = and(eq(channelSettings.serverId, serverId), eq(channelSettings.channelId, channelId));
				const rows = await db
					.select({ server: serverSettings, channel: channelSettings, persona: personaSettings, user: userSettings })
					.from(servers)
					.leftJoin(serverSettings, eq(serverSettings.serverId, servers.id))
					.leftJoin(channelSettings, inChannel)
					.leftJoin(personaSettings, eq(personaSettings.personaId, personaId))
					.leftJoin(userSettings, eq(userSettings.userId, userId))
					.where(eq(servers.id, serverId));
				const row = rows[0];
				return {
					server: settingsOf(row?.server),
					channel: settingsOf(row?.channel),
					persona: settingsOf(row?.persona),
					user: settingsOf(row?.user),
				};
			}),
		writeScope: (key, change) => storeQuery('writeScope', () => upsertScope(db, key, columnsOf(change))),
	};
}
