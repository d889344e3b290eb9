/** What belongs to one server is not found with the ids of another one: every method of every store is listed here. */
import { expect, test } from 'vitest';
import { credentialDigest } from '#adapters/crypto/credential-digest';
import { createStores } from '#adapters/postgres/create-stores';
import type { Database } from '#adapters/postgres/database';
import type { LineageId, PersonaId, ServerId, Snowflake, UserId } from '#domain/ids';
import { LOREBOOK_DEFAULTS, type LorebookEntryId } from '#domain/lorebook';
import type { ServerMemoryId } from '#domain/memory';
import type { Persona } from '#domain/persona';
import { FULL_CHANNEL, fillPerson, fillServer, secretBoxOf } from '../support/full-rows.ts';
import { describeStores } from '../support/store-for-test.ts';
import { recordingLog } from '../support/store-log.ts';
import { guildKey, personaDraft, seedRows } from '../support/store-rows.ts';

const BOX = secretBoxOf([1, 'a secret for tests only']);
const BO = '234567890123456789';

function storesOf(db: Database) {
	return createStores({ db, secretBox: BOX, digest: credentialDigest, log: recordingLog() });
}

type Stores = ReturnType<typeof storesOf>;

/** Ids of one server, beside ids of whatever the filled server has. */
interface Ids {
	readonly serverId: ServerId;
	readonly guildId: Snowflake;
	readonly persona: Persona;
	readonly userId: UserId;
	readonly lineageId: LineageId;
	/** The persona that is the main one after another was removed. */
	readonly mainId: PersonaId;
}

type Read = (stores: Stores, ids: Ids) => Promise<unknown>;

const server = ({ serverId }: Ids) => ({ kind: 'server', serverId }) as const;
const CHANGED_ENTRY = { title: 'changed', content: 'changed', keys: [] };
const words = { content: 'changed', gates: { channels: [], keywords: [] } };

/** Reads by a server's id, and writes that need it to reach a row. */
const BY_SERVER: Readonly<Record<string, Read>> = {
	'workspaces.findWorkspace': ({ workspaces }, { guildId }) => workspaces.findWorkspace(guildKey(guildId)),
	'personas.mainPersona': ({ personas }, { serverId }) => personas.mainPersona(serverId),
	'personas.findPersona': ({ personas }, { serverId, persona }) => personas.findPersona(serverId, persona.name),
	'personas.listPersonas': ({ personas }, { serverId }) => personas.listPersonas(serverId),
	'personas.changePersona': ({ personas }, { serverId, persona }) =>
		personas.changePersona(serverId, persona.id, { attributes: ['changed'] }),
	'settings.readScopes': ({ settings }, { serverId, persona }) =>
		settings.readScopes({ serverId, channelId: FULL_CHANNEL, personaId: persona.id, userId: 0 as UserId }),
	'settings.readSavedProvider': ({ settings }, { serverId }) =>
		settings.readSavedProvider({ scope: 'server', serverId }, 'novelai'),
	'credentials.findCredential': ({ credentials }, ids) => credentials.findCredential(server(ids), 'novelai'),
	'keyPool.listKeys': ({ keyPool }, { serverId }) => keyPool.listKeys(serverId, 'novelai'),
	'customProviders.listProviders': ({ customProviders }, ids) => customProviders.listProviders(server(ids)),
	'customProviders.findProvider': ({ customProviders }, ids) => customProviders.findProvider(server(ids), 'home'),
	'turns.findClaims': ({ turns }, { serverId }) => turns.findClaims(serverId, ['700']),
	'replies.beginningOf': ({ replies }, { serverId }) => replies.beginningOf(serverId, '700'),
	'blocks.findBlocks': ({ blocks }, { serverId, persona }) => blocks.findBlocks(serverId, persona.id),
	'accessRules.listRules': ({ accessRules }, { serverId }) => accessRules.listRules(serverId),
	'replyLimits.cooldownUntil': ({ replyLimits }, { serverId }) =>
		replyLimits.cooldownUntil({ serverId, subject: `user:${BO}`, nowMs: Date.now() }),
	'replyLimits.quotaUsed': ({ replyLimits }, { serverId }) =>
		replyLimits.quotaUsed({ serverId, subject: `user:${BO}`, dayStartMs: 0 }),
	'autoReplies.findAutoReply': ({ autoReplies }, { guildId }) =>
		autoReplies.findAutoReply({ guildId, channelId: FULL_CHANNEL }),
	'autoReplies.listAutoReplies': ({ autoReplies }, { serverId }) => autoReplies.listAutoReplies(serverId),
	'people.findPeople': async ({ people }, { serverId, persona }) => {
		const found = await people.findPeople({ serverId, personaId: persona.id, discordIds: [BO] });
		return found.map(({ mayBePersonal }) => mayBePersonal);
	},
	'conditioning.findConditioning': ({ conditioning }, { serverId, lineageId }) =>
		conditioning.findConditioning({ serverId, lineageId }),
	'memories.listServerMemories': ({ memories }, { serverId, lineageId }) =>
		memories.listServerMemories(serverId, lineageId),
	'memories.findMemories': async ({ memories }, { serverId, lineageId }) =>
		(await memories.findMemories({ serverId, lineageId, discordIds: [] })).server,
	'memories.editServerMemory': ({ memories }, { serverId }) =>
		memories.editServerMemory(serverId, 1 as ServerMemoryId, words),
	'shortTerm.findShortTerm': ({ shortTerm }, { serverId, lineageId }) =>
		shortTerm.findShortTerm({ serverId, lineageId, channelId: FULL_CHANNEL }, Date.now()),
	'lorebooks.listEntries': ({ lorebooks }, { serverId, lineageId }) => lorebooks.listEntries(serverId, lineageId),
	'lorebooks.changeEntry': ({ lorebooks }, { serverId }) =>
		lorebooks.changeEntry(serverId, 1 as LorebookEntryId, { ...LOREBOOK_DEFAULTS, ...CHANGED_ENTRY }),
	'stats.readTalk': ({ stats }, { serverId }) => stats.readTalk({ serverId, sinceDay: '2000-01-01', pairsMax: 10 }),
	'memories.removeServerMemory': ({ memories }, { serverId }) =>
		memories.removeServerMemory(serverId, 1 as ServerMemoryId),
	'shortTerm.clearShortTerm': ({ shortTerm }, { serverId }) => shortTerm.clearShortTerm({ serverId }),
	'lorebooks.removeEntry': ({ lorebooks }, { serverId }) => lorebooks.removeEntry(serverId, 1 as LorebookEntryId),
	'blocks.removeBlock': ({ blocks }, { serverId, persona }) => blocks.removeBlock(serverId, persona.id, BO),
	'credentials.removeCredential': ({ credentials }, ids) => credentials.removeCredential(server(ids), 'novelai'),
	'customProviders.removeProvider': ({ customProviders }, ids) => customProviders.removeProvider(server(ids), 'home'),
	'personas.switchMainPersona': ({ personas }, { serverId, persona }) =>
		personas.switchMainPersona(serverId, persona.name),
	'personas.removePersona': ({ personas }, { serverId, persona, mainId }) =>
		personas.removePersona(serverId, persona.id, mainId),
};

const WRITES = 'writes only, under the id that it is given';
const BY_PERSON = "by a person's own id";
const BY_PERSONA = "by a persona's own id, which its server alone gives out";
const BY_PLACE = 'by a message, turn or channel of Discord, which belongs to one server';
const SHARED = 'belongs to no server';

/** Why another method needs no server's id. */
const OTHERS: Readonly<Record<string, string>> = {
	'workspaces.ensureWorkspace': WRITES,
	'workspaces.claimGreeting': WRITES,
	'workspaces.ensureUser': BY_PERSON,
	'workspaces.findUser': BY_PERSON,
	'workspaces.userLanguage': BY_PERSON,
	'personas.createMainPersona': WRITES,
	'personas.createAlter': WRITES,
	'personas.addSample': BY_PERSONA,
	'personas.changeSample': BY_PERSONA,
	'personaCards.findPicture': BY_PERSONA,
	'personaCards.savePicture': BY_PERSONA,
	'personaCards.findAvatar': BY_PERSONA,
	'personaCards.setAvatar': BY_PERSONA,
	'personaCards.findFields': BY_PERSONA,
	'personaCards.saveFields': BY_PERSONA,
	'settings.writeScope': WRITES,
	'settings.writeModel': WRITES,
	'credentials.saveCredential': WRITES,
	'keyPool.addKey': WRITES,
	'keyPool.recordSuccess': 'by the number of a key that its server was given',
	'keyPool.recordError': 'by the number of a key that its server was given',
	'customProviders.saveProvider': WRITES,
	'presets.seedPresets': SHARED,
	'presets.listPresets': SHARED,
	'turns.claimTurn': WRITES,
	'turns.reclaimTurn': WRITES,
	'turns.findSpeakers': BY_PLACE,
	'turns.findTriggers': BY_PERSON,
	'turns.setTurnState': BY_PLACE,
	'turns.recordPart': BY_PLACE,
	'turns.setReunionNote': BY_PLACE,
	'turns.removeParts': BY_PLACE,
	'openTurns.beginPart': BY_PLACE,
	'openTurns.renewLeases': BY_PLACE,
	'openTurns.takeOver': 'finds turns for the process itself, each with its place',
	'openTurns.resumeTurn': BY_PLACE,
	'openTurns.releaseTurn': BY_PLACE,
	'replies.findReply': BY_PLACE,
	'replies.turnOf': BY_PLACE,
	'replies.newestReply': BY_PLACE,
	'replies.showVariant': BY_PLACE,
	'replies.removeReply': BY_PLACE,
	'webhooks.findWebhook': BY_PLACE,
	'webhooks.saveWebhook': BY_PLACE,
	'webhooks.forgetWebhook': BY_PLACE,
	'blocks.saveBlock': WRITES,
	'accessRules.replaceRules': WRITES,
	'replyLimits.startCooldown': WRITES,
	'replyLimits.endCooldown': WRITES,
	'replyLimits.takeQuota': WRITES,
	'replyLimits.returnQuota': WRITES,
	'replyLimits.claimWarning': WRITES,
	'autoReplies.countMessage': WRITES,
	'people.setNickname': BY_PERSON,
	'people.setPrivacyLevel': BY_PERSON,
	'people.setPersonal': WRITES,
	'personalData.readPersonalData': BY_PERSON,
	'personalData.forgetPerson': BY_PERSON,
	'proxies.recordProxied': BY_PLACE,
	'proxies.findProxied': BY_PLACE,
	'proxies.recordImpersonation': BY_PLACE,
	'proxies.findImpersonations': BY_PLACE,
	'notices.recordNotice': BY_PLACE,
	'notices.findNotices': BY_PLACE,
	'conditioning.addConditioning': WRITES,
	'memories.addServerMemories': WRITES,
	'memories.addServerMemory': WRITES,
	'memories.addPersonalMemories': BY_PERSON,
	'memories.addPersonalMemory': BY_PERSON,
	'memories.editPersonalMemory': BY_PERSON,
	'memories.removePersonalMemory': BY_PERSON,
	'memories.listPersonalMemories': BY_PERSON,
	'shortTerm.saveLines': WRITES,
	'shortTerm.saveSummary': WRITES,
	'shortTerm.changeLine': BY_PLACE,
	'shortTerm.forgetPerson': BY_PERSON,
	'shortTerm.setDepth': WRITES,
	'lorebooks.addEntry': WRITES,
	'lorebooks.addEntries': WRITES,
	'stats.addStat': WRITES,
	'stats.addStats': WRITES,
	'stats.getUserPersonaReunionInfo': 'a person meets a lineage in several servers (seed: presence clock)',
	'appState.readState': SHARED,
	'appState.writeState': SHARED,
};

function methodNames(stores: Stores): readonly string[] {
	return Object.entries(stores).flatMap(([name, store]) => Object.keys(store).map((method) => `${name}.${method}`));
}

async function answersOf(stores: Stores, ids: Ids): Promise<Readonly<Record<string, unknown>>> {
	const answers: Record<string, unknown> = {};
	for (const [name, read] of Object.entries(BY_SERVER)) answers[name] = await read(stores, ids);
	return answers;
}

describeStores('isolation of servers', (store) => {
	test('every method of every store is listed once, with what keeps it to one server', () => {
		const names = methodNames(storesOf(store().db));
		const listed = [...Object.keys(BY_SERVER), ...Object.keys(OTHERS)];
		expect([...listed].sort()).toEqual([...new Set([...names, ...listed])].sort());
		expect(names.filter((name) => !listed.includes(name))).toEqual([]);
		expect(listed.filter((name) => !names.includes(name))).toEqual([]);
		expect(new Set(listed).size).toBe(listed.length);
	});

	test('with the ids of another server nothing is found or changed, and with its own everything is', async () => {
		const { db } = store();
		const stores = storesOf(db);
		const rows = await seedRows(db);
		const userId = await stores.workspaces.ensureUser({ discordId: BO, displayName: 'Bo' });
		const stranger = await stores.workspaces.ensureWorkspace(guildKey('101'), personaDraft('Anon'));
		const alter = await stores.personas.createAlter(rows.workspace.id, personaDraft('Mira'));
		if (!alter.ok) throw new Error(alter.error);
		const persona = alter.value;
		const { lineageId } = persona;
		const own = { serverId: rows.workspace.id, guildId: '100', persona, userId, lineageId, mainId: rows.persona.id };
		const foreign = { ...own, serverId: stranger.id, guildId: '101' };
		const empty = await answersOf(stores, foreign);
		const owners = { workspace: rows.workspace, persona, userId, discordId: BO, mark: 'marzipan' };
		await fillPerson(db, owners, BOX);
		await fillServer(db, owners, BOX);
		expect(await answersOf(stores, foreign)).toEqual(empty);
		const filled = await answersOf(stores, own);
		for (const [name, answer] of Object.entries(filled)) expect(answer, name).not.toEqual(empty[name]);
	});
});
