/** Everything outside that commands may touch. */
import type { PersonaDraft } from '#domain/persona';
import type { AttachmentSource } from '#ports/attachment-source';
import type { CardCodec } from '#ports/card-codec';
import type { CredentialStore } from '#ports/credential-store';
import type { PersonaStore } from '#ports/persona-store';
import type { SettingsStore } from '#ports/settings-store';
import type { TextModel } from '#ports/text-model';
import type { WorkspaceStore } from '#ports/workspace-store';

/** The outside of the commands, given once by the composition root. */
export interface CommandPorts {
	readonly workspaces: WorkspaceStore;
	readonly personas: PersonaStore;
	readonly settings: SettingsStore;
	readonly credentials: CredentialStore;
	readonly model: TextModel;
	readonly cards: CardCodec;
	readonly attachments: AttachmentSource;
	readonly firstPersona: PersonaDraft;
}
