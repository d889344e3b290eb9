/** All stores over one database. */
import { createAccessRuleStore } from './access-rule-store.ts';
import { createAppStateStore } from './app-state-store.ts';
import { createAutoReplyStore } from './auto-reply-store.ts';
import { createConditioningStore } from './conditioning-store.ts';
import { type CredentialStoreOptions, createCredentialStore } from './credential-store.ts';
import { createCustomProviderStore } from './custom-provider-store.ts';
import { createKeyPoolStore } from './key-pool-store.ts';
import { createLorebookStore } from './lorebook-store.ts';
import { createMemoryStore } from './memory-store.ts';
import { createNoticeStore } from './notice-store.ts';
import { createOpenTurnStore } from './open-turn-store.ts';
import { createPeopleStore } from './people-store.ts';
import { createPersonaBlockStore } from './persona-block-store.ts';
import { createPersonaCardStore } from './persona-card-store.ts';
import { createPersonaStore } from './persona-store.ts';
import { createPersonalDataStore } from './personal-data-store.ts';
import { createPresetStore } from './preset-store.ts';
import { createProxyStore } from './proxy-store.ts';
import { createReplyLimitStore } from './reply-limit-store.ts';
import { createReplyStore } from './reply-store.ts';
import { createSettingsStore } from './settings-store.ts';
import { createShortTermStore } from './short-term-store.ts';
import { createStatStore } from './stat-store.ts';
import { NAMELESS_PROCESS } from './turn-owner.ts';
import { createTurnStore } from './turn-store.ts';
import { createWebhookStore } from './webhook-store.ts';
import { createWorkspaceStore } from './workspace-store.ts';

/** What all stores are made of. */
export interface StoresOptions extends CredentialStoreOptions {
	/** Names this process among those that share the database. */
	readonly owner?: string;
	/** True where no other process can be using the database. */
	readonly isSole?: boolean;
}

/** One store a port. */
export function createStores(options: StoresOptions) {
	const { db, owner = NAMELESS_PROCESS } = options;
	return {
		workspaces: createWorkspaceStore(db),
		personas: createPersonaStore(db),
		personaCards: createPersonaCardStore(db),
		settings: createSettingsStore(db),
		credentials: createCredentialStore(options),
		keyPool: createKeyPoolStore(options),
		customProviders: createCustomProviderStore(db),
		presets: createPresetStore(db),
		turns: createTurnStore(db, owner),
		openTurns: createOpenTurnStore({ ...options, owner, isSole: options.isSole ?? false }),
		replies: createReplyStore(db),
		webhooks: createWebhookStore(options),
		blocks: createPersonaBlockStore(db),
		accessRules: createAccessRuleStore(db),
		replyLimits: createReplyLimitStore(db),
		autoReplies: createAutoReplyStore(db),
		people: createPeopleStore(db),
		personalData: createPersonalDataStore(db),
		proxies: createProxyStore(db),
		notices: createNoticeStore(db),
		conditioning: createConditioningStore(db),
		memories: createMemoryStore(db),
		shortTerm: createShortTermStore(db),
		lorebooks: createLorebookStore(db),
		stats: createStatStore(db),
		appState: createAppStateStore(db),
	};
}
