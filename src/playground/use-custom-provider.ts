/** Gives the playground's server a custom provider, as a person would do it, and takes it as the model. */

import type { InteractionHandle } from '#playground/discord-server/interaction-handle';
import type { Reference } from '#playground/discord-server/records';
import type { DiscordServer } from '#playground/discord-server/start-discord-server';
import { standInModel } from '#playground/openai-server/start-openai-server';
import type { Scene } from './scene.ts';

/** How the provider is called among models. */
export const customModel = 'custom:stand-in';

/** Whose place it is, and where the endpoint is. */
export interface CustomProviderUse {
	readonly discord: DiscordServer;
	readonly scene: Scene;
	/** The base URL. */
	readonly url: string;
}

/**
 * In the server and in the owner's direct messages, since only the owner may name an address of this machine. What an
 * earlier start left goes first: its port is another one.
 */
export async function useCustomProvider({ discord, scene, url }: CustomProviderUse): Promise<void> {
	const owner = discord.as(scene.owner.user);
	const answered = async (handle: InteractionHandle): Promise<void> => {
		await handle.response();
		// The answer was for the one who asked, and nobody did.
		if (handle.record.original !== null) owner.delete(handle.record.original.message);
	};
	const useIn = async (channel: Reference): Promise<void> => {
		const name = customModel.replace('custom:', '');
		const scope = 'server';
		await answered(owner.slash(channel, 'provider remove', { options: { name, scope } }));
		const options = { name, base_url: url, model: standInModel, images: 'yes', scope };
		const form = owner.slash(channel, 'provider add', { options });
		await form.callback();
		await answered(owner.submitModal(form, { key: '' }));
		await answered(owner.slash(channel, 'model set', { options: { model: customModel, scope } }));
	};
	await useIn(scene.general);
	await useIn(discord.build.openDm(scene.owner.user));
}
