/** Everything outside that commands may touch. */

import type { OperatorKey } from '#app/chat/choose-credential';
import type { ReplyControls } from '#app/chat/reply-controls';
import type { PersonaDraft } from '#domain/persona';
import type { AttachmentSource } from '#ports/attachment-source';
import type { CardCodec } from '#ports/card-codec';
import type { CredentialStore } from '#ports/credential-store';
import type { KeyPoolStore } from '#ports/key-pool-store';
import type { PersonaStore } from '#ports/persona-store';
import type { PresetStore } from '#ports/preset-store';
import type { SettingsStore } from '#ports/settings-store';
import type { TextModel } from '#ports/text-model';
import type { WorkspaceStore } from '#ports/workspace-store';

/** The outside of the commands, given once by the composition root. */
export interface CommandPorts {
	readonly workspaces: WorkspaceStore;
	readonly personas: PersonaStore;
	readonly settings: SettingsStore;
	readonly credentials: CredentialStore;
	readonly keyPool: KeyPoolStore;
	readonly presets: PresetStore;
	/** The operator's own key, which counts as the workspace's where it serves. */
	readonly operator: OperatorKey | null;
	readonly model: TextModel;
	readonly cards: CardCodec;
	readonly attachments: AttachmentSource;
	readonly firstPersona: PersonaDraft;
	readonly replies: ReplyControls;
}
