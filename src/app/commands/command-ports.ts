/** Everything outside that commands may touch. */

import type { ChatPorts } from '#app/chat/chat-ports';
import type { OperatorKey } from '#app/chat/choose-credential';
import type { ReplyControls } from '#app/chat/reply-controls';
import type { Snowflake } from '#domain/ids';
import type { MemoryLimits } from '#domain/memory';
import type { PersonaDraft } from '#domain/persona';
import type { StopStringLimits } from '#domain/sampling';
import type { AccessRuleStore } from '#ports/access-rule-store';
import type { AddressGuard } from '#ports/address-guard';
import type { AttachmentSource } from '#ports/attachment-source';
import type { AutoReplyStore } from '#ports/auto-reply-store';
import type { BorrowedVoices } from '#ports/borrowed-voice';
import type { CardCodec } from '#ports/card-codec';
import type { CredentialStore } from '#ports/credential-store';
import type { CustomProviderStore } from '#ports/custom-provider-store';
import type { KeyPoolStore } from '#ports/key-pool-store';
import type { LineageSigner } from '#ports/lineage-signer';
import type { LorebookStore } from '#ports/lorebook-store';
import type { MemoryStore } from '#ports/memory-store';
import type { ModelCatalog } from '#ports/model-catalog';
import type { PersonaCardStore } from '#ports/persona-card-store';
import type { PersonaStore } from '#ports/persona-store';
import type { PicturePainter } from '#ports/picture-painter';
import type { PresetStore } from '#ports/preset-store';
import type { SettingsStore } from '#ports/settings-store';
import type { StatStore } from '#ports/stat-store';
import type { TextModel } from '#ports/text-model';
import type { WorkspaceStore } from '#ports/workspace-store';

/** The outside of the commands, given once by the composition root. */
export interface CommandPorts {
	readonly workspaces: WorkspaceStore;
	readonly personas: PersonaStore;
	readonly personaCards: PersonaCardStore;
	readonly settings: SettingsStore;
	readonly accessRules: AccessRuleStore;
	readonly credentials: CredentialStore;
	readonly keyPool: KeyPoolStore;
	readonly customProviders: CustomProviderStore;
	readonly addressGuard: AddressGuard;
	readonly modelCatalog: ModelCatalog;
	/** The application's owners, who alone may name private addresses; by Discord's ids. */
	readonly ownerIds: ReadonlySet<Snowflake>;
	readonly presets: PresetStore;
	readonly memories: MemoryStore;
	readonly lorebooks: LorebookStore;
	readonly memoryLimits: MemoryLimits;
	readonly stopStringLimits: StopStringLimits;
	readonly autoReplies: AutoReplyStore;
	/** Null when STAT_TRACKING_ENABLED is false. */
	readonly stats: StatStore | null;
	readonly painter: PicturePainter;
	/** Whether messages of servers are read, and so trigger words in them (DISCORD_MESSAGE_CONTENT). */
	readonly readsContent: boolean;
	/** The operator's own key, which counts as the workspace's where it serves. */
	readonly operator: OperatorKey | null;
	readonly model: TextModel;
	readonly cards: CardCodec;
	readonly lineages: LineageSigner;
	readonly attachments: AttachmentSource;
	readonly firstPersona: PersonaDraft;
	/** What a turn may touch, for commands that show what a turn would do. */
	readonly chat: ChatPorts;
	readonly replies: ReplyControls;
	/** Ends whatever is being answered to a person; resolves when nothing is written of it any more. */
	readonly endTurnsOf: (userId: Snowflake) => Promise<void>;
	/** Speaking as a person for a moment. */
	readonly voices: BorrowedVoices;
}
