/** Lets threads inherit what is set for the channel above them. */
import type { GuildDirectory } from '#ports/guild-directory';
import type { SettingsStore } from '#ports/settings-store';

/** The same store, whose readings know the channel above a thread. */
export function threadSettings(settings: SettingsStore, directory: Pick<GuildDirectory, 'parentOf'>): SettingsStore {
	return {
		...settings,
		async readScopes(query) {
			const parentChannelId = await directory.parentOf(query.channelId);
			return await settings.readScopes(parentChannelId === null ? query : { ...query, parentChannelId });
		},
	};
}
