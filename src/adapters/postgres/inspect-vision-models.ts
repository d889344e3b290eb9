/** Whether the models that were chosen to look at pictures are there, for the operator's tools. */
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { customCodename } from '#domain/custom-provider';
import type { Database } from './database.ts';
import { storeQuery } from './query-failure.ts';
import { serverCustomProviders, userCustomProviders } from './schema/custom-providers.ts';
import { serverSettings, userSettings } from './schema/settings.ts';

/** How many scopes chose one, and how many of those choices lead to no endpoint or to one that is not said to see. */
export interface VisionReport {
	readonly chosen: number;
	readonly gone: number;
	readonly blind: number;
}

/** Reads settings of servers and of people; writes nothing. */
export async function inspectVisionModels(db: Database): Promise<VisionReport> {
	return await storeQuery('inspectVisionModels', async () => {
		const prefix = customCodename('');
		const ofServers = await db
			.select({ sees: serverCustomProviders.seesImages })
			.from(serverSettings)
			.leftJoin(
				serverCustomProviders,
				and(
					eq(serverCustomProviders.serverId, serverSettings.serverId),
					eq(serverSettings.visionModel, sql`${prefix}::text || ${serverCustomProviders.nameKey}`),
				),
			)
			.where(isNotNull(serverSettings.visionModel));
		const ofPeople = await db
			.select({ sees: userCustomProviders.seesImages })
			.from(userSettings)
			.leftJoin(
				userCustomProviders,
				and(
					eq(userCustomProviders.userId, userSettings.userId),
					eq(userSettings.visionModel, sql`${prefix}::text || ${userCustomProviders.nameKey}`),
				),
			)
			.where(isNotNull(userSettings.visionModel));
		const all = [...ofServers, ...ofPeople];
		const count = (wanted: boolean | null): number => all.filter(({ sees }) => sees === wanted).length;
		return { chosen: all.length, gone: count(null), blind: count(false) };
	});
}
