/** Each thing about the conversation that a fork may change is one function; replacing it shows. */
import { describe, expect, test } from 'vitest';
import { composeContext } from '#core/context/compose-context';
import { activeNotes } from '#core/context/dialogue-history/active-notes';
import { attributionHint } from '#core/context/dialogue-history/attribution-hint';
import { describeMedium } from '#core/context/dialogue-history/media-descriptors';
import { effectiveMediaWindow } from '#core/context/dialogue-history/media-window';
import { pushDialogueHistoryContextItem } from '#core/context/dialogue-history/push-item';
import { roleOf } from '#core/context/dialogue-history/role-of';
import { DEFAULT_SEAMS, type DialogueHistorySeams } from '#core/context/dialogue-history/seams';
import type { StructuredContextItem } from '#domain/context-item';
import { factsOf, line, personaLine, TOMORI } from './dialogue-case.ts';
import { image } from './media-entries.ts';

const dayMs = 86_400_000;
const history = [
	line('1', 'Bo', { createdAtMs: 0, imageAttachments: [image('a.png')] }),
	personaLine('2', 'Tomori', { createdAtMs: dayMs, content: 'Hello, Bo' }),
	line('3', 'Bo', { createdAtMs: dayMs, imageAttachments: [image('b.png', { sourceMessageId: '3' })] }),
];
const facts = factsOf(
	history,
	{ dates: { zone: 'UTC', nowMs: dayMs }, notes: [{ text: 'Be kind', depth: 1 }] },
	{ persona: { ...TOMORI, samples: [{ user: 'Hi', persona: 'Hello' }] } },
);

function composed(change: Partial<DialogueHistorySeams>): readonly StructuredContextItem[] {
	return composeContext(facts, { ...DEFAULT_SEAMS, ...change }).items;
}

function withMedia(change: Partial<DialogueHistorySeams['media']>): readonly StructuredContextItem[] {
	return composed({ media: { ...DEFAULT_SEAMS.media, ...change } });
}

const plain = composed({});
const find = (items: readonly StructuredContextItem[], identity: string) =>
	items.find((item) => item.identity === identity);
const placeOf = (items: readonly StructuredContextItem[], identity: string) =>
	items.findIndex((item) => item.identity === identity);

/** Each takes one function away and says what is different then. */
const cases: Readonly<Record<keyof Omit<DialogueHistorySeams, 'media'>, () => void>> = {
	preprocessMessage() {
		const anonymous = composed({
			preprocessMessage: (entry) =>
				entry.id === '1' ? null : { ...entry, authorName: entry.authorType === 'user' ? 'Someone' : entry.authorName },
		});
		expect(find(anonymous, 'history:1')).toBeUndefined();
		expect(find(anonymous, 'history:3')?.text).toMatch(/^Someone: hi\n/);
		const { drops } = composeContext(facts, { ...DEFAULT_SEAMS, preprocessMessage: () => null });
		expect(drops.map(({ reason }) => reason)).toEqual(['preprocessed', 'preprocessed', 'preprocessed']);
	},
	roleOf() {
		const all = composed({ roleOf: (entry, talk) => (entry.id === '3' ? 'model' : roleOf(entry, talk)) });
		expect([find(plain, 'history:3')?.role, find(all, 'history:3')?.role]).toEqual(['user', 'model']);
	},
	activeNotes() {
		const more = composed({
			activeNotes: (use, depthOf) => [
				...activeNotes(use, depthOf),
				{ depth: 9, item: { role: 'user', tag: 'CONTEXT_NOTE_INJECTION', text: 'mine', identity: 'mine' } },
			],
		});
		expect(placeOf(more, 'mine')).toBe(placeOf(more, 'history:1') - 1);
		expect(find(more, 'context-note:0')).toBeDefined();
	},
	noteDepth() {
		const deeper = composed({ noteDepth: (note) => note.depth + 1 });
		expect(placeOf(plain, 'context-note:0')).toBe(placeOf(plain, 'history:3') - 1);
		expect(placeOf(deeper, 'context-note:0')).toBe(placeOf(deeper, 'history:2') - 1);
	},
	dateSpacerTemplate() {
		const told = composed({ dateSpacerTemplate: () => '— {date}, {relative} —' });
		expect(find(told, 'date_spacer_2')?.text).toBe('[System: — January 1, 1970, yesterday —]');
		expect(find(composed({ dateSpacerTemplate: () => null }), 'date_spacer_2')).toBeUndefined();
	},
	humanizeLine() {
		const loud = composed({ humanizeLine: (words, _facts, role) => (role === 'model' ? words.toUpperCase() : words) });
		expect(find(loud, 'history:2')?.text).toBe('Tomori: HELLO, BO');
		expect(loud.filter(({ identity }) => identity === 'sample:0').map(({ text }) => text)).toEqual([
			'Ellen: Hi',
			'Tomori: HELLO',
		]);
	},
	uncensorLine() {
		const veiled = composed({ uncensorLine: (words) => [...words].reverse().join('') });
		expect(find(veiled, 'history:2')?.text).toBe('Tomori: oB ,olleH');
		expect(veiled.filter(({ identity }) => identity === 'sample:0').map(({ text }) => text)).toEqual([
			'Ellen: iH',
			'Tomori: olleH',
		]);
	},
	pushItem() {
		const marked = composed({
			pushItem: (items, draft) => pushDialogueHistoryContextItem(items, { ...draft, text: `>${draft.text}` }),
		});
		for (const identity of ['history:1', 'history:2', 'history:3', 'date_spacer_2', 'context-note:0']) {
			expect(find(marked, identity)?.text).toBe(`>${find(plain, identity)?.text}`);
		}
	},
};

describe('the seams of the dialogue stage', () => {
	test.each(Object.entries(cases))('another %s shows', (_name, replace) => {
		replace();
	});

	test('there are no others than these and the rules of media', () => {
		expect(
			Object.keys(DEFAULT_SEAMS)
				.filter((name) => name !== 'media')
				.sort(),
		).toEqual(Object.keys(cases).sort());
	});
});

describe('the rules of media', () => {
	const shownIn = (items: readonly StructuredContextItem[], identity: string) =>
		find(items, identity)?.mediaDescriptors?.map(({ withinWindow }) => withinWindow) ?? [];

	test('another media-window policy shows', () => {
		const none = withMedia({
			effectiveMediaWindow: (policy, total) => ({ ...effectiveMediaWindow(policy, total), cutoff: 2 }),
		});
		expect([shownIn(plain, 'history:1'), shownIn(none, 'history:1')]).toEqual([[true], [false]]);
	});

	test('another limit on pictures shows', () => {
		const first = withMedia({ imageMessageIndexes: () => new Set([0]) });
		expect([shownIn(first, 'history:1'), shownIn(first, 'history:3')]).toEqual([[true], []]);
		expect(find(first, 'history:3')?.text).toMatch(/^\[System: 1 image omitted/);
	});

	test('another shape of descriptors shows', () => {
		const named = withMedia({
			describeMedium: (medium, extendBy) => ({ ...describeMedium(medium, extendBy), uri: `mirror:${medium.mediaId}` }),
		});
		expect(find(named, 'history:1')?.mediaDescriptors?.[0]?.uri).toBe('mirror:media_1');
	});

	test('another attribution hint format shows', () => {
		const localized = withMedia({
			attributionHint: (media, entry, name) => `${name}さんの画像 ${attributionHint(media, entry, name).length}`,
		});
		expect(find(localized, 'history:3')?.text).toMatch(/\[System: Boさんの画像 \d+\]$/);
	});
});
