/** Who speaks with whom, and where; everything of a turn that does not need Discord. */

import { resolveSettings } from '#core/settings/resolve-settings';
import type { UserId } from '#domain/ids';
import { localeOf } from '#domain/locale';
import type { ChatMessage } from '#domain/message';
import type { Persona } from '#domain/persona';
import type { EffectiveSettings, SettingsScopes } from '#domain/settings';
import type { TurnRequest } from '#domain/turn';
import type { Workspace, WorkspaceKey } from '#domain/workspace';
import type { ChatPorts } from './chat-ports.ts';
import { personaHere } from './persona-here.ts';

/** The stored side of a turn. */
export interface TurnPlace {
	readonly workspace: Workspace;
	readonly persona: Persona;
	readonly userId: UserId;
	readonly settings: EffectiveSettings;
	/** The rows behind `settings`, for attempts that another scope serves. */
	readonly scopes: SettingsScopes;
}

/** Finds or creates the workspace (with the first persona) and the person, and resolves the settings. */
export async function gatherPlace(
	{ personaId, ...request }: Pick<TurnRequest, 'trigger' | 'personaId'> & Partial<Pick<TurnRequest, 'cause'>>,
	ports: ChatPorts,
): Promise<TurnPlace> {
	const { trigger } = request;
	const { workspaces, personas, settings } = ports.stores;
	const [workspace, userId] = await Promise.all([
		workspaces.ensureWorkspace(workspaceKeyOf(trigger, ports), ports.firstPersona),
		workspaces.ensureUser({ discordId: trigger.author.id, displayName: trigger.author.displayName }),
	]);
	const others = personaId === undefined ? [] : await personas.listPersonas(workspace.id);
	const persona = others.find((each) => each.id === personaId) ?? (await personaHere(workspace.id, request, ports));
	const scopes = await settings.readScopes({
		serverId: workspace.id,
		channelId: trigger.channelId,
		personaId: persona.id,
		userId,
	});
	return { workspace, persona, userId, settings: resolveSettings(scopes), scopes };
}

/** Stands for a person of whom nothing is stored: the database numbers people from 1. */
const NOBODY = 0 as UserId;

/** The same for whoever only looks: nothing is created or changed. Null where the bot has never been. */
export async function findPlace(
	trigger: ChatMessage,
	ports: ChatPorts,
	chosenPersona: Persona | null = null,
): Promise<TurnPlace | null> {
	const { workspaces, settings } = ports.stores;
	const [workspace, found] = await Promise.all([
		workspaces.findWorkspace(workspaceKeyOf(trigger, ports)),
		workspaces.findUser(trigger.author.id),
	]);
	if (workspace === null) return null;
	const persona = chosenPersona ?? (await personaHere(workspace.id, { trigger, cause: 'mention' }, ports));
	const userId = found ?? NOBODY;
	const query = { serverId: workspace.id, channelId: trigger.channelId, personaId: persona.id, userId };
	const scopes = await settings.readScopes(query);
	return { workspace, persona, userId, settings: resolveSettings(scopes), scopes };
}

/** The workspace of a message: its guild, or the writer's own. */
export function workspaceKeyOf(
	trigger: Pick<ChatMessage, 'guildId' | 'author'>,
	ports: Pick<ChatPorts, 'guildLocale'>,
): WorkspaceKey {
	if (trigger.guildId === null) return { kind: 'direct', discordId: trigger.author.id, locale: null };
	return { kind: 'guild', discordId: trigger.guildId, locale: localeOf(ports.guildLocale(trigger.guildId)) };
}
