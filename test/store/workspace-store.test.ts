/** Workspaces and people. */
import { count } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createPersonaStore } from '#adapters/postgres/persona-store';
import { personas } from '#adapters/postgres/schema/personas';
import { servers } from '#adapters/postgres/schema/servers';
import { users } from '#adapters/postgres/schema/users';
import { createSettingsStore } from '#adapters/postgres/settings-store';
import { createWorkspaceStore } from '#adapters/postgres/workspace-store';
import { describeStores } from '../support/store-for-test.ts';
import { guildKey, personaDraft } from '../support/store-rows.ts';

describeStores('workspace store', (store) => {
	test('a new workspace comes with its first persona as the main one', async () => {
		const workspace = await createWorkspaceStore(store().db).ensureWorkspace(
			{ kind: 'guild', discordId: '1', locale: 'ja' },
			personaDraft('Tomori'),
		);
		expect(workspace).toMatchObject({ kind: 'guild', discordId: '1', locale: 'ja' });
		const main = await createPersonaStore(store().db).mainPersona(workspace.id);
		expect(main).toMatchObject({ name: 'Tomori', isAlter: false, serverId: workspace.id });
	});

	test('looking for a workspace or a person creates none', async () => {
		const workspaces = createWorkspaceStore(store().db);
		expect(await workspaces.findWorkspace(guildKey('1'))).toBeNull();
		expect(await workspaces.findUser('200')).toBeNull();
		expect(await store().db.select({ value: count() }).from(users)).toEqual([{ value: 0 }]);
		const userId = await workspaces.ensureUser({ discordId: '200', displayName: 'Ellen' });
		expect(await workspaces.findUser('200')).toBe(userId);
	});

	test('a known workspace keeps its persona', async () => {
		const workspaces = createWorkspaceStore(store().db);
		const first = await workspaces.ensureWorkspace(guildKey('1'), personaDraft('Tomori'));
		const again = await workspaces.ensureWorkspace(guildKey('1'), personaDraft('Somebody else'));
		expect(again).toEqual(first);
		expect(await createPersonaStore(store().db).listPersonas(first.id)).toHaveLength(1);
	});

	test('twenty callers that meet the same newcomer get one workspace with one persona', async () => {
		const workspaces = createWorkspaceStore(store().db);
		const calls = Array.from({ length: 20 }, () => workspaces.ensureWorkspace(guildKey('1'), personaDraft('Tomori')));
		const ids = new Set((await Promise.all(calls)).map((workspace) => workspace.id));
		expect(ids.size).toBe(1);
		expect(await store().db.select({ value: count() }).from(servers)).toEqual([{ value: 1 }]);
		expect(await store().db.select({ value: count() }).from(personas)).toEqual([{ value: 1 }]);
	});

	test('a guild and a direct conversation may have the same Discord id', async () => {
		const workspaces = createWorkspaceStore(store().db);
		const guild = await workspaces.ensureWorkspace(guildKey('1'), personaDraft('Tomori'));
		const direct = await workspaces.ensureWorkspace({ ...guildKey('1'), kind: 'direct' }, personaDraft('Tomori'));
		expect(direct.id).not.toBe(guild.id);
		expect(await workspaces.findWorkspace({ ...guildKey('1'), kind: 'direct' })).toEqual(direct);
	});

	test('a place where the bot has never been is not found', async () => {
		expect(await createWorkspaceStore(store().db).findWorkspace(guildKey('404'))).toBeNull();
	});

	test('a workspace follows a change of its Discord language and ignores a missing one', async () => {
		const workspaces = createWorkspaceStore(store().db);
		await workspaces.ensureWorkspace({ ...guildKey('1'), locale: 'en' }, personaDraft('Tomori'));
		const changed = await workspaces.ensureWorkspace({ ...guildKey('1'), locale: 'ja' }, personaDraft('Tomori'));
		expect(changed.locale).toBe('ja');
		expect((await workspaces.ensureWorkspace(guildKey('1'), personaDraft('Tomori'))).locale).toBe('ja');
	});

	test('twenty callers that meet the same person get one row, and a new display name replaces the old', async () => {
		const workspaces = createWorkspaceStore(store().db);
		const calls = Array.from({ length: 20 }, () => workspaces.ensureUser({ discordId: '7', displayName: 'Bo' }));
		expect(new Set(await Promise.all(calls)).size).toBe(1);
		await workspaces.ensureUser({ discordId: '7', displayName: 'Bo\0 the \ud800second' });
		const rows = await store().db.select({ name: users.displayName }).from(users);
		expect(rows).toEqual([{ name: 'Bo the \ufffdsecond' }]);
	});

	test('a language that a person chose is found by their Discord id', async () => {
		const workspaces = createWorkspaceStore(store().db);
		expect(await workspaces.userLanguage('7')).toBeNull();
		const userId = await workspaces.ensureUser({ discordId: '7', displayName: 'Bo' });
		expect(await workspaces.userLanguage('7')).toBeNull();
		await createSettingsStore(store().db).writeScope({ scope: 'user', userId }, { language: 'pt-BR' });
		expect(await workspaces.userLanguage('7')).toBe('pt-BR');
	});
});
