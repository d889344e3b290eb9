/** Adds up the scopes' settings. */
import type { EffectiveSettings, SettingsRow, SettingsScopes } from '#domain/settings';
import { EMPTY_SETTINGS_ROW } from '#domain/settings';

/** What holds when no scope says anything. */
export const DEFAULT_SETTINGS: EffectiveSettings = {
	language: null,
	zone: 'UTC',
	modelCodename: 'glm-4-6',
	thinkingLevel: 'auto',
	maxOutputTokens: null,
	sampling: {},
	messageFetchLimit: 80,
	humanizerDegree: 2,
};

/** Messages that may be read for a turn, least and most. */
export const MESSAGE_FETCH_LIMITS = { messagesMin: 20, messagesMax: 100 } as const;

/**
 * The nearest scope that says something wins: what a person may choose for themselves goes personal → channel →
 * persona → server; what shapes the place goes channel → persona → server.
 */
export function resolveSettings(scopes: SettingsScopes): EffectiveSettings {
	const server = scopes.server ?? EMPTY_SETTINGS_ROW;
	const persona = scopes.persona ?? EMPTY_SETTINGS_ROW;
	const channel = scopes.channel ?? EMPTY_SETTINGS_ROW;
	const user = scopes.user ?? EMPTY_SETTINGS_ROW;
	const ofPerson = [user, channel, persona, server];
	const ofPlace = [channel, persona, server];
	return {
		language: server.language,
		zone: server.zone ?? DEFAULT_SETTINGS.zone,
		modelCodename: nearest(ofPerson, 'modelCodename') ?? DEFAULT_SETTINGS.modelCodename,
		thinkingLevel: nearest(ofPerson, 'thinkingLevel') ?? DEFAULT_SETTINGS.thinkingLevel,
		maxOutputTokens: nearest(ofPerson, 'maxOutputTokens'),
		sampling: Object.assign({}, ...ofPerson.map((row) => row.sampling).reverse()),
		messageFetchLimit: clampFetchLimit(nearest(ofPlace, 'messageFetchLimit') ?? DEFAULT_SETTINGS.messageFetchLimit),
		humanizerDegree: nearest(ofPlace, 'humanizerDegree') ?? DEFAULT_SETTINGS.humanizerDegree,
	};
}

function nearest<Field extends keyof SettingsRow>(
	rows: readonly SettingsRow[],
	field: Field,
): SettingsRow[Field] | null {
	for (const row of rows) {
		if (row[field] !== null) return row[field];
	}
	return null;
}

function clampFetchLimit(limit: number): number {
	return Math.min(MESSAGE_FETCH_LIMITS.messagesMax, Math.max(MESSAGE_FETCH_LIMITS.messagesMin, Math.round(limit)));
}
