/** Who is answered where, over generated rules. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { accessDenial, isPersonaAllowed, personaOfChannel } from '#core/access/access-denial';
import type { AccessQuery, AccessRule } from '#domain/access';
import type { PersonaId } from '#domain/ids';

const verdict = fc.constantFrom('allow', 'deny');
const channels = ['30', '31', '90'];
const roles = ['100', '70', '71'];
const personas = [1, 2, 3] as PersonaId[];

const channelRule: fc.Arbitrary<AccessRule> = fc.record({
	kind: fc.constant('channel'),
	channelId: fc.constant('' as const),
	subject: fc.constantFrom(...channels),
	verdict,
});
const roleRule: fc.Arbitrary<AccessRule> = fc.record({
	kind: fc.constant('role'),
	channelId: fc.constant('' as const),
	subject: fc.constantFrom(...roles),
	verdict,
});
const personaRule: fc.Arbitrary<AccessRule> = fc.record({
	kind: fc.constant('persona'),
	channelId: fc.constantFrom('', ...channels),
	subject: fc.constantFrom('1', '2', '3'),
	verdict,
});
/** Each subject of a scope once, as in the database. */
const rules = fc.uniqueArray(fc.oneof(channelRule, roleRule, personaRule), {
	selector: (rule) => `${rule.kind}:${rule.channelId}:${rule.subject}`,
	maxLength: 12,
});
const query: fc.Arbitrary<AccessQuery> = fc.record({
	channelId: fc.constantFrom(...channels),
	parentId: fc.constantFrom(null, '30', '31'),
	roleIds: fc.uniqueArray(fc.constantFrom(...roles)),
	personaId: fc.constantFrom(...personas),
});

const HERE: AccessQuery = { channelId: '30', parentId: null, roleIds: ['100'], personaId: 1 as PersonaId };
const rule = (kind: AccessRule['kind'], subject: string, one: AccessRule['verdict']): AccessRule => {
	return { kind, channelId: '', subject, verdict: one };
};
const inChannel = (channelId: string, one: AccessRule): AccessRule => ({ ...one, channelId });

describe('accessDenial', () => {
	test('without rules everybody is answered', () => {
		fc.assert(fc.property(query, (asked) => accessDenial([], asked) === null));
	});

	test('the order of the rules makes no difference', () => {
		fc.assert(
			fc.property(rules, query, (given, asked) => {
				expect(accessDenial(given.toReversed(), asked)).toBe(accessDenial(given, asked));
			}),
		);
	});

	test('rules of nothing but denials refuse exactly what they name', () => {
		fc.assert(
			fc.property(rules, query, (given, asked) => {
				const denials = given
					.filter((each) => each.kind !== 'persona')
					.map((each): AccessRule => ({ ...each, verdict: 'deny' }));
				const named = denials.some(({ kind, subject }) =>
					kind === 'channel'
						? subject === asked.channelId || subject === asked.parentId
						: asked.roleIds.includes(subject),
				);
				expect(accessDenial(denials, asked) !== null).toBe(named);
			}),
		);
	});

	test('a thread without a row of its own is as its channel, and one with a row does not look at it', () => {
		fc.assert(
			fc.property(fc.array(channelRule, { maxLength: 3 }), fc.constantFrom('30', '31'), (given, parentId) => {
				const unique = [...new Map(given.map((each) => [each.subject, each])).values()];
				const thread = { ...HERE, channelId: '90', parentId };
				const own = unique.find(({ subject }) => subject === '90');
				const expected = own
					? own.verdict === 'deny'
						? 'channel'
						: null
					: accessDenial(unique, { ...HERE, channelId: parentId });
				expect(accessDenial(unique, thread)).toBe(expected);
			}),
		);
	});

	test('one more denial never lets anybody in', () => {
		fc.assert(
			fc.property(rules, query, fc.constantFrom(...roles), (given, asked, subject) => {
				const others = given.filter((each) => each.kind !== 'role' || each.subject !== subject);
				const before = accessDenial(others, asked);
				if (before !== null) expect(accessDenial([...others, rule('role', subject, 'deny')], asked)).not.toBeNull();
			}),
		);
	});

	test('a denied role outweighs an allowed one, and with any allowed role the others are out', () => {
		const friends = [rule('role', '70', 'allow'), rule('role', '71', 'deny')];
		expect(accessDenial(friends, HERE)).toBe('role');
		expect(accessDenial(friends, { ...HERE, roleIds: ['100', '70'] })).toBeNull();
		expect(accessDenial(friends, { ...HERE, roleIds: ['100', '70', '71'] })).toBe('role');
	});
});

describe('personas of a channel', () => {
	test("the channel's own list counts alone, then that of the one above, then the server's", () => {
		const lists = [
			rule('persona', '1', 'allow'),
			inChannel('30', rule('persona', '2', 'allow')),
			inChannel('90', rule('persona', '3', 'deny')),
		];
		const allowed = (channelId: string, parentId: string | null) =>
			personas.filter((id) => isPersonaAllowed(lists, id, { channelId, parentId }));
		expect(allowed('31', null)).toEqual([1]);
		expect(allowed('30', null)).toEqual([2]);
		expect(allowed('91', '30')).toEqual([2]);
		expect(allowed('90', '30')).toEqual([1, 2]);
	});

	test('the first allowed one speaks; where none is, the first one is the one that is refused', () => {
		fc.assert(
			fc.property(rules, query, (given, asked) => {
				const company = personas.map((id) => ({ id }));
				const chosen = personaOfChannel(given, company, asked);
				const allowed = personas.filter((id) => isPersonaAllowed(given, id, asked));
				expect(chosen?.id).toBe(allowed[0] ?? personas[0]);
			}),
		);
		expect(personaOfChannel([], [], HERE)).toBeNull();
	});
});
