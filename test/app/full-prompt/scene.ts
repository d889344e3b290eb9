/** One turn in which everything comes up that a prompt can hold, for one model or another. */

import { reunionNoteText } from '#core/presence/reunion-note';
import { resolveSettings } from '#core/settings/resolve-settings';
import type { Credential } from '#domain/credential';
import type { CustomProvider } from '#domain/custom-provider';
import type { ServerId, UserId } from '#domain/ids';
import type { ModelCapabilities } from '#domain/media-descriptor';
import { Secret } from '#domain/secret';
import type { SettingsScopes } from '#domain/settings';
import type { TurnRequest } from '#domain/turn';
import type { TurnFacts } from '#domain/turn-facts';
import { SELF_ID } from '../../support/chat-message.ts';
import { HISTORY, KNOWLEDGE, ROOM, SCOPES } from './scene-knowledge.ts';
import { MESSAGES, TRIGGER } from './scene-messages.ts';
import { daysAgo, NOW_MS, TOMORI } from './scene-people.ts';

/** Which model is asked, and what differs for it. */
export interface SceneVariant {
	readonly capabilities: ModelCapabilities;
	readonly scopes?: Partial<SettingsScopes>;
	readonly facts?: Partial<TurnFacts>;
	readonly request?: Partial<TurnRequest>;
}

/** Ellen's line. */
export const REQUEST: TurnRequest = { cause: 'mention', trigger: TRIGGER, lines: [TRIGGER] };

/** The endpoint of a custom provider that can do this. */
export function endpointOf(capabilities: ModelCapabilities): CustomProvider {
	return {
		name: 'home',
		baseUrl: 'http://127.0.0.1:9',
		model: 'stand-in',
		windowTokens: 32_768,
		outputTokensMax: 1_024,
		capabilities,
		mayBePrivate: true,
	};
}

/** The key to it. */
export function credentialOf(capabilities: ModelCapabilities): Credential {
	return {
		provider: 'custom:home',
		owner: { kind: 'server', serverId: 1 as ServerId },
		secret: new Secret(''),
		digest: '00',
		endpoint: endpointOf(capabilities),
	};
}

/** Everything that the turn has read. */
export function sceneFacts({ capabilities, scopes = {}, facts = {} }: SceneVariant): TurnFacts {
	const all = { ...SCOPES, ...scopes };
	return {
		workspace: { id: 1 as ServerId, kind: 'guild', discordId: '30', locale: null },
		persona: TOMORI,
		userId: 11 as UserId,
		settings: { ...resolveSettings(all), modelCodename: 'custom:home' },
		credential: credentialOf(capabilities),
		messages: MESSAGES,
		history: HISTORY,
		knowledge: KNOWLEDGE,
		triggerId: TRIGGER.id,
		selfId: SELF_ID,
		nowMs: NOW_MS,
		room: ROOM,
		mediaWindowEntries: 10,
		imageMessagesMax: 4,
		reunionNote: reunionNoteText({
			lastActivityAtMs: daysAgo(9),
			seenToday: false,
			nowMs: NOW_MS,
			zone: 'Europe/Berlin',
			reunionDays: 7,
			personName: 'Ellen',
			personaName: 'Tomori',
		}),
		reunionNoteDepth: 3,
		capabilities,
		...facts,
	};
}
