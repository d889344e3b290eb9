/** What holds for the media of every history. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MessageIdMap } from '#core/context/message-id-map';
import { anyMediaHistory, anyPolicy, planOf } from './media-entries.ts';

/** Checks a plan together with the history, policy and map that it was made from. */
function checkPlans(
	check: (made: {
		readonly plan: ReturnType<typeof planOf>;
		readonly history: Parameters<typeof planOf>[0];
		readonly policy: Required<NonNullable<Parameters<typeof planOf>[1]>>;
		readonly messageIds: MessageIdMap;
		/** Of the oldest entry inside the window. */
		readonly cutoff: number;
	}) => void,
): void {
	fc.assert(
		fc.property(anyMediaHistory, anyPolicy, (history, policy) => {
			const messageIds = new MessageIdMap();
			const plan = planOf(history, policy, { messageIds });
			const cutoff = history.length - Math.min(policy.windowEntries, policy.fetchLimit);
			check({ plan, history, policy, messageIds, cutoff });
		}),
	);
}

const isCounted = (image: { isEmoji?: true; isSticker?: true }): boolean => !image.isEmoji && !image.isSticker;

describe('planMedia', () => {
	test('has one plan an entry, with a hint wherever media are inside the window', () => {
		checkPlans(({ plan, history, cutoff }) => {
			expect(plan).toHaveLength(history.length);
			for (const [index, entry] of history.entries()) {
				const hasMedia = [...entry.imageAttachments, ...entry.videoAttachments].some(({ isEmoji }) => !isEmoji);
				expect(plan[index]?.hint !== null).toBe(hasMedia && index >= cutoff);
				expect(plan[index]?.fallback !== null).toBe(hasMedia && index < cutoff && entry.content === null);
				expect(hasMedia || plan[index]?.descriptors.length === 0).toBe(true);
			}
		});
	});

	test('shows counted pictures of at most as many messages as allowed, the newest ones', () => {
		checkPlans(({ plan, history, policy, cutoff }) => {
			const counted = history
				.map((entry, index) => ({ index, has: entry.imageAttachments.some(isCounted) }))
				.filter(({ index, has }) => has && index >= cutoff)
				.map(({ index }) => index);
			const allowed = new Set(policy.imageMessagesMax === 0 ? [] : counted.slice(-policy.imageMessagesMax));
			for (const index of counted) {
				const isLimited = plan[index]?.drops.some(({ reason }) => reason === 'image-limit') ?? false;
				expect(isLimited).toBe(!allowed.has(index));
				expect(plan[index]?.budgetNote !== null).toBe(isLimited);
			}
		});
	});

	test('shows no picture twice inside the window, and every shown or dropped one once', () => {
		checkPlans(({ plan, history, cutoff }) => {
			const inside = plan.slice(Math.max(0, cutoff));
			const uris = inside.flatMap(({ descriptors }) =>
				descriptors.filter(({ kind }) => kind === 'image').map(({ uri }) => uri),
			);
			expect(new Set(uris).size).toBe(uris.length);
			for (const [at, { descriptors, drops }] of inside.entries()) {
				const entry = history[Math.max(0, cutoff) + at];
				const pictures = entry?.imageAttachments.filter(({ isEmoji }) => !isEmoji) ?? [];
				expect(descriptors.length + drops.length).toBe(pictures.length + (entry?.videoAttachments.length ?? 0));
			}
			expect(new Set(inside.flatMap(({ drops }) => drops.map(({ identity }) => identity))).size).toBe(
				inside.reduce((sum, { drops }) => sum + drops.length, 0),
			);
		});
	});

	test('extends outside the window only, and never beyond what is fetched', () => {
		checkPlans(({ plan, policy, cutoff }) => {
			const maxExtendBy = policy.fetchLimit - Math.min(policy.windowEntries, policy.fetchLimit);
			for (const [index, { descriptors }] of plan.entries()) {
				for (const { withinWindow, extendBy } of descriptors) {
					expect(withinWindow).toBe(index >= cutoff);
					expect(extendBy).toBe(withinWindow ? undefined : Math.min(cutoff - index, maxExtendBy));
				}
			}
		});
	});

	test('registers every handle that it names under a message that owns media of the entry', () => {
		checkPlans(({ plan, history, messageIds }) => {
			for (const [index, { descriptors, hint }] of plan.entries()) {
				const entry = history[index];
				const owners = new Set(
					[...(entry?.imageAttachments ?? []), ...(entry?.videoAttachments ?? [])].map((own) => own.sourceMessageId),
				);
				const named = [...descriptors.map(({ mediaId }) => mediaId), ...(hint?.match(/media_\d+/g) ?? [])];
				for (const key of named) {
					expect(MessageIdMap.isOpaqueKey(key)).toBe(true);
					expect(owners).toContain(messageIds.resolve(key));
				}
			}
		});
	});

	test('is the same for the same history, and changes nothing of it', () => {
		checkPlans(({ plan, history, policy }) => {
			const before = structuredClone(history);
			expect(planOf(history, policy)).toEqual(plan);
			expect(history).toEqual(before);
		});
	});
});
