/** Names of providers, under which their keys are kept. */
import { customNameOf } from '#domain/custom-provider';

/** Every workspace has it, key or not. */
export const NOVELAI_PROVIDER = 'novelai';

/** Whose keys serve a model: a custom endpoint is a provider of its own, every other model is NovelAI's. */
export function providerOf(codename: string): string {
	return customNameOf(codename) === null ? NOVELAI_PROVIDER : codename;
}
