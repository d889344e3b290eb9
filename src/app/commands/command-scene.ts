/** Who asked for a command, where, and in which language to answer. */
import { failureMessage } from '#core/i18n/failure-message';
import type { MessageKey } from '#core/i18n/locales/en';
import { type MessageParameters, privateLocale, translate } from '#core/i18n/translate';
import { resolveSettings } from '#core/settings/resolve-settings';
import type { Failure } from '#domain/failure';
import type { UserId } from '#domain/ids';
import type { Locale } from '#domain/locale';
import type { Persona } from '#domain/persona';
import type { EffectiveSettings, SettingsScopes } from '#domain/settings';
import type { Workspace, WorkspaceKey } from '#domain/workspace';
import type { CommandAnswer, CommandPlace } from '#ports/command';
import type { CommandPorts } from './command-ports.ts';

/** Stands for a person of whom nothing is stored: the database numbers people from 1. */
const NOBODY = 0 as UserId;

/** The workspace of a command's place. */
function workspaceKeyOf(place: CommandPlace): WorkspaceKey {
	if (place.guildId === null) return { kind: 'direct', discordId: place.userId, locale: null };
	return { kind: 'guild', discordId: place.guildId, locale: place.guildLocale };
}

/** The stored side of a command, and the asker's language. */
export class CommandScene {
	readonly workspace: Workspace;
	readonly userId: UserId;
	readonly persona: Persona;
	readonly settings: EffectiveSettings;
	/** The rows behind `settings`. */
	readonly scopes: SettingsScopes;
	readonly locale: Locale;

	private constructor(
		parts: Pick<CommandScene, 'workspace' | 'userId' | 'persona' | 'settings' | 'scopes' | 'locale'>,
	) {
		this.workspace = parts.workspace;
		this.userId = parts.userId;
		this.persona = parts.persona;
		this.settings = parts.settings;
		this.scopes = parts.scopes;
		this.locale = parts.locale;
	}

	/**
	 * Finds or creates the workspace and the person. Private answers use the personal language, then the asker's
	 * Discord language, then the server's; public ones the server's, then the guild's (ruling P8).
	 */
	static async open(place: CommandPlace, ports: CommandPorts, answer: 'private' | 'public'): Promise<CommandScene> {
		const [workspace, userId] = await Promise.all([
			ports.workspaces.ensureWorkspace(workspaceKeyOf(place), ports.firstPersona),
			ports.workspaces.ensureUser({ discordId: place.userId, displayName: place.userDisplayName }),
		]);
		return await CommandScene.#load({ place, workspace, userId }, ports, answer);
	}

	/** The scene of a private answer that creates nothing; null where nobody has spoken with the bot yet. */
	static async find(place: CommandPlace, ports: CommandPorts): Promise<CommandScene | null> {
		const [workspace, userId] = await Promise.all([
			ports.workspaces.findWorkspace(workspaceKeyOf(place)),
			ports.workspaces.findUser(place.userId),
		]);
		if (workspace === null) return null;
		return await CommandScene.#load({ place, workspace, userId: userId ?? NOBODY }, ports, 'private');
	}

	static async #load(
		at: { readonly place: CommandPlace; readonly workspace: Workspace; readonly userId: UserId },
		ports: CommandPorts,
		answer: 'private' | 'public',
	): Promise<CommandScene> {
		const { place, workspace, userId } = at;
		const [persona, personal] = await Promise.all([
			ports.personas.mainPersona(workspace.id),
			ports.workspaces.userLanguage(place.userId),
		]);
		const query = { serverId: workspace.id, channelId: place.channelId, personaId: persona.id, userId };
		const scopes = await ports.settings.readScopes(query);
		const settings = resolveSettings(scopes);
		const locale =
			answer === 'private'
				? privateLocale(personal, place.userLocale, settings.language, workspace.locale)
				: privateLocale(settings.language, workspace.locale, place.guildLocale);
		return new CommandScene({ workspace, userId, persona, settings, scopes, locale });
	}

	/** The same scene about another persona of the workspace; settings and language stay. */
	about(persona: Persona): CommandScene {
		const { workspace, userId, settings, scopes, locale } = this;
		return new CommandScene({ workspace, userId, persona, settings, scopes, locale });
	}

	/** A message in the asker's language. */
	say(key: MessageKey, parameters: MessageParameters = {}): string {
		return translate(this.locale, key, parameters);
	}

	/** An answer that is one message. */
	answer(key: MessageKey, parameters: MessageParameters = {}): CommandAnswer {
		return { text: this.say(key, parameters) };
	}

	/** An answer that tells of a failure. */
	failure(failure: Failure): CommandAnswer {
		return { text: failureMessage(this.locale, failure) };
	}
}
