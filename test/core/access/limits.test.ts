/** Which limits a turn comes under, how the messages of a channel are counted, and what lists people write. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countMessage, drawThreshold } from '#core/access/auto-reply-count';
import { readSubjects } from '#core/access/read-subjects';
import { cooldownTerm, isNearLimit, quotaTerms } from '#core/access/reply-limits';
import { resolveSettings } from '#core/settings/resolve-settings';
import { threadRow } from '#core/settings/thread-row';
import { ACCESS_LIMITS } from '#domain/access';
import { EMPTY_SETTINGS_ROW, type SettingsRow } from '#domain/settings';

const range = fc
	.tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 20 }))
	.map(([one, other]) => ({ messagesMin: Math.min(one, other), messagesMax: Math.max(one, other) }));
const drawn = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

describe('counting the messages of a channel', () => {
	test('a threshold lies between both numbers, and every one between them can be drawn', () => {
		fc.assert(
			fc.property(range, drawn, (between, chance) => {
				const threshold = drawThreshold(between, chance);
				expect(threshold).toBeGreaterThanOrEqual(between.messagesMin);
				expect(threshold).toBeLessThanOrEqual(between.messagesMax);
			}),
		);
		const seen = new Set(
			[0, 0.2, 0.4, 0.6, 0.8, 0.999].map((chance) => drawThreshold({ messagesMin: 5, messagesMax: 10 }, chance)),
		);
		expect([...seen]).toEqual([5, 6, 7, 8, 9, 10]);
	});

	test('answers come as far apart as was drawn, whatever was counted before', () => {
		fc.assert(
			fc.property(range, fc.array(drawn, { minLength: 1, maxLength: 60 }), (between, chances) => {
				let known: Parameters<typeof countMessage>[0] = null;
				let since = 0;
				for (const chance of chances) {
					const { isDue, count } = countMessage(known, between, drawThreshold(between, chance));
					since += 1;
					if (isDue) {
						expect(since).toBeGreaterThanOrEqual(Math.max(1, between.messagesMin));
						expect(since).toBeLessThanOrEqual(Math.max(1, between.messagesMax));
						since = 0;
					}
					known = count;
				}
				expect(since).toBeLessThan(Math.max(1, between.messagesMax));
			}),
		);
	});

	test('0 answers every message, and a range that was changed counts at once', () => {
		const always = { messagesMin: 0, messagesMax: 0 };
		expect(countMessage(null, always, 0)).toEqual({ isDue: true, count: { messages: 0, threshold: 0 } });
		const far = { messages: 7, threshold: 100 };
		expect(countMessage(far, always, 0).isDue).toBe(true);
		expect(countMessage(far, { messagesMin: 9, messagesMax: 9 }, 9).isDue).toBe(false);
	});
});

describe('limits of a turn', () => {
	const settingsOf = (change: Partial<SettingsRow>) =>
		resolveSettings({ server: { ...EMPTY_SETTINGS_ROW, ...change }, channel: null, persona: null, user: null });
	const subjects = { userId: '11', channelId: '30' };
	const member = { mayManage: false };

	test.each([
		['user', 'user:11', 'user'],
		['channel', 'channel:30', 'channel'],
		['server', 'server', 'server'],
		['strict', 'server', 'server'],
	] as const)('a %s cooldown is about %s', (cooldownScope, subject, owner) => {
		const settings = settingsOf({ cooldownScope, cooldownSeconds: 5 });
		expect(cooldownTerm(settings, subjects, member)).toEqual({ owner, subject, seconds: 5 });
		const ofManager = cooldownTerm(settings, subjects, { mayManage: true });
		expect(ofManager !== null).toBe(cooldownScope === 'strict');
	});

	test('there is none when it is off, lasts no time, or is about a person that there is none of', () => {
		expect(cooldownTerm(settingsOf({}), subjects, member)).toBeNull();
		expect(cooldownTerm(settingsOf({ cooldownScope: 'off', cooldownSeconds: 5 }), subjects, member)).toBeNull();
		expect(cooldownTerm(settingsOf({ cooldownScope: 'user', cooldownSeconds: 0 }), subjects, member)).toBeNull();
		const settings = settingsOf({ cooldownScope: 'user', cooldownSeconds: 5 });
		expect(cooldownTerm(settings, { ...subjects, userId: null }, member)).toBeNull();
	});

	test('quotas are those that are set, and 0 is a choice of none', () => {
		const settings = settingsOf({ userRepliesPerDay: 3, channelRepliesPerDay: 0, serverRepliesPerDay: 9 });
		expect(quotaTerms(settings, subjects)).toEqual([
			{ owner: 'user', subject: 'user:11', limit: 3 },
			{ owner: 'server', subject: 'server', limit: 9 },
		]);
		const server = { ...EMPTY_SETTINGS_ROW, channelRepliesPerDay: 5 };
		const channel = { ...EMPTY_SETTINGS_ROW, channelRepliesPerDay: 0 };
		const scopes = { server, channel, persona: null, user: null };
		expect(quotaTerms(resolveSettings(scopes), subjects)).toEqual([]);
	});

	test('nine tenths are near, and one reply less is not', () => {
		fc.assert(
			fc.property(fc.integer({ min: 1, max: 100_000 }), (limit) => {
				const first = Math.ceil((limit * 9) / 10);
				expect(isNearLimit(first, limit)).toBe(true);
				expect(isNearLimit(first - 1, limit)).toBe(false);
				expect(isNearLimit(limit, limit)).toBe(true);
			}),
		);
	});
});

describe('lists that people write', () => {
	const allow = (subject: string) => ({ subject, verdict: 'allow' });
	const deny = (subject: string) => ({ subject, verdict: 'deny' });

	test.each([
		['channel', '<#12345> <#12346>', [allow('12345'), allow('12346')]],
		['channel', '<#12345><#12346>, -<#12347>', [allow('12345'), allow('12346'), deny('12347')]],
		['channel', '- <#12345> 123456789012345678', [deny('12345'), allow('123456789012345678')]],
		['channel', '<#12345> −<#12345>', [deny('12345')]],
		['channel', '#general', null],
		['channel', '<#12345> and others', null],
		['channel', '<@&12345>', null],
		['role', '<@&12345>、-@everyone', [allow('12345'), deny('100')]],
		['role', '<@12345>', null],
		['persona', 'Tomori, -Anon Chihaya，高松燈', [allow('Tomori'), deny('Anon Chihaya'), allow('高松燈')]],
		['persona', '-', null],
		['persona', ' , ', null],
	] as const)('%s: %j', (kind, text, subjects) => {
		expect(readSubjects(kind, text, '100')).toEqual(subjects);
	});

	test('what is written for a list reads as that list, up to the most that one may have', () => {
		const subject = fc.record({
			subject: fc.integer({ min: 10_000, max: 99_999 }).map(String),
			verdict: fc.constantFrom('allow' as const, 'deny' as const),
		});
		const list = fc.uniqueArray(subject, { selector: (one) => one.subject, minLength: 1, maxLength: 60 });
		fc.assert(
			fc.property(list, fc.constantFrom(' ', ', ', '、', ''), (given, between) => {
				const text = given.map((one) => `${one.verdict === 'deny' ? '-' : ''}<#${one.subject}>`).join(between);
				expect(readSubjects('channel', text, null)).toEqual(given.length > ACCESS_LIMITS.subjectsMax ? null : given);
			}),
		);
	});
});

describe('settings of a thread', () => {
	const row = (change: Partial<SettingsRow>): SettingsRow => ({ ...EMPTY_SETTINGS_ROW, ...change });

	test('a model comes with how it is set, from one of both', () => {
		const above = row({ modelCodename: 'kayra-v1', presetName: 'Carefree', thinkingLevel: 'low', prompt: 'above' });
		const own = row({ modelCodename: 'glm-4-6', maxOutputTokens: 9 });
		expect(threadRow(own, above)).toEqual({
			...above,
			...own,
			prompt: 'above',
			presetName: null,
			thinkingLevel: null,
			...DRAWN,
		});
		expect(threadRow(row({ humanizerDegree: 0 }), above)).toEqual({ ...above, humanizerDegree: 0 });
		expect(threadRow(null, above)).toEqual(above);
		expect(threadRow(own, null)).toBe(own);
	});
});

const DRAWN = { autoReplyMin: null, autoReplyMax: null };
