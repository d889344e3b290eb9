/** Who may be answered where. */
import type { AccessKind, AccessRule } from '#domain/access';
import type { ServerId, Snowflake } from '#domain/ids';

/** Which rules a list replaces. */
export interface RuleScope {
	readonly serverId: ServerId;
	readonly kind: AccessKind;
	/** For personas the channel that the rules are about; empty is everywhere. */
	readonly channelId: Snowflake | '';
}

/** Rules of workspaces. */
export interface AccessRuleStore {
	listRules(serverId: ServerId): Promise<readonly AccessRule[]>;
	/** Puts the given subjects, each once, in the place of all of that scope; of two lists at once one is left whole. */
	replaceRules(scope: RuleScope, subjects: readonly Pick<AccessRule, 'subject' | 'verdict'>[]): Promise<void>;
}
