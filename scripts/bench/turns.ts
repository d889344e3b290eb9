/** Measures whole turns: on Postgres with the event loop watched, and on the embedded store. */
import { openLog } from '#adapters/pino/pino-log';
import { openDatabase } from '#adapters/postgres/connect';
import { createSettingsStore } from '#adapters/postgres/settings-store';
import { createWorkspaceStore } from '#adapters/postgres/workspace-store';
import type { HumanizerDegree } from '#domain/settings';
import { availableTable } from './available-table.ts';
import { type BenchRow, unmeasuredRow } from './bench-row.ts';
import type { BenchStores } from './bench-stores.ts';
import { type BenchWorld, type Conversation, preciseNow } from './bench-world.ts';
import { channelLines } from './channel-lines.ts';
import { loopRows, loopTarget } from './loop-delay.ts';
import { benchSentences, sentenceTarget } from './sentence-to-post.ts';
import { benchTrigger, triggerTarget } from './trigger-to-request.ts';

/** Messages of history. */
const historyLines = 80;

/** Degree 3 rewrites what it posts, so that a finished sentence cannot be told by its words. */
const degrees = [1, 2] as const;

/** How much is measured. */
export interface TurnCounts {
	readonly turns: number;
	readonly segments: number;
}

/** All rows that need turns. */
export async function benchTurns(world: BenchWorld, stores: BenchStores, counts: TurnCounts): Promise<BenchRow[]> {
	const glmHere = (await availableTable('glm46')) !== undefined;
	const models = glmHere ? ['kayra-v1', 'glm-4-6'] : ['kayra-v1'];
	const without = glmHere
		? []
		: [unmeasuredRow('trigger to request, glm-4-6', 'its vocabulary is not here', triggerTarget)];
	const history = await channelLines(historyLines);
	const rows = await postgresRows(world, stores, { ...counts, models, history });
	return [...rows, ...(await embeddedRows(world, stores, { ...counts, models, history })), ...without];
}

interface TurnPlan extends TurnCounts {
	/** The last one also speaks the sentences. */
	readonly models: readonly string[];
	readonly history: readonly string[];
}

async function postgresRows(world: BenchWorld, stores: BenchStores, plan: TurnPlan): Promise<BenchRow[]> {
	const store = await stores.newPostgres();
	if (store === null) {
		return [
			unmeasuredRow('finished sentence to post, Postgres', stores.postgresMissing ?? '', sentenceTarget),
			unmeasuredRow('trigger to request, Postgres', stores.postgresMissing ?? '', triggerTarget),
			unmeasuredRow('event loop late, Postgres', stores.postgresMissing ?? '', loopTarget),
		];
	}
	const loopFile = stores.newFile('loop');
	const conversation = world.addConversation('Postgres', plan.history);
	const bot = await world.startBot(store, { loopFile });
	const startMs = preciseNow();
	const rows: BenchRow[] = [];
	try {
		for (const model of plan.models) {
			rows.push(...(await benchTrigger(world, { bot, store: 'postgres', conversation, model, turns: plan.turns })));
		}
		const model = plan.models.at(-1) ?? '';
		for (const degree of degrees) {
			await setDegree(store.databaseUrl, conversation, degree);
			rows.push(await benchSentences(world, { bot, conversation, model, degree, segments: plan.segments }));
		}
	} finally {
		const endMs = preciseNow();
		await bot.stop();
		rows.push(...loopRows(loopFile, { startMs, endMs }));
	}
	return rows;
}

async function embeddedRows(world: BenchWorld, stores: BenchStores, plan: TurnPlan): Promise<BenchRow[]> {
	const conversation = world.addConversation('embedded', plan.history);
	const bot = await world.startBot(stores.newEmbedded());
	const rows: BenchRow[] = [];
	try {
		for (const model of plan.models) {
			rows.push(...(await benchTrigger(world, { bot, store: 'embedded', conversation, model, turns: plan.turns })));
		}
	} finally {
		await bot.stop();
	}
	return rows;
}

/** No command sets it, so the row is written beside the running bot. */
async function setDegree(databaseUrl: string, { guild }: Conversation, degree: HumanizerDegree): Promise<void> {
	const opened = await openDatabase({ databaseUrl }, openLog({ level: 'silent', secrets: [] }));
	if (!opened.ok) throw new Error(opened.error.sentence);
	const { db, close } = opened.value;
	try {
		const workspace = await createWorkspaceStore(db).findWorkspace({
			kind: 'guild',
			discordId: guild.id,
			locale: null,
		});
		if (workspace === null) throw new Error('The guild of the bench is not in its database.');
		const scope = { scope: 'server', serverId: workspace.id } as const;
		await createSettingsStore(db).writeScope(scope, { humanizerDegree: degree });
	} finally {
		await close();
	}
}
