/** The list of NovelAI's models; adding one is adding a data file and a line here. */
import { ERATO } from './erato.ts';
import { GLM } from './glm.ts';
import { KAYRA } from './kayra.ts';
import type { Profile } from './profile.ts';
import { XIALONG } from './xialong.ts';

const PROFILES: readonly Profile[] = [GLM, XIALONG, KAYRA, ERATO];

/** The profile with this codename, or null; there is no silent default (ruling N1). */
export function profileOf(codename: string): Profile | null {
	return PROFILES.find((profile) => profile.codename === codename) ?? null;
}

/** Every model, default first. */
export function allProfiles(): readonly Profile[] {
	return PROFILES;
}
