/** Nothing that anybody wrote leads back to a person who was forgotten: every column that can hold words is looked at. */
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Database } from '#adapters/postgres/database';
import { createPersonalDataStore } from '#adapters/postgres/personal-data-store';
import { createWorkspaceStore } from '#adapters/postgres/workspace-store';
import { dumpLines } from '../support/database-dump.ts';
import { addTurn, fillPerson, fillServer, secretBoxOf } from '../support/full-rows.ts';
import { describeStores } from '../support/store-for-test.ts';
import { seedRows } from '../support/store-rows.ts';

const BO = '234567890123456789';
/** Somebody whose id only contains Bo's. */
const LONGER = `1${BO}`;
const ELLEN = '345678901234567890';
const BOX = secretBoxOf([1, 'a secret for tests only']);

/** Words of one kind, an id in three shapes. */
const SAID = `<@${BO}> or <@!${BO}> or ${BO} or <@${LONGER}>`;

/** Columns that hold no words of people, by what they hold in place of them. */
const WORDLESS: Readonly<Record<string, readonly string[]>> = {
	"Discord's ids": [
		'auto_reply_counters.channel_id',
		'auto_reply_counters.last_message_id',
		'channel_settings.channel_id',
		'discord_managed_webhooks.channel_id',
		'discord_managed_webhooks.guild_id',
		'discord_managed_webhooks.webhook_id',
		'impersonation_webhooks.channel_id',
		'impersonation_webhooks.user_discord_id',
		'impersonation_webhooks.webhook_id',
		'notices.message_id',
		'persona_pictures.emoji_id',
		'persona_user_blocks.user_discord_id',
		'personalization_blacklist.user_discord_id',
		'proxied_messages.channel_id',
		'proxied_messages.message_id',
		'proxied_messages.user_discord_id',
		'servers.discord_id',
		'short_term_memories.channel_id',
		'turn_lines.message_id',
		'turn_messages.message_id',
		'turn_messages.webhook_id',
		'turns.channel_id',
		'turns.trigger_message_id',
		'users.discord_id',
		'access_rules.channel_id',
		'access_rules.subject',
		'cooldowns.subject',
		'quota_counters.subject',
	],
	'one of a few words of ours': [
		'access_rules.kind',
		'access_rules.verdict',
		'api_key_rotation.last_error_code',
		'channel_settings.cooldown_scope',
		'channel_settings.edited_samplers',
		'channel_settings.language',
		'channel_settings.prompt_mode',
		'channel_settings.thinking_level',
		'discord_managed_webhooks.kind',
		'lorebook_entries.position',
		'lorebook_entries.secondary_logic',
		'notices.kind',
		'persona_conditioning.kind',
		'persona_pictures.mime_type',
		'persona_settings.cooldown_scope',
		'persona_settings.edited_samplers',
		'persona_settings.language',
		'persona_settings.prompt_mode',
		'persona_settings.thinking_level',
		'persona_user_blocks.block_type',
		'saved_provider_configs.edited_samplers',
		'saved_provider_configs.thinking_level',
		'server_settings.cooldown_scope',
		'server_settings.edited_samplers',
		'server_settings.language',
		'server_settings.prompt_mode',
		'server_settings.thinking_level',
		'servers.kind',
		'servers.locale',
		'short_term_memories.kind',
		'stat_counters.metric',
		'stat_counters.metric_key',
		'turns.cause',
		'turns.state',
		'user_saved_provider_configs.edited_samplers',
		'user_saved_provider_configs.thinking_level',
		'user_settings.cooldown_scope',
		'user_settings.edited_samplers',
		'user_settings.language',
		'user_settings.prompt_mode',
		'user_settings.thinking_level',
	],
	'names of models, providers, presets and zones': [
		'api_key_rotation.provider',
		'channel_settings.fallback_models',
		'channel_settings.model_codename',
		'channel_settings.nai_preset_name',
		'channel_settings.vision_model',
		'channel_settings.zone',
		'nai_presets.model_target',
		'nai_presets.parameters',
		'nai_presets.preset_name',
		'persona_settings.fallback_models',
		'persona_settings.model_codename',
		'persona_settings.nai_preset_name',
		'persona_settings.vision_model',
		'persona_settings.zone',
		'saved_provider_configs.model_codename',
		'saved_provider_configs.nai_preset_name',
		'saved_provider_configs.provider',
		'server_credentials.provider',
		'server_custom_providers.base_url',
		'server_custom_providers.model',
		'server_custom_providers.name',
		'server_custom_providers.name_key',
		'server_settings.fallback_models',
		'server_settings.model_codename',
		'server_settings.nai_preset_name',
		'server_settings.vision_model',
		'server_settings.zone',
		'user_credentials.provider',
		'user_custom_providers.base_url',
		'user_custom_providers.model',
		'user_custom_providers.name',
		'user_custom_providers.name_key',
		'user_saved_provider_configs.model_codename',
		'user_saved_provider_configs.nai_preset_name',
		'user_saved_provider_configs.provider',
		'user_settings.fallback_models',
		'user_settings.model_codename',
		'user_settings.nai_preset_name',
		'user_settings.vision_model',
		'user_settings.zone',
	],
	'names of personas, which are compared and unique': ['personas.name', 'personas.name_key'],
	'what the program keeps of itself': [
		'app_state.key',
		'app_state.value',
		'leases.name',
		'leases.owner',
		'leases.token',
		'outgoing_parts.nonce',
		'reunion_claims.token',
		'turns.owner',
	],
	'the look of a reply, which has a test of its own': ['turn_variants.avatar_url', 'turn_variants.identity_name'],
};

interface Column {
	readonly name: string;
	readonly table: string;
	readonly column: string;
	readonly type: string;
}

async function wordColumns(db: Database): Promise<readonly Column[]> {
	const { rows } = (await db.execute(sql`
		select table_name, column_name, data_type from information_schema.columns
		where table_schema = 'public' and data_type not in ('integer', 'smallint', 'bigint', 'boolean', 'double precision',
			'real', 'numeric', 'date', 'timestamp with time zone', 'bytea')
		order by 1, 2`)) as unknown as { rows: Readonly<Record<string, string>>[] };
	return rows.map(({ table_name: table = '', column_name: column = '', data_type: type = '' }) => ({
		name: `${table}.${column}`,
		table,
		column,
		type,
	}));
}

const WORDS_IN: Readonly<Record<string, string>> = {
	text: `'${SAID}'`,
	ARRAY: `array['of all', '"${SAID}"']`,
	// A number of a document has to stay one.
	jsonb: `jsonb_build_object('text', '${SAID}', 'number', ${BO}, 'list', jsonb_build_array('"${SAID}"'))`,
};

/** Puts the words into every column of the table that may hold some. */
async function write({ table, column, type }: Column, db: Database): Promise<void> {
	const words = WORDS_IN[type];
	if (words === undefined) throw new Error(`What is written into ${table}.${column}, which is ${type}?`);
	await db.execute(
		sql.raw(`update "${table}" set "${column}" = ${words} where ctid = (select min(ctid) from "${table}")`),
	);
}

async function filled(db: Database): ReturnType<typeof seedRows> {
	const rows = await seedRows(db);
	const userId = await createWorkspaceStore(db).ensureUser({ discordId: ELLEN, displayName: 'Ellen' });
	const owners = { ...rows, userId, discordId: ELLEN, mark: 'of Ellen' };
	await fillPerson(db, owners, BOX);
	await fillServer(db, owners, BOX);
	await createWorkspaceStore(db).ensureUser({ discordId: BO, displayName: 'Bo' });
	return rows;
}

describeStores('S110 what others wrote', (store) => {
	test('S110 no column that may hold words still has the id of a person who was forgotten', async () => {
		const { db } = store();
		await filled(db);
		const columns = await wordColumns(db);
		const wordless = Object.values(WORDLESS).flat();
		expect(wordless.filter((name) => !columns.some((column) => column.name === name))).toEqual([]);
		const worded = columns.filter(({ name }) => !wordless.includes(name));
		for (const column of worded) await write(column, db);
		const before = await dumpLines(db);
		await createPersonalDataStore(db).forgetPerson(BO);
		const after = await dumpLines(db);
		const isOfBo = (line: string): boolean => line.replaceAll(LONGER, '').includes(BO);
		expect(before.filter(isOfBo).length).toBeGreaterThan(10);
		expect(after.filter(isOfBo)).toEqual([]);
		// Whose id is another one is still there, wherever they were.
		const count = (lines: readonly string[]): number => lines.join().split(`<@${LONGER}>`).length - 1;
		expect(count(after)).toBe(count(before));
		expect(count(after)).toBeGreaterThanOrEqual(worded.length);
	});

	test('S110 a reply to somebody else no longer shows the picture and the name of a person who was forgotten', async () => {
		const { db } = store();
		const rows = await filled(db);
		const { turnId } = await addTurn(db, rows, { userId: rows.userId, at: '600', text: 'I am Bo!' });
		const look = (id: string) => `https://cdn.discordapp.com/avatars/${id}/abc.png`;
		const wear = (part: number, name: string, id: string) =>
			db.execute(sql`insert into turn_variants (turn_id, variant, part, text, identity_name, avatar_url)
				values (${turnId}, 0, ${part}, 'x', ${name}, ${look(id)})`);
		await wear(1, 'Tomori (Bo Bo)', BO);
		await wear(2, 'Tomori (Ellen)', ELLEN);
		await createPersonalDataStore(db).forgetPerson(BO);
		const { rows: looks } = (await db.execute(
			sql`select identity_name, avatar_url from turn_variants where turn_id = ${turnId} and part > 0 order by part`,
		)) as unknown as { rows: unknown[] };
		expect(looks).toEqual([
			{ identity_name: 'Tomori', avatar_url: null },
			{ identity_name: 'Tomori (Ellen)', avatar_url: look(ELLEN) },
		]);
	});
});
