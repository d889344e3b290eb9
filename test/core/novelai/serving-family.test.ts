/** Which vocabulary counts for a model, by what the machine has. */
import { expect, test } from 'vitest';
import { allProfiles, profileOf } from '#core/novelai/profiles/profile-of';
import { requiredFamily, servingFamily, unservedFamilies } from '#core/novelai/profiles/serving-family';

const having =
	(...families: string[]) =>
	(family: string): boolean =>
		families.includes(family);

test('GLM and Xialong share a vocabulary, Kayra has its own, and each counts with no other', () => {
	const everything = having('glm46', 'nerdstash_v2', 'llama3', 'llama3nai');
	expect(allProfiles().map((profile) => servingFamily(profile, everything))).toEqual([
		'glm46',
		'glm46',
		'nerdstash_v2',
		'llama3nai',
	]);
	expect(allProfiles().map((profile) => servingFamily(profile, having()))).toEqual([null, null, null, null]);
});

test("Erato's own vocabulary comes before Llama 3's, which stands in for it", () => {
	const erato = profileOf('llama-3-erato-v1');
	if (erato === null) throw new Error('Erato is a model.');
	expect(servingFamily(erato, having('llama3', 'llama3nai'))).toBe('llama3nai');
	expect(servingFamily(erato, having('llama3', 'glm46'))).toBe('llama3');
	expect(requiredFamily(erato)).toBe('llama3');
});

test('what is missing is named once, and only where nothing stands in', () => {
	expect(unservedFamilies(having())).toEqual(['glm46', 'nerdstash_v2', 'llama3']);
	expect(unservedFamilies(having('nerdstash_v2', 'llama3'))).toEqual(['glm46']);
	expect(unservedFamilies(having('glm46', 'nerdstash_v2', 'llama3nai'))).toEqual([]);
});
