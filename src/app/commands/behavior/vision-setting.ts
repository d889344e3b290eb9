/** `vision_model`: which endpoint looks at pictures for a model that cannot. */
import { CUSTOM_PROVIDER_LIMITS, customCodename, customNameOf } from '#domain/custom-provider';
import type { CredentialScope } from '#ports/credential-store';
import type { BehaviorSetting, SettingStores } from './setting-kinds.ts';

const NAME = new RegExp(`^[a-z0-9_-]{1,${CUSTOM_PROVIDER_LIMITS.nameMax}}$`);

/** An endpoint of the scope itself, since no scope is served in another one's name. */
export const VISION_SETTING: BehaviorSetting = {
	name: 'vision_model',
	label: 'answer.setting-vision-model',
	scopes: ['server', 'personal'],
	takes: 'custom:name',
	read: (value) => {
		const given = value.toLowerCase();
		const name = customNameOf(given) ?? given;
		return NAME.test(name) ? { visionModel: customCodename(name) } : null;
	},
	cleared: { visionModel: null },
	async refusal({ visionModel }, owner, { customProviders }) {
		const name = customNameOf(visionModel ?? '');
		if (name === null) return null;
		const provider = await customProviders.findProvider(owner, name);
		if (provider === null) return { key: 'answer.provider-unknown', parameters: { name } };
		return provider.capabilities.seesImages ? null : { key: 'answer.provider-blind', parameters: { name } };
	},
	offered: seeingModels,
	isInactiveOnNovelai: true,
};

async function seeingModels(owner: CredentialScope, { customProviders }: SettingStores): Promise<readonly string[]> {
	const providers = await customProviders.listProviders(owner);
	return providers.filter(({ capabilities }) => capabilities.seesImages).map(({ name }) => customCodename(name));
}
