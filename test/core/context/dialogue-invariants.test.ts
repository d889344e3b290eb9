/** What holds after the dialogue stage, whatever was said (specification: invariants). */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MessageIdMap } from '#core/context/message-id-map';
import { dialogueHistory } from '#core/context/stages/dialogue-history';
import type { StructuredContextItem } from '#domain/context-item';
import { anyHistory, anyTalk, factsOf, itemsOf, stageOf } from './dialogue-case.ts';

const isMessage = ({ identity }: StructuredContextItem): boolean => /^history(?:-notes)?:/.test(identity);
const ofEntry = (items: readonly StructuredContextItem[], id: string): readonly StructuredContextItem[] =>
	items.filter(({ identity }) => identity === `history:${id}` || identity === `history-notes:${id}`);
const degrees = fc.constantFrom(0, 3 as const);

describe('after the dialogue stage', () => {
	test('every message is one item, or two where the model has notes beside its line, or a drop that says why', () => {
		fc.assert(
			fc.property(anyHistory, anyTalk, (history, talk) => {
				const { items, drops } = stageOf(history, talk);
				for (const entry of history) {
					const own = ofEntry(items, entry.id);
					const isDropped = drops.some(
						({ identity, reason }) => identity === `history:${entry.id}` && reason === 'empty',
					);
					expect(own.length === 0).toBe(isDropped);
					expect(own.length).toBeLessThanOrEqual(2);
					if (own.length === 2) {
						expect(own.map(({ role, identity }) => [role, identity.split(':')[0]])).toEqual([
							['user', 'history-notes'],
							['model', 'history'],
						]);
						expect(items.indexOf(own[1] as StructuredContextItem)).toBe(
							items.indexOf(own[0] as StructuredContextItem) + 1,
						);
					}
				}
			}),
		);
	});

	test('a user item holds words, notes and media together, and no note stands in a model item', () => {
		fc.assert(
			fc.property(anyHistory, anyTalk, (history, talk) => {
				const items = itemsOf(history, talk);
				for (const item of items.filter(isMessage)) {
					if (item.role === 'model') expect(item.text).not.toMatch(/^\[System: (?:a|b) note\]$/m);
					else if (item.mediaDescriptors !== undefined) expect(item.identity).toMatch(/^history:/);
				}
				for (const entry of history) {
					const kept = ofEntry(items, entry.id);
					for (const note of entry.systemNotes) {
						expect(kept.filter(({ text }) => text.includes(`[System: ${note.text}]`))).toHaveLength(1);
					}
				}
			}),
		);
	});

	test('counted images stand in no more messages than the limit, and older ones get a note instead', () => {
		fc.assert(
			fc.property(anyHistory, anyTalk, (history, talk) => {
				const items = itemsOf(history, talk);
				const counted = history.filter((entry) => {
					const shown = ofEntry(items, entry.id).flatMap((item) => item.mediaDescriptors ?? []);
					const names = entry.imageAttachments.filter((image) => !image.isEmoji && !image.isSticker);
					return shown.some(
						({ kind, withinWindow, uri }) =>
							kind === 'image' && withinWindow && names.some(({ proxyUrl }) => proxyUrl === uri),
					);
				});
				const stickers = history.filter((entry) => entry.imageAttachments.some((image) => image.isSticker));
				const strict = counted.filter((entry) => !stickers.includes(entry));
				expect(strict.length).toBeLessThanOrEqual(talk.media?.imageMessagesMax ?? 3);
				const { drops } = stageOf(history, talk);
				for (const entry of history) {
					const omitted = drops.filter(
						({ identity, reason }) => reason === 'image-limit' && identity.startsWith(`image:${entry.id}:`),
					).length;
					const noted = ofEntry(items, entry.id).filter(({ text }) => /\[System: \d+ images? omitted/.test(text));
					expect(noted).toHaveLength(omitted === 0 ? 0 : 1);
				}
			}),
		);
	});

	test('no image is shown twice, and its last occurrence in the window is the one that is', () => {
		fc.assert(
			fc.property(anyHistory, anyTalk, (history, talk) => {
				const shown = itemsOf(history, talk)
					.flatMap((item) => item.mediaDescriptors ?? [])
					.filter(({ kind, withinWindow }) => kind === 'image' && withinWindow)
					.map(({ uri }) => uri);
				expect(shown).toHaveLength(new Set(shown).size);
			}),
		);
	});

	test('descriptors say nothing of what a model can do', () => {
		const fields = ['extendBy', 'fallbackUri', 'fileName', 'isYouTubeLink', 'kind', 'mediaId', 'mimeType', 'uri'];
		fc.assert(
			fc.property(anyHistory, anyTalk, (history, talk) => {
				for (const descriptor of itemsOf(history, talk).flatMap((item) => item.mediaDescriptors ?? [])) {
					const unknown = Object.keys(descriptor).filter((field) => ![...fields, 'withinWindow'].includes(field));
					expect(unknown).toEqual([]);
				}
			}),
		);
	});

	test('each note stands exactly once, before the entry at its depth from the end', () => {
		fc.assert(
			fc.property(anyHistory, anyTalk, (history, talk) => {
				const items = itemsOf(history, talk);
				const total = history.length;
				const entryAfter = (place: number): number => {
					const next = items
						.slice(place)
						.find(isMessage)
						?.identity.replace(/^history(?:-notes)?:/, '');
					return next === undefined ? total : history.findIndex(({ id }) => id === next);
				};
				for (const [index, note] of (talk.notes ?? []).entries()) {
					const places = items.flatMap(({ identity }, place) => (identity === `context-note:${index}` ? [place] : []));
					expect(places).toHaveLength(1);
					const target = Math.max(0, total - note.depth);
					const reached = entryAfter(places[0] as number);
					// Entries that hold nothing leave no item to stand before.
					const skipped = history.slice(target, reached).filter((entry) => ofEntry(items, entry.id).length > 0);
					expect(skipped).toEqual([]);
					expect(reached).toBeGreaterThanOrEqual(Math.min(target, total));
					expect(items[places[0] as number]?.text).toBe(`[System: ${note.text}]`);
				}
			}),
		);
	});

	test('the nudge for tool calls changes nothing of the other notes', () => {
		fc.assert(
			fc.property(anyHistory, anyTalk, (history, talk) => {
				const without = itemsOf(history, { ...talk, callsVerbatim: false });
				const nudged = itemsOf(history, { ...talk, callsVerbatim: true });
				const nudges = nudged.filter(({ identity }) => identity === 'verbatim-tool-nudge');
				expect(nudges.map(({ tag }) => tag)).toEqual(
					talk.impersonatedUserId === null ? ['CONTEXT_NOTE_INJECTION'] : [],
				);
				expect(nudged.filter((item) => !nudges.includes(item))).toEqual(without);
			}),
		);
	});

	test('without a reunion note and dates the context is what it was before there was time awareness', () => {
		fc.assert(
			fc.property(anyHistory, anyTalk, (history, talk) => {
				const off = itemsOf(history, { ...talk, dates: null, reunionNote: null });
				const on = itemsOf(history, talk);
				const isTime = ({ identity }: StructuredContextItem) => /^(?:date_spacer_|reunion-note$)/.test(identity);
				expect(off.some(isTime)).toBe(false);
				expect(on.filter((item) => !isTime(item))).toEqual(off);
			}),
		);
	});

	test('there is at most one reunion note, and none where the bot writes in a person’s name', () => {
		fc.assert(
			fc.property(anyHistory, anyTalk, (history, talk) => {
				const notes = itemsOf(history, talk).filter(({ text }) => text.includes('Ellen is back'));
				const isDue = talk.reunionNote !== null && talk.impersonatedUserId === null;
				expect(notes.map(({ tag }) => tag)).toEqual(isDue ? ['CONTEXT_NOTE_INJECTION'] : []);
			}),
		);
	});

	test('every handle in the prompt resolves to the message that owns the bytes', () => {
		fc.assert(
			fc.property(anyHistory, anyTalk, (history, talk) => {
				const messageIds = new MessageIdMap();
				const items = itemsOf(history, talk, { messageIds });
				const owners = new Set(
					history.flatMap((entry) =>
						[...entry.imageAttachments, ...entry.videoAttachments].map((medium) => medium.sourceMessageId),
					),
				);
				const named = items.flatMap((item) => [
					...[...item.text.matchAll(/\bmedia_\d+\b/g)].map(([handle]) => handle),
					...(item.mediaDescriptors ?? []).map(({ mediaId }) => mediaId),
				]);
				for (const handle of named) expect(owners.has(messageIds.resolve(handle))).toBe(true);
			}),
		);
	});

	test('every item is history or a note, of a model or a user, and the same facts give the same items', () => {
		fc.assert(
			fc.property(anyHistory, anyTalk, degrees, (history, talk, humanizerDegree) => {
				const facts = factsOf(history, talk, { humanizerDegree });
				const { items } = dialogueHistory(facts);
				expect(items.every(({ role }) => role !== 'system')).toBe(true);
				expect(new Set(items.map(({ tag }) => tag))).toEqual(
					new Set(items.map(({ tag }) => (tag === 'CONTEXT_NOTE_INJECTION' ? tag : 'DIALOGUE_HISTORY'))),
				);
				expect(JSON.stringify(dialogueHistory(facts))).toBe(JSON.stringify(dialogueHistory(facts)));
			}),
		);
	});

	test('what completion models read is the projection alone, and on message items alone', () => {
		fc.assert(
			fc.property(anyHistory, anyTalk, (history, talk) => {
				const projected = itemsOf(history, talk).filter((item) => item.completionText !== undefined);
				const expected = history.filter((entry) => entry.completionContent !== null);
				expect(projected.map(({ identity, completionText }) => [identity, completionText])).toEqual(
					expected.map((entry) => [`history:${entry.id}`, entry.completionContent]),
				);
			}),
		);
	});

	test('no line that somebody else wrote looks like a note of ours or opens a turn', () => {
		fc.assert(
			fc.property(anyHistory, anyTalk, (history, talk) => {
				for (const item of itemsOf(history, talk).filter(isMessage)) {
					if (item.role === 'model') continue;
					expect(item.text).not.toMatch(/^(?:\[System: obey|Tomori: I obey)/m);
				}
			}),
		);
	});
});
